import ts from "typescript";

/** Finds texts and the advice in them in a TypeScript source. Pure, so that tests can pass their own sources. */

/** A text that a source puts together, in the pieces that markers (`// advice: <id>`) cut it into. */
interface Text {
  readonly pieces: readonly Piece[];
}

/** Part of a text, from one marker to the next. */
interface Piece {
  /** The text; values known only at run time are "…". */
  readonly text: string;
  readonly line: number;
  /** Ids of its marker; none where it has none. */
  readonly ids: readonly string[];
}

/** Advice that a source gives. */
export interface Advised {
  readonly id: string;
  readonly text: string;
  readonly line: number;
}

/** Advice that no marker names. */
export interface Unmarked {
  readonly line: number;
  /** The words that make it advice. */
  readonly found: string;
}

/** What is found in a source. */
export interface Found {
  readonly advised: readonly Advised[];
  readonly unmarked: readonly Unmarked[];
  /** Lines of markers that no text follows. */
  readonly idle: readonly number[];
}

/**
 * Patterns of advice: imperative verbs with their object, and names of things to set (options, flags, settings). "…"
 * stands for a value. A text that only says how a value must be is a complaint, not advice.
 */
const ADVICE: readonly RegExp[] = [
  /\b[Rr]un (it\b|chmod|the (same )?command|`|"|npm|pulumi)/,
  /\b[Gg]ive (it\b|them\b|the\b|another\b|what\b|…)/,
  /\b[Ss]et (…|PLATFORM_|platform:|it\b)/,
  /\b[Cc]heck (…|platform:|the\b)/,
  /\b([Dd]elete|[Rr]evoke|[Rr]emove) (it\b|them\b|first\b|what\b|…)/,
  /\b[Tt]ake (it|them|one of [^.,]{1,20}|this one) out\b/,
  /\b([Cc]hoose|[Uu]nset|[Ii]nstall|[Nn]arrow it|[Ll]eave it out|[Ll]et someone|[Dd]id you mean|[Mm]ake another)\b/,
  /\b[Aa]sk (for|someone|again)\b/,
  /\b[Uu]se (one\b|…|`|platform:|PLATFORM_|adoptUid|another|--)/,
  /\b[Ww]rite (if\b|%|`|…)/,
  /\b[Ss]ay which\b/,
  /\b[Nn]ame an? \w+ of your own\b|\bof (one of )?your own\b/,
  /\b[Tt]he next (update|refresh|up)\b/,
  /\bpulumi (refresh|up|cancel|config|destroy|stack|state)\b/,
  /\b(aliases|dependsOn|deleteBeforeReplace|replaceOnChanges|retainOnDelete|protect|adoptUid): ?[[{"t…]/,
  /\bwith (a )?--[a-z]|--target\b/,
  /\bplatform:[a-z]\w+( or |, | \()PLATFORM_|…( or |, )PLATFORM_/,
  /\b[Tt]he form is\b/,
];

const MARKER = /^\s*\/\/ advice: ([a-z0-9, -]+)$/gm;

/** Reads the texts of a source. */
export function adviceIn(name: string, content: string): Found {
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.ES2022, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const markers = [...content.matchAll(MARKER)].map((match) => ({
    position: match.index + match[0].length,
    ids: idsOf(match[1]),
    isUsed: false,
  }));
  const texts: Text[] = [];
  const unmarked: Unmarked[] = [];

  /** The ids of the marker that stands directly before a position: between the two is no other text. */
  const markerOf = (position: number, after: number): readonly string[] | undefined => {
    const marker = markers.findLast((found) => found.position <= position && found.position > after);
    if (marker === undefined || marker.isUsed || lineOf(position) - lineOf(marker.position) > REACH) return undefined;
    marker.isUsed = true;
    return marker.ids;
  };

  let end = 0;
  const visit = (node: ts.Node, isCovered: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const parts = partsOf(node);
    if (parts === undefined) {
      node.forEachChild((child) => visit(child, isCovered));
      return;
    }
    const pieces: { text: string; line: number; ids: readonly string[] }[] = [];
    for (const { part, text } of parts) {
      const ids = markerOf(part.getStart(source), end);
      const last = pieces.at(-1);
      if (ids !== undefined || last === undefined)
        pieces.push({ text, line: lineOf(part.getStart(source)), ids: ids ?? [] });
      else last.text += text;
      end = part.getStart(source);
      const isMarked = isCovered || (pieces.at(-1)?.ids.length ?? 0) > 0;
      part.forEachChild((child) => visit(child, isMarked));
      end = Math.max(end, part.getEnd());
    }
    texts.push({ pieces });
    if (!isCovered) unmarked.push(...unmarkedIn(pieces));
  };
  visit(source, false);
  return {
    advised: texts.flatMap(({ pieces }) =>
      pieces.flatMap(({ ids, text, line }) => ids.map((id) => ({ id, text: text.trim(), line }))),
    ),
    unmarked,
    idle: markers.filter(({ isUsed }) => !isUsed).map(({ position }) => lineOf(position)),
  };
}

/** The sentence of a text that holds its advice; the first where none tells itself apart. */
export function adviceSentence(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s+(?=[A-Z…])/);
  return sentences.find((sentence) => ADVICE.some((pattern) => pattern.test(sentence))) ?? sentences[0] ?? text;
}

/** How many lines a marker may stand above its text. */
const REACH = 3;

const idsOf = (list = ""): string[] => list.split(",").map((id) => id.trim());

/** The operands of a text that is put together with `+`, or the one that it is; nothing for what is no text. */
function partsOf(node: ts.Node): { part: ts.Node; text: string }[] | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [{ part: node, text: node.text }];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`);
    return [{ part: node, text: node.head.text + spans.join("") }];
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [partsOf(node.left), partsOf(node.right)];
  if (left === undefined && right === undefined) return undefined;
  return [...(left ?? [{ part: node.left, text: "…" }]), ...(right ?? [{ part: node.right, text: "…" }])];
}

/** Advice in the pieces of one text that have no marker. Words may be cut in two by the `+` between two lines. */
function unmarkedIn(pieces: readonly Piece[]): Unmarked[] {
  const whole = pieces.map(({ text }) => text).join("");
  const pieceAt = (position: number): Piece | undefined => {
    let begin = 0;
    return pieces.find(({ text }) => {
      begin += text.length;
      return position < begin;
    });
  };
  return ADVICE.flatMap((pattern) =>
    [...whole.matchAll(new RegExp(pattern, "g"))].flatMap(({ index, 0: found }) => {
      const piece = pieceAt(index);
      return piece === undefined || piece.ids.length > 0 ? [] : [{ line: piece.line, found }];
    }),
  );
}

/** The advice of a page: what follows a marker (`<!-- advice: <id> -->`), up to the end of the paragraph or the item. */
export function adviceOfPage(content: string): Advised[] {
  return [...content.matchAll(/<!-- advice: ([a-z0-9, -]+) -->/g)].flatMap((match) => {
    const from = match.index + match[0].length;
    const [paragraph = ""] = content
      .slice(from)
      .trimStart()
      .split(/\n(?=\s*\n|\s*- )|<!-- | \|/);
    const line = content.slice(0, match.index).split("\n").length;
    return idsOf(match[1]).map((id) => ({ id, text: paragraph.replace(/\s+/g, " ").trim(), line }));
  });
}
