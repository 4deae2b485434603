import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { PLUGIN_LINES } from "../../test/support/engine";
import { initStack } from "../../test/support/fresh-stack";
import { Stack } from "../../test/support/stack";
import { createWorkspace, writeFiles } from "../../test/support/workspace";
import type { Operation, Peer, Scenario } from "./plan";
import { type RecordedIdentities, readStateFile } from "./state-file";

/** A command to measure. */
export interface Started {
  readonly pid: number;
  readonly ended: Promise<{ readonly code: number; readonly output: string }>;
}

/** A peer's program with its stack, in a temporary folder. */
export interface Project {
  start(operation: Operation): Started;
  /** Contents of the stack's file, or undefined if there is none. */
  state(): RecordedIdentities | undefined;
  remove(): void;
}

/** The configuration of a program in Pulumi's own templates. */
const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "commonjs",
    moduleResolution: "bundler",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
  },
  files: ["index.ts"],
};

const programOf = (peer: Peer): string =>
  readFileSync(join(__dirname, "peers", `${peer === "plugin" ? "ours" : peer}.ts`), "utf8");

/** Additional files of the peer `plugin`. */
const ON_PLUGIN = { PLATFORM_SHELL: "plugin" };

const ARGUMENTS: Readonly<Record<Operation, readonly string[]>> = {
  create: ["up", "--yes", "--skip-preview"],
  "up again": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  update: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

/** Settings of the Go runtime as users have them, because `Stack` otherwise trades memory for time. */
const GO_DEFAULTS = { GOGC: "100", GOMEMLIMIT: "off" };

/** Variables for the program's texts. Each resource's description contains the revision. */
export const revision = (operation: Operation) => ({ BENCH_REVISION: operation === "update" ? "2" : "1" });

export interface ProjectOptions {
  readonly peer: Peer;
  readonly scenario: Scenario;
  /** Folder of the Pulumi CLI. */
  readonly pulumi: string;
  /** Settings of the provider and of the programs. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Creates the program in a folder with the installed package, and its stack. */
export async function createProject(options: ProjectOptions): Promise<Project> {
  const { peer, scenario } = options;
  const { directory, remove } = createWorkspace();
  const stack = await createStack(directory, options);
  const { parallel } = scenario.setting;
  const common = ["--suppress-progress", ...(parallel === undefined ? [] : ["--parallel", String(parallel)])];
  const states = join(directory, ".pulumi-test/backend/.pulumi/stacks/test");
  return {
    start: (operation) => stack.start([...ARGUMENTS[operation], ...common], revision(operation)),
    state: () => readStateFile(states, peer, scenario.count),
    remove,
  };
}

async function createStack(directory: string, options: ProjectOptions): Promise<Stack> {
  const { peer, pulumi, environment } = options;
  const { setting } = options.scenario;
  const isCompiled = setting.isCompiled === true;
  const isOnPlugin = peer === "plugin";
  writeFiles(directory, {
    // A compiled program declares that it needs no compiler.
    "Pulumi.yaml": `name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: ${!isCompiled}\n${isOnPlugin ? PLUGIN_LINES : ""}`,
    "package.json": { name: "test", private: true, main: isCompiled ? "index.js" : "index.ts" },
    ...(isCompiled
      ? { "index.js": compiled(programOf(peer)) }
      : { "tsconfig.json": TSCONFIG, "index.ts": programOf(peer) }),
  });
  const stack = new Stack({
    directory,
    pulumi,
    environment: { ...GO_DEFAULTS, ...environment, ...setting.environment, ...(isOnPlugin ? ON_PLUGIN : {}) },
  });
  const { code, output } = await initStack(stack);
  if (code !== 0) throw new Error(`pulumi stack init failed: ${output}`);
  return stack;
}

const compiled = (source: string): string =>
  transpileModule(source, { compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 } }).outputText;
