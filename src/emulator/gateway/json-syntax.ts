/**
 * A JSON parser with positions. The gateway reports line and column of invalid values, detects duplicate keys, and
 * reads only the first value of a body, which JSON.parse cannot do. Error messages are those of Go's encoding/json.
 */

/** A JSON value with its source text. */
export type JsonNode = { readonly offset: number; readonly raw: string } & (
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "object"; readonly members: readonly JsonMember[] }
);

/** A member of an object, in source order. */
export interface JsonMember {
  readonly name: string;
  /** Offset of the name. */
  readonly offset: number;
  readonly value: JsonNode;
}

/** The text is not JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

/** `line 1:9` for an offset, both from one. */
export function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

/** Parses the first value of a text; undefined if there is none. Throws JsonSyntaxError. */
export function parseJsonText(text: string): JsonNode | undefined {
  const reader = new Reader(text);
  return reader.isAtEnd() ? undefined : reader.value();
}

const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const MAX_DEPTH = 1000;
const SPACE: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n"]);

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  isAtEnd(): boolean {
    this.skipSpace();
    return this.at >= this.text.length;
  }

  value(): JsonNode {
    this.skipSpace();
    const offset = this.at;
    switch (this.text[offset]) {
      case "{":
        return this.nested(() => ({ kind: "object" as const, members: this.members(), ...this.since(offset) }));
      case "[":
        return this.nested(() => ({ kind: "array" as const, items: this.items(), ...this.since(offset) }));
      case '"':
        return { kind: "string", value: this.string(), ...this.since(offset) };
      case "t":
        return { kind: "boolean", value: this.word("true", true), ...this.since(offset) };
      case "f":
        return { kind: "boolean", value: this.word("false", false), ...this.since(offset) };
      case "n":
        this.word("null", null);
        return { kind: "null", ...this.since(offset) };
      default:
        return { kind: "number", value: this.number(), ...this.since(offset) };
    }
  }

  private nested(read: () => JsonNode): JsonNode {
    if (++this.depth > MAX_DEPTH) throw new JsonSyntaxError("exceeded max depth");
    const node = read();
    this.depth -= 1;
    return node;
  }

  private members(): JsonMember[] {
    const members: JsonMember[] = [];
    this.at += 1;
    if (this.skips("}")) return members;
    for (;;) {
      this.skipSpace();
      const offset = this.at;
      if (this.text[offset] !== '"') throw this.unexpected("looking for beginning of object key string");
      const name = this.string();
      if (!this.skips(":")) throw this.unexpected("after object key");
      members.push({ name, offset, value: this.value() });
      if (this.skips("}")) return members;
      if (!this.skips(",")) throw this.unexpected("after object key:value pair");
    }
  }

  private items(): JsonNode[] {
    const items: JsonNode[] = [];
    this.at += 1;
    if (this.skips("]")) return items;
    for (;;) {
      items.push(this.value());
      if (this.skips("]")) return items;
      if (!this.skips(",")) throw this.unexpected("after array element");
    }
  }

  private string(): string {
    STRING.lastIndex = this.at;
    const match = STRING.exec(this.text);
    if (match === null) throw this.brokenString();
    this.at = STRING.lastIndex;
    return JSON.parse(match[0]) as string; // The pattern admits JSON strings only.
  }

  private brokenString(): JsonSyntaxError {
    const broken = /[\u0000-\u001f]|\\(?!["\\/bfnrtu]|$)/.exec(this.text.slice(this.at + 1));
    if (broken === null) return new JsonSyntaxError("unexpected EOF");
    this.at += 1 + broken.index + broken[0].length - (broken[0] === "\\" ? 0 : 1);
    return this.unexpected(broken[0] === "\\" ? "in string escape code" : "in string literal");
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null)
      throw this.unexpected(this.text[this.at] === "-" ? "in numeric literal" : "looking for beginning of value");
    this.at = NUMBER.lastIndex;
    return Number(match[0]);
  }

  private word<T>(word: string, value: T): T {
    for (let i = 1; i < word.length; i++) {
      this.at += 1;
      if (this.text[this.at] !== word[i]) throw this.unexpected(`in literal ${word} (expecting '${word[i]}')`);
    }
    this.at += 1;
    return value;
  }

  private skips(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): void {
    while (SPACE.has(this.text.charAt(this.at))) this.at += 1;
  }

  private since(offset: number): { offset: number; raw: string } {
    return { offset, raw: this.text.slice(offset, this.at) };
  }

  private unexpected(where: string): JsonSyntaxError {
    const character = this.text[this.at];
    if (character === undefined) return new JsonSyntaxError("unexpected EOF");
    const shown = character === "'" ? "\\'" : character === '"' ? '"' : JSON.stringify(character).slice(1, -1);
    return new JsonSyntaxError(`invalid character '${shown}' ${where}`);
  }
}

/** Formats JSON. With `space`, a space follows each comma, as in some builds of the gateway (platform API: ANS-1). */
export function writeJson(value: unknown, space: boolean): string {
  if (!space) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, space)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member, space)}`).join(", ")}}`;
}
