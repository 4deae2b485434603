import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { advancedNow } from "./clock";
import { SECRETS_PROVIDER } from "./key-service";
import { quickStack } from "./quick-stack";
import { inherited, Stack } from "./stack";
import { repositoryRoot, writeFiles } from "./workspace";

export const commandFile = join(repositoryRoot, "dist", "command", "main.js");

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a call may have beside its words. */
export interface CallOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs the built command to its end, piped and without a terminal. Of the platform's settings it has only those given. */
export const call = (words: readonly string[], options: CallOptions = {}): Promise<Ended> =>
  runProgram(process.execPath, [commandFile, ...words], options);

/** What a program may have beside its words. */
interface ProgramOptions extends CallOptions {
  readonly input?: string;
  /** Milliseconds until the program is killed. */
  readonly timeoutMs?: number;
}

export function runProgram(
  program: string,
  words: readonly string[],
  { environment = {}, cwd = tmpdir(), input, timeoutMs = 120_000 }: ProgramOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // To bash a pipe of Node's looks like a remote login, for which it reads the user's start-up file, unless a shell runs it.
    const env = { ...inherited(), SHLVL: "2", ...environment };
    const child = execFile(program, words, { cwd, env, timeout: timeoutMs }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") return reject(error);
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
    if (input !== undefined) child.stdin?.end(input);
  });
}

export const digestOf = (letter: string): string => `sha256:${letter.repeat(64)}`;

/** The history of `acme/web:1.2` in a world. */
export const historyOfWeb = [
  { updateTimestamp: "2026-01-05T08:30:00.000Z", digest: digestOf("a") },
  { updateTimestamp: "2026-01-12T09:00:00.000Z", digest: digestOf("b") },
  { updateTimestamp: "2026-01-13T09:00:00.000Z", digest: digestOf("b") },
  { updateTimestamp: "2026-01-20T10:15:30.250Z", digest: digestOf("c") },
];

/** An emulator with what the examples of the pages ask for. */
export async function startWorld(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ now: advancedNow, ...options });
  emulator.history("acme/web", "1.2", historyOfWeb);
  return emulator;
}

/** A folder with a Pulumi project, a local backend, and a stack. */
export interface Project {
  readonly directory: string;
  /** For commands that run the Pulumi CLI. */
  readonly environment: Readonly<Record<string, string>>;
  pulumi(args: readonly string[]): Promise<string>;
  remove(): void;
}

export interface ProjectOptions {
  /** Whether the engine can load the provider: this package, built, is installed in it. */
  readonly isInstalled?: boolean;
  /** Whether a passphrase encrypts its secrets, and its processes are its own. */
  readonly hasPassphrase?: boolean;
}

/** The provider of resources in a state, and the stack that they are in. */
const PROVIDER = {
  urn: "urn:pulumi:dev::site::pulumi:providers:pulumi-nodejs::default",
  id: "0c1a7b1e-1111-4222-8333-444455556666",
};
const surroundings = [
  { urn: "urn:pulumi:dev::site::pulumi:pulumi:Stack::site-dev", custom: false, type: "pulumi:pulumi:Stack" },
  { ...PROVIDER, custom: true, type: "pulumi:providers:pulumi-nodejs", inputs: {}, outputs: {} },
];

/** A project with a stack `dev` whose state contains the given resources. Needs PULUMI_PLATFORM_PULUMI. */
export async function startProject(
  given: readonly object[] = [],
  { isInstalled = false, hasPassphrase = false }: ProjectOptions = {},
): Promise<Project> {
  const resources = given.length === 0 ? [] : [...surroundings, ...given];
  const folder = process.env.PULUMI_PLATFORM_PULUMI;
  if (folder === undefined) throw new Error("these tests need the Pulumi CLI: run them with `npm test`");
  const directory = mkdtempSync(join(tmpdir(), "command-project-"));
  const options = { directory, pulumi: folder };
  const { stack, release } = hasPassphrase
    ? { stack: new Stack(options), release: () => undefined }
    : await quickStack(options);
  writeFiles(directory, {
    "Pulumi.yaml": "name: site\nruntime: nodejs\n",
    "package.json": { name: "site" },
    "stack.json": {
      version: 3,
      deployment: { manifest: { time: "2026-01-05T08:30:00Z", magic: "", version: "" }, resources },
    },
  });
  if (isInstalled) symlinkSync(join(repositoryRoot, "node_modules"), join(directory, "node_modules"), "junction");
  const pulumi = async (args: readonly string[]) => {
    const { code, output, stdout } = await stack.run(args);
    assert.equal(code, 0, output);
    return stdout;
  };
  await pulumi(["stack", "init", "dev", ...(hasPassphrase ? [] : ["--secrets-provider", SECRETS_PROVIDER])]);
  if (resources.length > 0) await pulumi(["stack", "import", "--file", "stack.json"]);
  const remove = () => {
    release();
    rmSync(directory, { recursive: true, force: true });
  };
  return { directory, environment: stack.environment, pulumi, remove };
}

export const stateResource = (
  kind: string,
  name: string,
  { id, ...values }: { id: string; [field: string]: unknown },
) => {
  const type = `pulumi-nodejs:dynamic/platform/${kind}`;
  const inputs = {
    ...values,
    __provider: `exports.handler=()=>require("pulumi-platform/provider").dynamic("${kind}")`,
  };
  const provider = `${PROVIDER.urn}::${PROVIDER.id}`;
  return { urn: `urn:pulumi:dev::site::${type}::${name}`, custom: true, id, type, inputs, outputs: inputs, provider };
};
