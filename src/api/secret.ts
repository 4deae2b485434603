import { inspect } from "node:util";
import { Search, type Span } from "./scrubbing/search";
import { bytesOf, folded, foldedSpelling, type Spelling, spellingsOf, textOf } from "./scrubbing/spellings";

const REDACTED = "[redacted]";

/** Every secret text that this process has seen. */
const known = new Set<string>();
const MIN_KNOWN_LENGTH = 6;
/** The forms of these that `scrub` looks for: as they are, and in texts without white space and the like. */
const exact = new Search();
const loose = new Search();
/** A shorter secret may stand in plain words, where the spaces between them do not count. */
const MIN_LOOSE_LENGTH = 12;
/** A shorter line of a secret may be one of any text. */
const MIN_LINE_LENGTH = 16;
let longest = 0;

/** A text that must not be shown: printing, serialising or inspecting the box shows `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    remember(text);
  }

  /** The text itself, for the header or body that needs it and nothing else. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/**
 * Makes `scrub` take this text out of everything that is shown from now on: as it is and base64-encoded, and each of its
 * lines. A text of less than six characters is no secret that could be told from other text.
 */
export function remember(text: string): void {
  if (text.length < MIN_KNOWN_LENGTH || known.has(text)) return;
  known.add(text);
  const bytes = bytesOf(text);
  longest = Math.max(longest, bytes.length);
  exact.add(bytes);
  // A form has a plus sign for a space.
  if (bytes.includes(" ")) exact.add(bytes.replaceAll(" ", "+"));
  const tight = folded(bytes);
  if (tight.length >= MIN_LOOSE_LENGTH) loose.add(tight);
  for (const before of [0, 1, 2]) loose.add(base64Of(bytes, before));
  remember(text.trim());
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  for (const line of lines.length > 1 ? lines : []) if (line.length >= MIN_LINE_LENGTH) remember(line);
}

/** The characters of base64 that depend on some bytes alone, where so many others (of three) stand before them. */
function base64Of(bytes: string, before: number): string {
  const all = Buffer.from("\0".repeat(before) + bytes, "latin1").toString("base64");
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/**
 * What looks like a token, of whoever it is. Repetitions have a bound (that of a token), and nothing needs to follow them:
 * so no text makes the search slow.
 */
export const TOKEN_SHAPES: readonly RegExp[] = [
  /Bearer\s{1,8}[A-Za-z0-9._~+/=-]{16,16384}/gi,
  /eyJ[A-Za-z0-9_-]{8,16384}(?:\.[A-Za-z0-9_-]{0,16384}){0,2}/g,
];

/** The text without known secrets, however they are spelt (JSON's escapes, a URL's, base64), and without what looks like a token. */
export const scrub = (text: string): string => scrubStart(text, text.length);

/** How much longer than as it is a secret may be spelt: a byte as %5Cu0041. */
const MAX_STRETCH = 8;
/** What of a token that nobody knows is needed to see that it is one, and more. */
const MIN_LOOKAHEAD = 1024;

/**
 * The beginning of a text, scrubbed. What begins in it and ends behind is taken out as a whole, so that no half of a secret
 * is left; no more of the text is read than that takes.
 *
 * @param length how many characters of the text to show, before it is scrubbed
 */
export function scrubStart(text: string, length: number): string {
  const shown = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  const ahead = Math.max(MIN_LOOKAHEAD, MAX_STRETCH * longest);
  const behind = text.slice(shown.length, shown.length + ahead);
  const all: Piece = { bytes: bytesOf(shown) + bytesOf(behind), end: Buffer.byteLength(shown) };
  const clean = without(without(all, knownIn), tokensIn);
  return clean === all && behind === "" ? text : textOf(clean.bytes.slice(0, clean.end));
}

/** Bytes of which those before `end` are shown. */
interface Piece {
  readonly bytes: string;
  readonly end: number;
}

/** Finds parts of a text that begin before `end`. */
type Find = (spelling: Spelling, end: number) => Iterable<Span>;

const knownIn: Find = function* (spelling, end) {
  yield* exact.in(spelling, end);
  yield* loose.in(foldedSpelling(spelling), end);
};

const tokensIn: Find = function* ({ bytes, starts, ends }, end) {
  for (const shape of TOKEN_SHAPES) {
    for (const { index, 0: token } of bytes.matchAll(shape)) {
      const start = starts[index] ?? end;
      if (start >= end) break;
      yield { start, end: ends[index + token.length - 1] ?? start };
    }
  }
};

/** A piece without what is found in any of its spellings. */
function without(piece: Piece, find: Find): Piece {
  const { bytes, end } = piece;
  const spans: Span[] = [];
  for (const spelling of spellingsOf(bytes)) for (const span of find(spelling, end)) spans.push(span);
  if (spans.length === 0) return piece;
  let clean = "";
  let at = 0;
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    // What overlaps with the one before is a part of it, or makes it longer.
    if (span.start >= at) clean += bytes.slice(at, span.start) + REDACTED;
    at = Math.max(at, span.end);
  }
  return { bytes: clean + bytes.slice(at), end: clean.length + Math.max(0, end - at) };
}
