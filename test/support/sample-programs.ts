import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Emulator } from "../../src/emulator";
import { inherited } from "./stack";
import { quickStart, repositoryRoot } from "./workspace";

/** A program to be run without the engine (run-samples.ts). */
export interface SampleProgram {
  /** Path of its JavaScript. */
  readonly file: string;
  /** uid of the organization that it gets as config. */
  readonly organization: string;
  /** uid of a group in it, also as config. */
  readonly team: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** How a program ended: with the kinds that it has created, or with an error. */
export type SampleAnswer = { readonly created: string[] } | { readonly error: string };

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

/** A process that runs programs one after another, so that the SDK starts once. A program that fails ends it. */
export class SamplePrograms {
  #child: ChildProcess | undefined;
  #output = "";

  /** Runs a program to its end. Returns the kinds of the resources that it has created; throws its error. */
  async run(program: SampleProgram): Promise<string[]> {
    this.#child ??= this.#start();
    const child = this.#child;
    this.#output = "";
    const answer = await new Promise<SampleAnswer>((resolve) => {
      const ended = (code: number | null) => resolve({ error: `the process of the program ended with ${code}` });
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        // run-samples.ts sends nothing else.
        resolve(message as SampleAnswer);
      });
      child.send(program);
    });
    if ("created" in answer) return answer.created;
    this.end();
    throw new Error(`${answer.error}\n${this.#output}`);
  }

  /** Runs a TypeScript program with the uids of the organization and of a new group as config, by default with the emulator's token. */
  async runText(emulator: Emulator, text: string, environment = emulator.environment): Promise<string[]> {
    const organization = emulator.organization.uid;
    const team = String(emulator.put("iam:Group", organization, { name: "platform-team" }).uid);
    const directory = mkdtempSync(join(repositoryRoot, ".cache", "program-"));
    try {
      const file = join(directory, "program.js");
      writeFileSync(file, ts.transpileModule(text, { compilerOptions }).outputText);
      return await this.run({ file, organization, team, environment });
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  end(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = fork(join(__dirname, "run-samples.ts"), [], {
      cwd: repositoryRoot,
      env: inherited(),
      execArgv: ["--require", join(repositoryRoot, "tools/typescript.cjs"), "--require", quickStart],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    return child;
  }
}
