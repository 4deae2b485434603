import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommandResult, Stack } from "./stack";

/** The files that `pulumi stack init test` wrote in this process, by the provider of the stack's key. */
const templates = new Map<string, string>();

const BACKEND = ".pulumi-test/backend";
const SETTINGS = "Pulumi.test.yaml";

/** Where the CLI stores the selected stack of the project `test` in a folder. */
const selectionOf = (directory: string): string => {
  const project = createHash("sha1").update(join(directory, "Pulumi.yaml")).digest("hex");
  return join(directory, ".pulumi-test/home/workspaces", `test-${project}-workspace.json`);
};

/** `pulumi stack init test` in the project `test`: by the CLI the first time, afterwards by copying its files. */
export async function initStack(stack: Stack, secretsProvider = "passphrase"): Promise<CommandResult> {
  const { directory } = stack.options;
  const template = templates.get(secretsProvider);
  if (template === undefined) {
    const made = await stack.init("--secrets-provider", secretsProvider);
    // A CLI that stores the selection elsewhere creates every stack itself.
    if (made.code === 0 && existsSync(selectionOf(directory))) templates.set(secretsProvider, copied(directory));
    return made;
  }
  for (const name of [BACKEND, SETTINGS]) cpSync(join(template, name), join(directory, name), { recursive: true });
  mkdirSync(dirname(selectionOf(directory)), { recursive: true });
  cpSync(join(template, "selection.json"), selectionOf(directory));
  return { code: 0, stdout: "", output: "" };
}

function copied(directory: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-stack-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of [BACKEND, SETTINGS]) cpSync(join(directory, name), join(folder, name), { recursive: true });
  cpSync(selectionOf(directory), join(folder, "selection.json"));
  return folder;
}
