const { join } = require("node:path");

/** How textlint checks the English of pages and sources. */
module.exports = {
  plugins: { [join(__dirname, "plugin", "typescript.js")]: true },
  rules: { prh: { rulePaths: [join(__dirname, "words.yml")] } },
};
