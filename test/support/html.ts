import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/** What a browser reads from a text of HTML. */
export interface ReadHtml {
  /** What is wrong with it. */
  readonly errors: readonly string[];
  /** All elements of a name, in the order of the text. */
  elements(name: string): ReadElement[];
}

/** An element. */
export interface ReadElement {
  readonly attributes: Readonly<Record<string, string>>;
  /** The text in it. */
  readonly text: string;
}

/** Reads HTML as browsers do. */
export function readHtml(text: string): ReadHtml {
  const errors: string[] = [];
  const document = parse(text, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
  const all = [...elementsBelow(document)];
  return {
    errors,
    elements: (name) => all.filter(({ tagName }) => tagName === name).map(readElement),
  };
}

function* elementsBelow(parent: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const node of parent.childNodes) {
    if (!("tagName" in node)) continue;
    yield node;
    yield* elementsBelow(node);
  }
}

const readElement = (element: Element): ReadElement => ({
  attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  text: textIn(element),
});

const textIn = (parent: DefaultTreeAdapterTypes.ParentNode): string =>
  parent.childNodes.map((node) => ("value" in node ? node.value : "childNodes" in node ? textIn(node) : "")).join("");
