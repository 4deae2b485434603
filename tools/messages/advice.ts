import ts from "typescript";
import { piecesOf } from "./literals";

/** Finds the advice in a TypeScript source, and the markers above it (`// advice: <id>`). Pure, so that tests can pass their own sources. */

/** What is found in a source. */
export interface Found {
  /** The ids of markers that are above a text. */
  readonly marked: readonly string[];
  /** Advice without a marker. */
  readonly unmarked: readonly { readonly line: number; readonly sentence: string }[];
  /** Lines of markers that are above nothing with a text in it. */
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

/** Reads a source. A marker counts for the texts of what it is above, but not for those in blocks inside of it. */
export function adviceIn(file: string, content: string): Found {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.ES2022, true);
  const markers = content.split("\n").map((line) => MARKER.exec(line)?.[1]?.split(", "));
  const used = new Set<number>();
  const unmarked: { line: number; sentence: string }[] = [];

  const visit = (node: ts.Node, outer: number | undefined): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const above = lineOf(node) - 1;
    const own = canBeMarked(node) && markers[above] !== undefined ? above : outer;
    const marker = ts.isBlock(node) ? undefined : own;
    const { text, values } = textOf(node);
    if (marker === undefined) {
      unmarked.push(...adviceSentences(text).map((sentence) => ({ line: lineOf(node) + 1, sentence })));
    } else if (text !== "") used.add(marker);
    for (const value of values) visit(value, marker);
  };
  visit(source, undefined);
  return {
    marked: [...used].flatMap((line) => markers[line] ?? []),
    unmarked,
    misplaced: markers.flatMap((ids, line) => (ids === undefined || used.has(line) ? [] : [line + 1])),
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
const lineOf = (node: ts.Node): number => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line;

/** A marker is above a statement, a property of an object or an element of a list. */
const canBeMarked = (node: ts.Node): boolean =>
  !ts.isSourceFile(node) &&
  (ts.isStatement(node) || ts.isPropertyAssignment(node) || ts.isArrayLiteralExpression(node.parent));

/** The text that a node puts together, "" if none, and the nodes in it that are not part of the text. */
function textOf(node: ts.Node): { readonly text: string; readonly values: readonly ts.Node[] } {
  const pieces = piecesOf(node);
  if (pieces === undefined) return { text: "", values: childrenOf(node) };
  return {
    text: pieces.map((piece) => (typeof piece === "string" ? piece : "…")).join(""),
    values: pieces.filter((piece) => typeof piece !== "string"),
  };
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}
