import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adviceIn, adviceSentences, type Found } from "./advice-texts";

/** Writes docs/advice.md from the markers in sources and pages, and from the titles of tests. */

const root = join(__dirname, "..");

/** Pages that are made from something else, where their advice stands. */
const MADE = ["docs/advice.md", "docs/demo.md", "docs/promises.md", "docs/resources.md"];
/** The emulator's answers are the platform's; of its files only these speak to whoever runs it. Help texts describe, and advise nothing. */
const SPEAKS_TO_NOBODY = /^src\/emulator\/(?!.*\/(?:checks|fault-line|state-file)\.ts$)|\/declaration\.ts$/;

/** Advice where it stands, or a test that follows it. */
interface Place {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(ending))
    .sort();

const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The sources whose texts users see, and what is found in each; one of them writes a page. */
export const sources = (): { readonly file: string; readonly found: Found }[] =>
  [...filesBelow("src", ".ts"), "tools/resource-docs.ts"]
    .filter((file) => !SPEAKS_TO_NOBODY.test(file))
    .map((file) => ({ file, found: adviceIn(file, read(file)) }));

/** Finds claims in a file: a pattern matches a list of ids and a text. */
const claimsIn = (file: string, pattern: RegExp): Place[] =>
  [...read(file).matchAll(pattern)].flatMap(({ groups = {} }) =>
    (groups.ids ?? "").split(", ").map((id) => ({ file, id, text: (groups.text ?? "").replace(/\s+/g, " ").trim() })),
  );

/** A marker in a page, and what follows it up to the end of the paragraph, the item or the cell. */
const IN_PAGE = /<!-- advice: (?<ids>[a-z0-9, -]+) -->\s*(?<text>[\s\S]*?)(?=\n\s*\n|\n\s*- |<!-- | \||$)/g;

/** All advice of sources, and of the pages that were written by hand. */
export const allAdvice = (): Place[] => [
  ...sources().flatMap(({ file, found }) => found.advised.map((advised) => ({ ...advised, file }))),
  ...["README.md", "SECURITY.md", ...filesBelow("docs", ".md")]
    .filter((file) => !MADE.includes(file))
    .flatMap((file) => claimsIn(file, IN_PAGE))
    .map(({ text, ...place }) => ({
      ...place,
      text: adviceSentences(text)[0] ?? text.split(/(?<=[.?!]) /)[0] ?? text,
    })),
];

/** The title of a test that claims advice: "… (advice rename-alias)", "… (advice a, b)". */
const IN_TITLE = /(["`])(?<text>(?:(?!\1).)*) \(advice (?<ids>[a-z0-9, -]+)\)(?:(?!\1).)*\1/g;

/** The tests that follow advice to its good end; the text is the title, without what it claims. */
export const followings = (): Place[] =>
  filesBelow("test", ".test.ts")
    .flatMap((file) => claimsIn(file, IN_TITLE))
    .map(({ text, ...place }) => ({ ...place, text: text.replace(/ ?\(rows? [\d, ]+\)/g, "") }));

/** A text in a cell of a table, without the marks of the sentence that it continues. */
const cellOf = (text: string): string =>
  text
    .replace(/^[\s,;:.)]+/, "")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;");

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The text of docs/advice.md. */
export function advicePage(): string {
  const advice = allAdvice();
  const tests = followings();
  const rows = unique(advice.map(({ id }) => id))
    .sort()
    .map((id) => {
      const standing = advice.filter((place) => place.id === id);
      const where = unique(standing.map(({ file }) => `\`${file}\``)).join(", ");
      const by = tests.filter((place) => place.id === id).map(({ file, text }) => `\`${file}\`: ${cellOf(text)}`);
      return `| \`${id}\` | ${cellOf(standing[0]?.text ?? "")} | ${where} | ${by.join("<br>")} |`;
    });
  return `# Advice, and the tests that follow it

Made by \`npm run docs\` from the markers in sources (\`// advice: <id>\`) and pages (\`<!-- advice: <id> -->\`), and from the
titles of tests. Each test does what the advice says, and sees that it ends well. \`…\` stands for a value. A message that only
says how an input must be is not advice; the tests of bad input cover it.

| advice | what it says | where it stands | the tests that follow it |
|---|---|---|---|
${rows.join("\n")}
`;
}

if (require.main === module) writeFileSync(join(root, "docs", "advice.md"), advicePage());
