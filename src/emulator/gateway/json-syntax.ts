/** A JSON parser with positions. Like the gateway, it reads only the first value of a text. It keeps duplicate keys, to refuse them. */

/** A JSON value with its source text: a list has `items`, an object has `members`, anything else has a `value`. */
export interface JsonNode {
  readonly offset: number;
  readonly raw: string;
  readonly items?: readonly JsonNode[];
  readonly members?: readonly JsonMember[];
  readonly value?: string | number | boolean | null;
}

export interface JsonMember {
  readonly name: string;
  readonly offset: number;
  readonly value: JsonNode;
}

/** Returns the position of an offset, `line 1:9`, both from one. */
export function positionOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

/** Parses the first value of a text. Returns undefined if there is none. Throws SyntaxError. */
export const parseJsonText = (text: string): JsonNode | undefined =>
  text.trim() === "" ? undefined : new Reader(text).value(0);

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const MAX_DEPTH = 1000;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new SyntaxError("exceeded max depth");
    const offset = this.skipSpace();
    const read = () => {
      if (this.text[offset] === "{") return { members: this.between("}", () => this.member(depth + 1)) };
      if (this.text[offset] === "[") return { items: this.between("]", () => this.value(depth + 1)) };
      const raw = this.token(STRING) ?? this.token(OTHER) ?? this.fail("looking for beginning of value");
      return { value: JSON.parse(raw) as string | number | boolean | null };
    };
    return { offset, ...read(), raw: this.text.slice(offset, this.at) };
  }

  private member(depth: number): JsonMember {
    const offset = this.skipSpace();
    const name = this.token(STRING) ?? this.fail("looking for beginning of object key string");
    if (!this.skips(":")) this.fail("after object key");
    return { name: JSON.parse(name) as string, offset, value: this.value(depth) };
  }

  /** Parses the items up to a bracket, separated by commas. */
  private between<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    this.at += 1;
    if (this.skips(end)) return items;
    do items.push(item());
    while (this.skips(","));
    if (!this.skips(end)) this.fail("after a value");
    return items;
  }

  private token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private skips(character: string): boolean {
    if (this.text[this.skipSpace()] !== character) return false;
    this.at += 1;
    return true;
  }

  private skipSpace(): number {
    this.token(SPACE);
    return this.at;
  }

  private fail(where: string): never {
    const character = this.text[this.at];
    throw new SyntaxError(character === undefined ? "unexpected EOF" : `invalid character '${character}' ${where}`);
  }
}
