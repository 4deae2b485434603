import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { adviceIn, adviceOfPage, adviceSentence, type Found } from "./advice-texts";

/** Writes docs/advice.md from the markers in sources and pages, and from the titles of tests. */

const root = join(__dirname, "..");
const target = join(root, "docs", "advice.md");

/** Pages that are made from something else, where their advice stands. */
const MADE = ["advice.md", "demo.md", "promises.md", "resources.md"];
/** Of the emulator's own files these speak to whoever runs its command. */
const EMULATOR = ["checks.ts", "fault-line.ts", "state-file.ts"];

/** Advice where it stands. */
interface Standing {
  readonly id: string;
  readonly text: string;
  readonly file: string;
}

/** A test that follows advice to its good end. */
interface Following {
  readonly file: string;
  /** Without its claim. */
  readonly title: string;
  readonly ids: readonly string[];
}

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(ending))
    .sort();

const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The sources whose texts users see, what is found in each, and the tool that writes a page. */
export const sources = (): { readonly file: string; readonly found: Found }[] =>
  [...filesBelow("src", ".ts"), "tools/resource-docs.ts"]
    .filter((file) => !file.startsWith("src/emulator/") || EMULATOR.some((name) => file.endsWith(`/${name}`)))
    .map((file) => ({ file, found: adviceIn(file, read(file)) }));

/** The pages that users read, as they were written by hand. */
const pages = (): string[] => [
  "README.md",
  "SECURITY.md",
  ...filesBelow("docs", ".md").filter((file) => !MADE.some((name) => file === `docs/${name}`)),
];

/** All advice of sources and pages. */
export const allAdvice = (): Standing[] => [
  ...sources().flatMap(({ file, found }) => found.advised.map(({ id, text }) => ({ id, text, file }))),
  ...pages().flatMap((file) => adviceOfPage(read(file)).map(({ id, text }) => ({ id, text, file }))),
];

const CLAIM = / ?\(advice ([a-z0-9, -]+)\)/;

/** The tag of a test that only the full run has. */
const TAG = / @all$|\$\{tag\}$/;

/** The tests whose titles claim advice: "… (advice rename-alias)", "… (advice a, b)". */
export function followings(): Following[] {
  return filesBelow("test", ".test.ts").flatMap((file) => {
    const found: Following[] = [];
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node): void => {
      const [first] = ts.isCallExpression(node) ? node.arguments : [];
      const title =
        first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)) ? first.getText() : "";
      const [, ids] = CLAIM.exec(title) ?? [];
      if (ids !== undefined) {
        const withoutClaim = title
          .slice(1, -1)
          .replace(CLAIM, "")
          .replace(/ ?\(rows? [\d, ]+\)/, "")
          .replace(TAG, "");
        found.push({ file, title: withoutClaim, ids: ids.split(", ") });
      }
      node.forEachChild(visit);
    };
    visit(source);
    return found;
  });
}

/** A text in a cell of a table, without the marks of the sentence that it continues. */
const cellOf = (text: string): string =>
  text
    .replace(/^[\s,;:.)]+/, "")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;");

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The text of docs/advice.md. */
export function advicePage(): string {
  const advice = allAdvice();
  const tests = followings();
  const rows = unique(advice.map(({ id }) => id))
    .sort()
    .map((id) => {
      const standing = advice.filter((found) => found.id === id);
      const [first] = standing;
      const where = unique(standing.map(({ file }) => `\`${file}\``)).join(", ");
      const by = tests.filter(({ ids }) => ids.includes(id)).map(({ file, title }) => `\`${file}\`: ${cellOf(title)}`);
      return `| \`${id}\` | ${cellOf(adviceSentence(first?.text ?? ""))} | ${where} | ${by.join("<br>")} |`;
    });
  return [
    "# Advice, and the tests that follow it",
    "",
    "Made by `npm run docs` from the markers in sources (`// advice: <id>`) and pages (`<!-- advice: <id> -->`), and from the",
    "titles of tests. Each test does what the advice says, and sees that it ends well. `…` stands for a value. A message that only",
    "says how an input must be is not advice; the tests of bad input cover it.",
    "",
    "| advice | what it says | where it stands | the tests that follow it |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

if (require.main === module) writeFileSync(target, advicePage());
