import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { quickStart, repositoryRoot } from "../../support/workspace";

/** Runs the body of a program against the built package in a Node of its own, and parses what its `done` was given. */
export async function runProgram(body: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  const program = `
    const pulumi = require("@pulumi/pulumi");
    const platform = require("pulumi-platform");
    const done = (value) => process.stdout.write(JSON.stringify(value));
    const resolved = (output) => new Promise((resolve) => output.apply(resolve));
    (async () => { ${body} })().catch((error) => { console.error(error); process.exitCode = 1; });
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--require", quickStart, "-e", program], {
    cwd: repositoryRoot,
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout);
}
