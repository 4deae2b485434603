import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Line, picture, type Theme } from "./picture";

/** Writes docs/demo.md from a run of the demo, and draws the README's pictures of a session from that page. */

const root = join(__dirname, "..");
const page = join(root, "docs", "demo.md");

const INTRODUCTION = `# The demo, as printed

\`npm run demo\` plays the main job on the real Pulumi engine and the packed package, against the emulator: create, leave
alone, find drift, repair, destroy. Each step is checked, and the first that fails ends the demo. \`npm run docs:session\`
recorded this page; it holds all that the demo printed. A test plays the demo again and compares.`;

/** A step of the demo, as the page has it. */
export interface Step {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The text of docs/demo.md, made of what the demo printed. */
export function demoPage(printed: string): string {
  const [before = "", ...steps] = printed.split(/^(?=\d\. )/m).map((text) => text.replace(/[ \t]+$/gm, "").trim());
  const sections = steps.map((text) => {
    const [title = "", ...lines] = text.split("\n");
    return `## ${title}\n\n${block(lines.join("\n"))}`;
  });
  const intro = before.slice(Math.max(0, before.indexOf("A local platform")));
  return `${[INTRODUCTION, block(intro), ...sections].join("\n\n")}\n`;
}

const block = (text: string): string => `\`\`\`text\n${text.replace(/^\n+/, "").trimEnd()}\n\`\`\``;

/** The steps of docs/demo.md, the set-up left out. */
export function stepsOf(text: string): Step[] {
  return text
    .split(/^## \d\. /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...rest] = section.split("\n");
      return { title, lines: rest.filter((line) => !line.startsWith("```")) };
    });
}

/** What the picture shows of a step, by its number: the lines that match, in their order. */
const SHOWN: ReadonlyMap<number, readonly RegExp[]> = new Map([
  [1, [/^ {2}\$ /, /(team|ci|web|ci-deploys) created/, /Resources:/, /\d+ created$/]],
  [3, [/^ {2}\$ /, /RoleBinding: \(delete\)/, /Identity: \(update\)/, /~ description:/, /error:/, /exit code/]],
  [4, [/^ {2}\$ /, /web-ci updated/, /ci-deploys created/, /the platform saw: PATCH/]],
  [5, [/^ {2}\$ /, /^ +error: Group/, /- Repo "/, /made by someone else/, /exit code/]],
]);

/** The lines of the picture. Of each step only the first command is shown, and uids are cut short. */
function excerpt(steps: readonly Step[]): Line[] {
  return steps.flatMap(({ title, lines }, index) => {
    const patterns = SHOWN.get(index + 1);
    if (patterns === undefined) return [];
    const commands = lines.flatMap((line, at) => (line.startsWith("  $ ") ? [at] : []));
    const first = lines.slice(0, commands[1]);
    const shown = first.filter((line) => patterns.some((pattern) => pattern.test(line)));
    const gap: Line[] = index === 0 ? [] : [{ text: "", tone: "plain" }];
    return [...gap, { text: `# ${title}`, tone: "dim" as const }, ...shown.map(lineOf)];
  });
}

function lineOf(line: string): Line {
  const text = line.replace(/^ {2}/, "").replace(/[0-9a-f]{40}((?:\/[0-9a-f]{16})*)/g, shortUid);
  const sign = /^\s*([-+~])/.exec(text)?.[1];
  if (text.startsWith("$ ")) return { text, tone: "command" };
  if (/^\s*error:/.test(text)) return { text, tone: "bad" };
  return { text, tone: sign === "+" ? "good" : sign === "-" ? "bad" : sign === "~" ? "changed" : "plain" };
}

const shortUid = (_: string, path: string): string => `…/${path.slice(-16, -10)}…`;

/** A picture of the session in docs/demo.md, as SVG. */
export const sessionPicture = (text: string, theme: Theme): string =>
  picture(excerpt(stepsOf(text)), theme, {
    title: "A session of the demo",
    description: "Pulumi creates a stack, finds drift and repairs it; a blocked destroy says what is in the way.",
  });

/** Where a picture lies. */
export const pictureFile = (theme: Theme): string => join(root, "docs", `session-${theme}.svg`);

async function record(): Promise<void> {
  const demo = spawn(process.execPath, ["--require", "ts-node/register/transpile-only", "tools/demo.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  demo.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    process.stdout.write(text);
  });
  const [code] = await once(demo, "close");
  if (code !== 0) throw new Error("the demo failed: nothing is recorded");
  writeFileSync(page, demoPage(printed));
}

/** Draws the pictures from docs/demo.md; with --record the demo is played first, and the page written from it. */
async function main(): Promise<void> {
  if (process.argv.includes("--record")) await record();
  const text = readFileSync(page, "utf8");
  for (const theme of ["light", "dark"] as const) writeFileSync(pictureFile(theme), sessionPicture(text, theme));
}

if (require.main === module) void main();
