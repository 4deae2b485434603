import type { Sink } from "./terminal";
import { cutTo } from "./text";

/** Delay before the first message. */
const DELAY_MS = 1000;

/** Shows at a terminal what a command waits for, on one line that it removes at the end. */
export class Progress {
  #text = "";
  #shown = "";
  #timer: NodeJS.Timeout | undefined;
  readonly #started = Date.now();

  constructor(private readonly sink: Sink) {}

  /** Sets what the command waits for. An empty text means nothing. */
  update(text: string): void {
    this.#text = text;
    if (text === "") this.end();
    if (text === "" || !this.sink.isTerminal || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#show(), DELAY_MS);
    this.#timer.unref();
  }

  /** Removes the line. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#shown !== "") this.sink.write("\r\u001b[K");
    this.#shown = "";
  }

  #show(): void {
    const seconds = Math.round((Date.now() - this.#started) / 1000);
    this.#shown = cutTo(`${this.#text} (${seconds} s)`, (this.sink.columns ?? 80) - 1);
    this.sink.write(`\r\u001b[K${this.#shown}`);
  }
}
