import type { Sink } from "./terminal";
import { cutTo } from "./text";

/** What takes less is not worth a word. */
const DELAY_MS = 1000;

/** Tells people at a terminal what a command waits for, on one line that goes away again. */
export class Progress {
  #text = "";
  #shown = "";
  #timer: NodeJS.Timeout | undefined;
  readonly #started = Date.now();

  constructor(private readonly sink: Sink) {}

  /** What it waits for now; an empty text for nothing more. */
  update(text: string): void {
    this.#text = text;
    if (text === "") this.end();
    if (text === "" || !this.sink.isTerminal || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#show(), DELAY_MS);
    this.#timer.unref();
  }

  /** Takes the line away. */
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
