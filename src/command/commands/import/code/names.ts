import { inWords, nameOf, type ResourceSpec } from "../../../../description/spec/resource";

/** Makes names of variables and resources from names that others chose. */

/** Names that no variable may have, or that would hide something that the program needs. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default " +
    "delete do else enum eval export extends false finally for from function get if implements import in infer instanceof " +
    "interface is keyof let module namespace never new null number object of package platform private protected public " +
    "readonly require return set static string super switch symbol this throw true try type typeof undefined unique unknown " +
    "using var void while with yield exports config pulumi parentUid process console global globalThis decodeURI encodeURI " +
    "decodeURIComponent encodeURIComponent escape unescape isFinite isNaN parseFloat parseInt hasOwnProperty isPrototypeOf " +
    "propertyIsEnumerable toLocaleString toString valueOf"
  ).split(" "),
);

/** The most letters and digits of a name. */
const MAX_LENGTH = 50;

/** Returns the words of a text: runs of ASCII letters and digits. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .match(/[a-z0-9]+/g) ?? [];

function firstWords(texts: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of texts.flatMap(wordsOf)) {
    if (words.length > 0 && words.join("").length + word.length > MAX_LENGTH) break;
    words.push(word.slice(0, MAX_LENGTH));
  }
  return words;
}

/** Returns `web-frontend` for "Web / Frontend". Empty for a text without letters and digits. */
export const dashed = (...texts: readonly string[]): string => firstWords(texts).join("-");

/** Returns `webFrontend` for `web-frontend`. Empty for a text that does not begin with a letter. */
export function camelCase(...texts: readonly string[]): string {
  const [first = "", ...others] = firstWords(texts);
  const name = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return /^[a-z]/.test(name) ? name : "";
}

/** Returns `role binding` for RoleBinding. */
export const kindInWords = (spec: ResourceSpec): string => inWords(nameOf(spec));

export class Names {
  readonly #taken: Set<string>;

  /** @param numbered adds a number to a name that is taken */
  constructor(
    taken: Iterable<string> = [],
    private readonly numbered = (name: string, number: number) => `${name}-${number}`,
  ) {
    this.#taken = new Set(taken);
  }

  /** Takes and returns the first free candidate, or the first one with a number. Skips empty candidates. */
  take(candidates: readonly string[]): string {
    const named = candidates.filter((name) => name !== "");
    const [first = "object"] = named;
    let name = named.find((candidate) => !this.#taken.has(candidate));
    for (let number = 2; name === undefined; number++) {
      const next = this.numbered(first, number);
      if (!this.#taken.has(next)) name = next;
    }
    this.#taken.add(name);
    return name;
  }
}

/** Returns names of variables, without reserved words and words of the present program. */
export const variableNames = (words: Iterable<string>): Names =>
  new Names([...RESERVED, ...words], (name, number) => `${name}${/\d$/.test(name) ? "_" : ""}${number}`);
