import { inspect } from "node:util";
import { Search, type Span } from "./scrubbing/search";
import { bytesOf, folded, foldedSpelling, type Spelling, spellingsOf, textOf } from "./scrubbing/spellings";

const REDACTED = "[redacted]";

const known = new Set<string>();
const MIN_KNOWN_LENGTH = 6;
/** The forms that `scrub` searches for: exact, and folded for texts whose white space was changed. */
const exact = new Search();
const loose = new Search();
/** Shorter secrets could occur in ordinary text without its spaces. */
const MIN_LOOSE_LENGTH = 12;
const MIN_LINE_LENGTH = 16;
let longest = 0;

/** A secret text. Printing, serializing or inspecting it shows `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    remember(text);
  }

  /** Returns the text itself. Use it for a header or body only. */
  reveal(): string {
    return this.#text;
  }

  equals(other: Secret | undefined): boolean {
    return other !== undefined && other.#text === this.#text;
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

/** Makes `scrub` remove this text: plain, in base64, and each line. Ignores less than six characters, which could be ordinary text. */
export function remember(text: string): void {
  if (text.length < MIN_KNOWN_LENGTH || known.has(text)) return;
  known.add(text);
  const bytes = bytesOf(text);
  longest = Math.max(longest, bytes.length);
  exact.add(bytes);
  // Forms encode a space as a plus sign.
  if (bytes.includes(" ")) exact.add(bytes.replaceAll(" ", "+"));
  const tight = folded(bytes);
  if (tight.length >= MIN_LOOSE_LENGTH) loose.add(tight);
  for (const before of [0, 1, 2]) loose.add(base64Of(bytes, before));
  remember(text.trim());
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  for (const line of lines.length > 1 ? lines : []) if (line.length >= MIN_LINE_LENGTH) remember(line);
}

/** Returns the base64 characters that depend only on these bytes, after `before` bytes (modulo three). */
function base64Of(bytes: string, before: number): string {
  const all = Buffer.from("\0".repeat(before) + bytes, "latin1").toString("base64");
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Patterns of common tokens. Repetitions are bounded and nothing needs to follow them, so no text makes the search slow. */
export const TOKEN_SHAPES: readonly RegExp[] = [
  /Bearer\s{1,8}[A-Za-z0-9._~+/=-]{16,16384}/gi,
  /eyJ[A-Za-z0-9_-]{8,16384}(?:\.[A-Za-z0-9_-]{0,16384}){0,2}/g,
];

/** Removes known secrets, in any spelling (JSON or URL escapes, base64), and anything that looks like a token. */
export const scrub = (text: string): string => scrubStart(text, text.length);

/** Maximum growth of a secret by escaping: one byte as %5Cu0041. */
const MAX_STRETCH = 8;
/** More characters than an unknown token needs to be recognized. */
const MIN_LOOKAHEAD = 1024;

/** Scrubs the first `length` characters. A secret that ends later is removed as a whole. Reads no more of the text than necessary. */
export function scrubStart(text: string, length: number): string {
  const shown = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  const ahead = Math.max(MIN_LOOKAHEAD, MAX_STRETCH * longest);
  const behind = text.slice(shown.length, shown.length + ahead);
  const all: Piece = { bytes: bytesOf(shown) + bytesOf(behind), end: Buffer.byteLength(shown) };
  const clean = without(without(all, knownIn), tokensIn);
  return clean === all && behind === "" ? text : textOf(clean.bytes.slice(0, clean.end));
}

interface Piece {
  readonly bytes: string;
  /** Only the bytes before it are shown. */
  readonly end: number;
}

/** Finds ranges that begin before `end`. */
type Find = (spelling: Spelling, end: number) => Iterable<Span>;

const knownIn: Find = function* (spelling, end) {
  yield* exact.in(spelling, end);
  yield* loose.in(foldedSpelling(spelling), end);
};

const tokensIn: Find = function* ({ bytes, starts, ends }, end) {
  for (const shape of TOKEN_SHAPES)
    for (const { index, 0: token } of bytes.matchAll(shape)) {
      const start = starts[index] ?? end;
      if (start >= end) break;
      yield { start, end: ends[index + token.length - 1] ?? start };
    }
};

function without(piece: Piece, find: Find): Piece {
  const { bytes, end } = piece;
  const spans: Span[] = [];
  for (const spelling of spellingsOf(bytes)) for (const span of find(spelling, end)) spans.push(span);
  if (spans.length === 0) return piece;
  let clean = "";
  let at = 0;
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    // Overlapping ranges are removed together.
    if (span.start >= at) clean += bytes.slice(at, span.start) + REDACTED;
    at = Math.max(at, span.end);
  }
  return { bytes: clean + bytes.slice(at), end: clean.length + Math.max(0, end - at) };
}
