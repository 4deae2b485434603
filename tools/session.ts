import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Plays the demo, and writes docs/demo.md from what it prints. */

const root = join(__dirname, "..");

const INTRODUCTION = `# The demo

\`npm run demo\` deploys \`examples/quickstart\` to the emulator with the real Pulumi engine. It checks each step and stops at the first
failure. \`npm run docs:session\` writes what it prints to this page, without the engine's progress. A test compares the two.`;

/** A line of the engine's progress. Its order and times differ from run to run. */
const PROGRESS = /^ +[-+~]? +pulumi(?:-nodejs)?:\S+ [\w-]+(?: |$)/;

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
    const lasting = lines.filter((line) => !PROGRESS.test(line)).join("\n");
    return `## ${title}\n\n${block(lasting.replace(/\n{3,}/g, "\n\n"))}`;
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
  writeFileSync(join(root, "docs", "demo.md"), demoPage(printed));
}

if (require.main === module) void record();
