import type { Spelling } from "./spellings";

/** A part of a text, by the bytes where it begins and ends. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How many bytes of a word are looked up; it has at least as many. */
const HEAD_LENGTH = 6;

/**
 * Words to look for in texts. Each place of a text is looked up by its next few bytes, and then once for each length of word
 * that begins with these, so that the cost does not grow with the number of words (secrets of a kind are of a length).
 */
export class Search {
  /** By how they begin; those that begin alike in the order of their lengths, the longest first. */
  readonly #byHead = new Map<string, Map<number, Set<string>>>();

  /** Looks for these bytes too; not for fewer than HEAD_LENGTH. */
  add(word: string): void {
    if (word.length < HEAD_LENGTH) return;
    const head = word.slice(0, HEAD_LENGTH);
    const byLength = this.#byHead.get(head) ?? new Map<number, Set<string>>();
    const sameLength = byLength.get(word.length) ?? new Set<string>();
    sameLength.add(word);
    byLength.set(word.length, sameLength);
    this.#byHead.set(head, new Map([...byLength].sort(([a], [b]) => b - a)));
  }

  /**
   * Where in the text that was read the words stand; they may overlap.
   *
   * @param end only those that begin before it
   */
  *in({ bytes, starts, ends }: Spelling, end: number): Generator<Span> {
    for (let i = 0; i + HEAD_LENGTH <= bytes.length && (starts[i] ?? end) < end; i++) {
      const byLength = this.#byHead.get(bytes.slice(i, i + HEAD_LENGTH));
      if (byLength === undefined) continue;
      for (const [length, words] of byLength) {
        if (i + length > bytes.length || !words.has(bytes.slice(i, i + length))) continue;
        yield { start: starts[i] ?? 0, end: ends[i + length - 1] ?? 0 };
        break;
      }
    }
  }
}
