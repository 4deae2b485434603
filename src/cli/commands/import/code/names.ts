import { nameOf, type ResourceSpec } from "../../../../spec/resource";

/** Names of variables and resources, made of names that others gave. */

/** What no variable of a module may be called, or what would hide what the program or a reader needs. */
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

/** Letters and digits that a name has at most. */
const MAX_LENGTH = 50;

/** The words of a text: runs of ASCII letters and digits. Nothing else is left. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .match(/[a-z0-9]+/g) ?? [];

/** The first words of texts that a name has room for. */
function firstWords(texts: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of texts.flatMap(wordsOf)) {
    if (words.length > 0 && words.join("").length + word.length > MAX_LENGTH) break;
    words.push(word.slice(0, MAX_LENGTH));
  }
  return words;
}

/** `web-frontend` of "Web / Frontend"; empty for a text without letters and digits. */
export const dashed = (...texts: readonly string[]): string => firstWords(texts).join("-");

/** `webFrontend` of `web-frontend`; empty for a text without letters, or that begins with a digit. */
export function camelCase(...texts: readonly string[]): string {
  const [first = "", ...others] = firstWords(texts);
  const name = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return /^[a-z]/.test(name) ? name : "";
}

/** `role binding` of RoleBinding. */
export const kindInWords = (spec: ResourceSpec): string =>
  nameOf(spec)
    .replace(/(?<=[a-z])[A-Z]/g, " $&")
    .toLowerCase();

/** Names that are given once. */
export class Names {
  readonly #taken: Set<string>;

  /**
   * @param numbered makes a name with a number of one that is taken
   */
  constructor(
    taken: Iterable<string> = [],
    private readonly numbered = (name: string, number: number) => `${name}-${number}`,
  ) {
    this.#taken = new Set(taken);
  }

  /** The first candidate that is free, or the first with a number; empty candidates are passed over. Takes it. */
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

/** Names of variables: no reserved word, and none of the words that stand in a program already. */
export const variableNames = (words: Iterable<string>): Names =>
  new Names([...RESERVED, ...words], (name, number) => `${name}${/\d$/.test(name) ? "_" : ""}${number}`);
