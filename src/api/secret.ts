import { inspect } from "node:util";

const REDACTED = "[redacted]";

/** Every secret text that this process has seen; what `scrub` looks for. */
const known = new Set<string>();
const MIN_KNOWN_LENGTH = 6;

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

/** Makes `scrub` take this text out of everything that is shown from now on. */
export function remember(text: string): void {
  if (text.length >= MIN_KNOWN_LENGTH) known.add(text);
}

const TOKEN_SHAPES = [/\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/gi, /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g];

/** The longest text of a server's that is shown: it may repeat what was sent. */
const MAX_SHOWN_LENGTH = 2_000;

/** A server's text as it may be shown: scrubbed, on one line, without what turns a line around, 2,000 characters at most. */
export const shownText = (text: string): string =>
  scrub(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .slice(0, MAX_SHOWN_LENGTH);

/** A copy of a server's value in which every text is as it may be shown. */
export const shownValue = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) => (typeof part === "string" ? shownText(part) : part));

/** The text without known secrets and without what looks like a token. */
export function scrub(text: string): string {
  let clean = text;
  for (const secret of [...known].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, REDACTED);
  for (const shape of TOKEN_SHAPES) clean = clean.replace(shape, REDACTED);
  return clean;
}
