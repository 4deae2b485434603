const ts = require("typescript");

/**
 * A textlint plugin that reads TypeScript: each comment is a paragraph, and so is each text of several words. Values in a
 * template and names in backquotes are code.
 */

/** A text that people read has words with spaces between them. */
const SENTENCE = /[\p{L},.…] +\p{L}+ +\p{L}/u;
/** Notes to other tools. */
const DIRECTIVE = /^\W*(?:@ts-|biome-ignore|eslint|c8 ignore|advice: )/;

/** Reads a source as a document of textlint, in which every node keeps its place. */
function documentOf(source) {
  const file = ts.createSourceFile("text.ts", source, ts.ScriptTarget.ES2022, true);
  const position = (index) => {
    const { line, character } = file.getLineAndCharacterOfPosition(index);
    return { line: line + 1, column: character };
  };
  const nodeOf = (type, [start, end], rest) => ({
    type,
    raw: source.slice(start, end),
    range: [start, end],
    loc: { start: position(start), end: position(end) },
    ...rest,
  });
  const leaf = ({ type = "Str", range, value = source.slice(...range) }) => nodeOf(type, range, { value });
  const paragraphs = [...commentsOf(file), ...textsOf(file)]
    .filter((pieces) => pieces.length > 0)
    .map((pieces) => {
      const range = [pieces[0].range[0], pieces.at(-1).range[1]];
      return nodeOf("Paragraph", range, { children: pieces.map(leaf) });
    })
    .sort((a, b) => a.range[0] - b.range[0]);
  return nodeOf("Document", [0, source.length], { children: paragraphs });
}

/** The comments of a source: lists of pieces, one list for each paragraph. */
function commentsOf(file) {
  const source = file.text;
  const ranges = new Map();
  const visit = (node) => {
    const found = [
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.end) ?? []),
    ];
    for (const { pos, end } of found) ranges.set(pos, [pos, end]);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  const lines = [...ranges.values()]
    .sort(([a], [b]) => a - b)
    .flatMap(([pos, end]) => linesOf(source, pos, end, /^\s*(?:\/\*\*?|\/\/+|\*\/|\*)?\s?/, /\s*(?:\*\/)?\s*$/));
  const paragraphs = [[]];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isNext =
      before !== undefined &&
      /^\s*$/.test(source.slice(before.range[1], line.range[0]).replace(/\/\*\*?|\*\/|\/\/+|\*/g, ""));
    const isBlankBetween = before !== undefined && source.slice(before.range[1], line.range[0]).split("\n").length > 2;
    if (!isNext || isBlankBetween || /^(?:@|- |\d+\. )/.test(line.text)) paragraphs.push([]);
    if (DIRECTIVE.test(line.text)) continue;
    const paragraph = paragraphs.at(-1);
    if (paragraph.length > 0) paragraph.push({ range: [paragraph.at(-1).range[1], line.range[0]], value: " " });
    paragraph.push(...withCode(line));
  }
  return paragraphs;
}

/** The lines of a part of a source that have something in them, without what `start` and `end` match. */
function linesOf(source, from, to, start, end) {
  let offset = from;
  return source
    .slice(from, to)
    .split("\n")
    .flatMap((line) => {
      const begin = offset + start.exec(line)[0].length;
      const rest = source.slice(begin, offset + line.length);
      offset += line.length + 1;
      const text = rest.slice(0, end.exec(rest).index);
      return text === "" ? [] : [{ text, range: [begin, begin + text.length] }];
    });
}

/** Pieces of a line: names in backquotes are code. */
function withCode({ text, range: [start] }) {
  return [...text.matchAll(/`[^`]*`|\{@link [^}]*\}|(?:(?!`[^`]*`|\{@link )[\s\S])+/g)].map(({ 0: piece, index }) => ({
    type: /^[`{]/.test(piece) ? "Code" : "Str",
    range: [start + index, start + index + piece.length],
  }));
}

/** The texts of a source: lists of pieces, one list for each line of a text. */
function textsOf(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const pieces = piecesOf(node, file);
    if (pieces === undefined) return void node.forEachChild(visit);
    const words = pieces.map(({ type, range }) => (type === "Code" ? "x" : file.text.slice(...range))).join("");
    if (SENTENCE.test(words)) found.push(...paragraphsOf(pieces, file.text));
    for (const { value } of pieces) if (typeof value === "object") visit(value);
  };
  visit(file);
  return found.map((pieces) =>
    pieces.map(({ value, ...piece }) => (typeof value === "object" ? { ...piece, value: "x" } : { ...piece, value })),
  );
}

/** The pieces that an expression puts together with `+` and templates; undefined for one that is no text. */
function piecesOf(node, file) {
  if (ts.isStringLiteralLike(node)) return [{ range: [node.getStart(file) + 1, node.end - 1] }];
  if (ts.isTemplateExpression(node)) {
    const head = { range: [node.head.getStart(file) + 1, node.head.end - 2] };
    const rest = node.templateSpans.flatMap(({ expression, literal }) => [
      { type: "Code", range: [expression.getStart(file), expression.end], value: expression },
      { range: [literal.getStart(file) + 1, literal.end - (ts.isTemplateTail(literal) ? 1 : 2)] },
    ]);
    return [head, ...rest];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [node.left, node.right].map((side) => piecesOf(side, file));
    if (left === undefined && right === undefined) return undefined;
    const code = (side) => [{ type: "Code", range: [side.getStart(file), side.end], value: side }];
    return [...(left ?? code(node.left)), ...(right ?? code(node.right))];
  }
  return undefined;
}

/** Breaks pieces where the text begins a new line. */
function paragraphsOf(pieces, source) {
  const paragraphs = [[]];
  for (const piece of pieces) {
    if (piece.type === "Code") {
      paragraphs.at(-1).push(piece);
      continue;
    }
    let [start] = piece.range;
    for (const part of source.slice(...piece.range).split(/(?<!\\)(?=\\n|\n)/)) {
      if (/^(?:\\n|\n)/.test(part)) paragraphs.push([]);
      const skip = /^(?:\\n|\n)?/.exec(part)[0].length;
      if (part.length > skip) paragraphs.at(-1).push({ range: [start + skip, start + part.length] });
      start += part.length;
    }
  }
  return paragraphs;
}

module.exports = {
  Processor: class {
    availableExtensions() {
      return [".ts"];
    }
    processor() {
      return {
        preProcess: (source) => documentOf(source),
        postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? "<text>" }),
      };
    }
  },
};
