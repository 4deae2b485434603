import { isJsonObject, type JsonObject } from "../../description/wire/json";

/** A key whose wire name is a setting: the value if it is set, and a getter that throws ConfigurationError if it is not. */
export interface KeyName {
  readonly known: string | undefined;
  need(): string;
}

/** Replaces placeholders such as `{vendor}` by the wire names of keys, and back. */
export class KeyNames {
  readonly #names: Readonly<Record<string, KeyName>>;
  readonly #placeholders: ReadonlyMap<string, string>;

  constructor(names: Readonly<Record<string, KeyName>>) {
    this.#names = names;
    this.#placeholders = new Map(
      Object.entries(names).flatMap(([placeholder, { known }]) => (known === undefined ? [] : [[known, placeholder]])),
    );
  }

  /** Returns the wire name of a key, or of a mask path that begins with one. */
  outwardKey(key: string): string {
    return key.replace(/^\{\w+\}/, (placeholder) => this.#names[placeholder]?.need() ?? placeholder);
  }

  outward(body: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [this.outwardKey(key), value]));
  }

  inward(answer: JsonObject): JsonObject {
    if (this.#placeholders.size === 0) return answer;
    const rename = (object: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(object).map(([key, value]) => [this.#placeholders.get(key) ?? key, value]));
    const items = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? rename(item) : item)) : value;
    return Object.fromEntries(Object.entries(rename(answer)).map(([key, value]) => [key, items(value)]));
  }
}
