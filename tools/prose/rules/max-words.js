const { splitAST, SentenceSplitterSyntax } = require("sentence-splitter");
const { StringSource } = require("textlint-util-to-string");

const MOST = 25;

/** A name in code is no word. */
const withoutCode = ({ node, emptyValue }) => (node.type === "Code" ? emptyValue() : undefined);

/** Reports sentences of more than 25 words. */
module.exports = ({ Syntax, RuleError, report }) => ({
  [Syntax.Paragraph](paragraph) {
    for (const sentence of splitAST(paragraph).children.filter(
      ({ type }) => type === SentenceSplitterSyntax.Sentence,
    )) {
      const words = new StringSource(sentence, { replacer: withoutCode })
        .toString()
        .replace(/\(rows? [^)]*\)/g, "")
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word));
      const index = sentence.range[0] - paragraph.range[0];
      if (words.length > MOST)
        report(paragraph, new RuleError(`${words.length} words in a sentence, at most ${MOST}`, { index }));
    }
  },
});
