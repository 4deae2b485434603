import type { Spelling } from "./spellings";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Number of leading bytes that index a word. Shorter words are not allowed. */
const HEAD_LENGTH = 6;

/**
 * Searches texts for many words at once. At each position it looks up the next six bytes, and then the words of each length that start
 * with them. A thousand tokens of 40 bytes that start with `glpat-` cost one more look-up, like one such token.
 */
export class Search {
  /** Words by their first bytes, then by length, longest first. */
  readonly #byHead = new Map<string, Map<number, Set<string>>>();

  add(word: string): void {
    if (word.length < HEAD_LENGTH) return;
    const head = word.slice(0, HEAD_LENGTH);
    const byLength = this.#byHead.get(head) ?? new Map<number, Set<string>>();
    const sameLength = byLength.get(word.length) ?? new Set<string>();
    sameLength.add(word);
    byLength.set(word.length, sameLength);
    this.#byHead.set(head, new Map([...byLength].sort(([a], [b]) => b - a)));
  }

  /** Finds all occurrences in the original text that begin before `end`. They may overlap. */
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
