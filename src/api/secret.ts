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

/** The text without known secrets and without what looks like a token. */
export function scrub(text: string): string {
  let clean = text;
  for (const secret of [...known].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(secret, REDACTED);
  for (const shape of TOKEN_SHAPES) clean = clean.replace(shape, REDACTED);
  return clean;
}
