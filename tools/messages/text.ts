import type ts from "typescript";

/** What a message says: words, values that are known only at run time, and alternatives. */
export type Text =
  | { readonly kind: "words"; readonly words: string }
  /** `parameter`: the value is whatever callers give for it. */
  | { readonly kind: "value"; readonly parameter?: ts.Symbol }
  | { readonly kind: "all"; readonly parts: readonly Text[] }
  | { readonly kind: "one"; readonly of: readonly Text[] };

export const words = (text: string): Text => ({ kind: "words", words: text });
export const VALUE: Text = { kind: "value" };
export const NOTHING = words("");
/** What never becomes part of a message: undefined. */
export const ABSENT: Text = { kind: "one", of: [] };

/** Whether a text is empty. */
export const isNothing = (text: Text): boolean => text.kind === "words" && text.words === "";

/** Lines of a list, or its items between something else. An item that may be missing takes its separator with it. */
export const joined = (items: readonly Text[], separator: string): Text =>
  all(items.map((item, i) => (i === 0 ? item : behind(separator, item))));

function behind(separator: string, item: Text): Text {
  if (item.kind === "one") return one(item.of.map((each) => behind(separator, each)));
  return isNothing(item) ? NOTHING : all([words(separator), item]);
}

/** Texts one after another. */
export function all(parts: readonly Text[]): Text {
  const flat = parts.flatMap((part) => (part.kind === "all" ? part.parts : [part])).filter((part) => !isNothing(part));
  const [first = NOTHING] = flat;
  return flat.length < 2 ? first : { kind: "all", parts: flat };
}

/** Alternatives that are shorter do not make a message another one. */
const MIN_LENGTH = 20;

/** One of several texts. Short ones are a value, or the first of them if all are known. */
export function one(texts: readonly Text[]): Text {
  const flat = texts.flatMap((text) => (text.kind === "one" ? text.of : [text]));
  const [first] = flat;
  if (first === undefined) return ABSENT;
  if (!flat.some((text) => isPhrase(text) && longestOf(text) > MIN_LENGTH)) {
    return flat.every(({ kind }) => kind === "words") ? first : VALUE;
  }
  const of = [...new Map(flat.map((text) => [keyOf(text), text])).values()];
  return of.length === 1 ? first : { kind: "one", of };
}

/** Two texts with the same key say the same. */
const keyOf = (text: Text): string =>
  JSON.stringify(text, (name, value) => (name === "parameter" ? nameOf(value as ts.Symbol) : value));

const nameOf = ({ name, valueDeclaration }: ts.Symbol): string => `${name}:${valueDeclaration?.pos}`;

/** Puts texts in the place of parameters. */
export function withValues(text: Text, textFor: (parameter: ts.Symbol) => Text | undefined): Text {
  switch (text.kind) {
    case "words":
      return text;
    case "value":
      return (text.parameter && textFor(text.parameter)) ?? text;
    case "all":
      return all(text.parts.map((part) => withValues(part, textFor)));
    case "one":
      return one(text.of.map((part) => withValues(part, textFor)));
  }
}

/** The parameters that a text depends on. */
export function parametersOf(text: Text): ts.Symbol[] {
  switch (text.kind) {
    case "words":
      return [];
    case "value":
      return text.parameter === undefined ? [] : [text.parameter];
    case "all":
      return text.parts.flatMap(parametersOf);
    case "one":
      return text.of.flatMap(parametersOf);
  }
}

/** Whether a text has several words of its own. */
export function isPhrase(text: Text): boolean {
  switch (text.kind) {
    case "words":
      return /\p{L}+ \p{L}/u.test(text.words);
    case "value":
      return false;
    case "all":
      return text.parts.some(isPhrase);
    case "one":
      return text.of.some(isPhrase);
  }
}

/** How many characters a value counts. */
const VALUE_LENGTH = 30;

/** Length of the longest message that a text can become. */
export function longestOf(text: Text): number {
  switch (text.kind) {
    case "words":
      return text.words.length;
    case "value":
      return VALUE_LENGTH;
    case "all":
      return text.parts.reduce((sum, part) => sum + longestOf(part), 0);
    case "one":
      return Math.max(0, ...text.of.map(longestOf));
  }
}
