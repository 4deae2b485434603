import ts from "typescript";

/** Finds the advice in a TypeScript source, and the markers above it (`// advice: <id>`). Pure, so that tests can pass their own sources. */

/** Advice that a marker names. */
export interface Advised {
  readonly id: string;
  /** The sentences that give it; values known only at run time are "…". */
  readonly text: string;
}

/** What is found in a source. */
export interface Found {
  readonly advised: readonly Advised[];
  /** Advice without a marker. */
  readonly unmarked: readonly { readonly line: number; readonly sentence: string }[];
  /** Lines of markers that stand above nothing with a text in it. */
  readonly misplaced: readonly number[];
}

/** The verbs that advice begins with. */
const VERBS = (
  "accept add ask bind change check choose compare correct delete destroy find give grant install leave let make mend " +
  "narrow put refer remove restore revoke run say set take undo unset update use write"
).split(" ");

/** A sentence is advice if a clause of it begins with such a verb, or if it names what to run or to set. */
const ADVICE = new RegExp(
  [
    `(?:^|[.:;,(?…] ?|\\b(?:and|or|[Tt]hen) |- )(?:${VERBS.map(anyCase).join("|")}|[Nn]ame (?:an?|it|one|the)) (?!(?:again|may|of|or|up)\\b)\\S`,
    "\\b[Dd]id you mean\\b|\\b[Tt]he (?:form is|next (?:refresh|up|update))\\b|\\bof your own\\b",
    "\\bpulumi (?:cancel|config|destroy|refresh|stack|state|up)\\b|\\bPLATFORM_[A-Z]|\\bwith --[a-z]",
    '\\b(?:adoptUid|aliases|deleteBeforeReplace|dependsOn|protect|replaceOnChanges|retainOnDelete): ?[[{"t…]',
  ].join("|"),
);

const MARKER = /^ *\/\/ advice: ([a-z0-9, -]+)$/;

/** Reads a source. A marker counts for the texts of what it stands above, but not for those in blocks inside of it. */
export function adviceIn(file: string, content: string): Found {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.ES2022, true);
  const markers = content.split("\n").map((line) => MARKER.exec(line)?.[1]?.split(", "));
  const texts = new Map<number, string[]>();
  const unmarked: { line: number; sentence: string }[] = [];

  const visit = (node: ts.Node, outer: number | undefined): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const above = lineOf(node) - 1;
    const own = canBeMarked(node) && markers[above] !== undefined ? above : outer;
    const marker = ts.isBlock(node) ? undefined : own;
    const { text, values } = textOf(node);
    if (marker === undefined) {
      unmarked.push(...adviceSentences(text).map((sentence) => ({ line: lineOf(node) + 1, sentence })));
    } else if (text !== "") texts.set(marker, [...(texts.get(marker) ?? []), text]);
    for (const value of values) visit(value, marker);
  };
  visit(source, undefined);
  return {
    advised: [...texts].flatMap(([line, found]) => {
      const sentences = found.flatMap(adviceSentences);
      const [longest = ""] = found.toSorted((a, b) => b.length - a.length);
      const text = sentences.length > 0 ? sentences.join(" ") : longest.trim();
      return (markers[line] ?? []).map((id) => ({ id, text }));
    }),
    unmarked,
    misplaced: markers.flatMap((ids, line) => (ids === undefined || texts.has(line) ? [] : [line + 1])),
  };
}

/** The sentences of a text that are advice. */
export const adviceSentences = (text: string): string[] =>
  text
    .split(/(?<=[.?!])\s+(?=[A-Z…])|\n/)
    .filter((sentence) => ADVICE.test(sentence))
    .map((sentence) => sentence.trim());

/** A pattern of a word with or without a capital. */
function anyCase(word: string): string {
  return `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`;
}

/** The line that a node begins in, from 0. */
export const lineOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line;

/** A marker stands above a statement, a property of an object or an element of a list. */
export const canBeMarked = (node: ts.Node): boolean =>
  !ts.isSourceFile(node) &&
  (ts.isStatement(node) || ts.isPropertyAssignment(node) || ts.isArrayLiteralExpression(node.parent));

/** The text that a node puts together with `+` and templates, "" if none, and the nodes in it that are not part of the text. */
function textOf(node: ts.Node): { readonly text: string; readonly values: readonly ts.Node[] } {
  if (ts.isStringLiteralLike(node)) return { text: node.text, values: [] };
  if (ts.isTemplateExpression(node)) {
    const { head, templateSpans: spans } = node;
    return {
      text: [head, ...spans.map(({ literal }) => literal)].map(({ text }) => text).join("…"),
      values: spans.map(({ expression }) => expression),
    };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const sides = [node.left, node.right].map((side) => ({ side, ...textOf(side) }));
    if (sides.some(({ text }) => text !== ""))
      return {
        text: sides.map(({ text }) => text || "…").join(""),
        values: sides.flatMap(({ side, text, values }) => (text === "" ? [side] : values)),
      };
  }
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return { text: "", values: children };
}
