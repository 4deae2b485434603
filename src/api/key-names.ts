import { isJsonObject, type JsonObject } from "./json";

/** A key whose name on the wire is a setting: what it is, if it is known, and how to demand it (ConfigurationError). */
export interface KeyName {
  readonly known: string | undefined;
  need(): string;
}

/** Puts the true names of such keys in the place of placeholders, `{vendor}`, and back. */
export class KeyNames {
  readonly #names: Readonly<Record<string, KeyName>>;
  readonly #placeholders: ReadonlyMap<string, string>;

  /** @param names by placeholder */
  constructor(names: Readonly<Record<string, KeyName>>) {
    this.#names = names;
    this.#placeholders = new Map(
      Object.entries(names).flatMap(([placeholder, { known }]) => (known === undefined ? [] : [[known, placeholder]])),
    );
  }

  /** A key, or a mask path that begins with one, as the server names it. */
  outwardKey(key: string): string {
    return key.replace(/^\{\w+\}/, (placeholder) => this.#names[placeholder]?.need() ?? placeholder);
  }

  /** A body as the server names its keys. */
  outward(body: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [this.outwardKey(key), value]));
  }

  /** An answer, or a List's items, under the names that this package uses. */
  inward(answer: JsonObject): JsonObject {
    if (this.#placeholders.size === 0) return answer;
    const rename = (object: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(object).map(([key, value]) => [this.#placeholders.get(key) ?? key, value]));
    const items = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? rename(item) : item)) : value;
    return Object.fromEntries(Object.entries(rename(answer)).map(([key, value]) => [key, items(value)]));
  }
}
