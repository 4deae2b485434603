import { InvalidArgumentError } from "./errors";

type Spelling = "camelCase" | "snake_case";

/** How the server spells paths of masks, learned once per run: `claimMatch.subject`, or `claim_match.subject` after a refusal. */
export class MaskSpelling {
  #learned: Spelling | undefined;
  #probe: Promise<unknown> | undefined;

  /** Sends an update with its mask in the server's spelling. While one update learns the spelling, the others wait. */
  async send<T>(
    mask: readonly string[],
    send: (mask: readonly string[]) => Promise<T>,
    waitFor: (other: Promise<unknown>) => Promise<unknown>,
  ): Promise<T> {
    const snake = mask.map(snakeCase);
    if (snake.every((name, i) => name === mask[i])) return send(mask);
    if (this.#learned === undefined && this.#probe !== undefined) await waitFor(this.#probe);
    if (this.#learned !== undefined) return send(this.#learned === "camelCase" ? mask : snake);

    const probe = send(mask).then(
      (answer) => {
        this.#learned = "camelCase";
        return answer;
      },
      (error: unknown) => {
        if (!complainsAboutMask(error)) throw error;
        this.#learned = "snake_case";
        return send(snake);
      },
    );
    this.#probe = probe.catch(() => {
      this.#probe = undefined;
    });
    return probe;
  }
}

/** Returns the proto name of a path: `claim_match.subject` for `claimMatch.subject`. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const complainsAboutMask = (error: unknown): boolean =>
  error instanceof InvalidArgumentError &&
  (error.violations.some(({ field }) => /^update_?mask/i.test(field)) || /update_?mask/i.test(error.message));
