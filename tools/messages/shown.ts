import { isNothing, type Text } from "./text";

/** A message as a page shows it. */
export interface Shown {
  /** The message. Values, and parts of which there are too many, are "…". Parts that may be missing are in brackets. */
  readonly text: string;
  /** The parts that were left out. */
  readonly parts: readonly Text[];
}

/** The most forms of one message that a page shows one by one. */
const MAX_FORMS = 8;

/** The messages that a text can become. */
export function shownOf(text: Text): Shown[] {
  switch (text.kind) {
    case "words":
      return [{ text: text.words, parts: [] }];
    case "value":
      return [{ text: "…", parts: [] }];
    case "one":
      return text.of.filter((each) => !isNothing(each)).flatMap(shownOf);
    case "all":
      return text.parts.reduce(withPart, [{ text: "", parts: [] }]);
  }
}

/** Each of some messages with each form of a further part. */
function withPart(messages: readonly Shown[], part: Text): Shown[] {
  const isOptional = part.kind === "one" && part.of.some(isNothing);
  const all = shownOf(part).map((shown) => (isOptional ? { ...shown, text: optional(shown.text) } : shown));
  const forms = messages.length * all.length <= MAX_FORMS ? all : [{ text: "…", parts: [part] }];
  return messages.flatMap((message) =>
    forms.map(({ text, parts }) => ({ text: message.text + text, parts: [...message.parts, ...parts] })),
  );
}

/** A line, a sentence or a clause needs no brackets. */
const optional = (text: string): string => (/^\s*$|[\n:;.](?: |$)|^\n/.test(text) ? text : `[${text}]`);
