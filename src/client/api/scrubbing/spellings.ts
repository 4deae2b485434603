/** A decoded text, with the place of each byte in the original. A byte is one character, for percent encoding. */
export interface Spelling {
  readonly bytes: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** The UTF-8 bytes, each as one character. */
export const bytesOf = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

export const textOf = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Escape syntaxes of JSON, URLs and HTML: a mark that every escaped text contains, the pattern to replace, and its replacement. */
const escapes = [
  {
    mark: "\\",
    pattern: /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]/g,
    meaning: (escaped: string): string => bytesOf(String(JSON.parse(`"${escaped}"`))),
  },
  {
    mark: "%",
    pattern: /%[0-9a-fA-F]{2}/g,
    meaning: (escaped: string): string => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  },
  {
    mark: "&",
    pattern: /&(?:#x[0-9a-f]{1,5}|#\d{1,6}|amp|lt|gt|quot|apos);/gi,
    meaning: (escaped: string): string => {
      const code = escaped.slice(1, -1).toLowerCase();
      return NAMED[code] ?? bytesOf(String.fromCodePoint(Number(code.replace("#x", "0x").replace("#", ""))));
    },
  },
] as const;

/** Greatest nesting of escapes: JSON in a JSON string, a URL in the query of another. */
const MAX_DEPTH = 2;

/** Yields the bytes as they are, and with one or more layers of escapes removed. */
export function* spellingsOf(bytes: string): Generator<Spelling> {
  let layer: readonly Spelling[] = [asItIs(bytes)];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    yield* layer;
    layer = layer.flatMap((spelling) =>
      escapes
        .filter(({ mark }) => spelling.bytes.includes(mark))
        .map(({ pattern, meaning }) => rewritten(spelling, pattern, meaning)),
    );
  }
}

/** White space, control and invisible characters in UTF-8, and characters with an equivalent. */
const LOOSE = /[\x00-\x20\x7f'_-]|\xc2[\x80-\xa0\xad]|\xe2\x80[\x80-\x8f\xa8-\xaf]|\xe2\x81[\x9f-\xaf]|\xef\xbb\xbf/g;
/** base64url to base64, and the quotes that `quoted` replaces. */
const EQUIVALENTS: Readonly<Record<string, string>> = { "'": '"', "-": "+", _: "/" };

/** Returns bytes without white space and invisible characters, which others may have added or removed. */
export const folded = (bytes: string): string => bytes.replace(LOOSE, equivalent);

export const foldedSpelling = (spelling: Spelling): Spelling => rewritten(spelling, LOOSE, equivalent);

const equivalent = (character: string): string => EQUIVALENTS[character] ?? "";

function asItIs(bytes: string): Spelling {
  const starts = Int32Array.from({ length: bytes.length }, (_, i) => i);
  return { bytes, starts, ends: starts.map((start) => start + 1) };
}

/** Replaces each match. A replacement is never longer than its match. */
function rewritten({ bytes, starts, ends }: Spelling, pattern: RegExp, meaning: (matched: string) => string): Spelling {
  const newStarts = new Int32Array(bytes.length);
  const newEnds = new Int32Array(bytes.length);
  let text = "";
  let at = 0;
  const keepUntil = (end: number) => {
    newStarts.set(starts.subarray(at, end), text.length);
    newEnds.set(ends.subarray(at, end), text.length);
    text += bytes.slice(at, end);
  };
  for (const match of bytes.matchAll(pattern)) {
    keepUntil(match.index);
    at = match.index + match[0].length;
    const put = meaning(match[0]);
    newStarts.fill(starts[match.index] ?? 0, text.length, text.length + put.length);
    newEnds.fill(ends[at - 1] ?? 0, text.length, text.length + put.length);
    text += put;
  }
  keepUntil(bytes.length);
  return { bytes: text, starts: newStarts.subarray(0, text.length), ends: newEnds.subarray(0, text.length) };
}
