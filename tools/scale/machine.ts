import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { Stack } from "../../test/support/stack";
import { createWorkspace, writeFiles } from "../../test/support/workspace";

/** As many identities as `COUNT` says, in the emulator's organization. */
const PROGRAM = `
const platform = require("pulumi-platform");
for (let i = 0; i < Number(process.env.COUNT); i++)
  new platform.Identity("bot-" + i, {
    parentUid: process.env.PLATFORM_ORGANIZATION,
    description: "Deploys application " + i,
    claimMatch: { issuer: "https://token.actions.example.com", subject: "repo:acme/app-" + i + ":ref:refs/heads/main" },
  });
`;

/** Where the state is. */
export interface Backend {
  readonly name: string;
  /** Pulumi's URL of it; empty for files in the machine's own folder. */
  readonly url: string;
  /** What the CLI needs to reach it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the program of a machine declares, and where. */
export interface Work {
  /** Name of the project: two machines with one backend and one project have one stack. */
  readonly project: string;
  /** How many identities. */
  readonly count: number;
  readonly emulator: Emulator;
  /** Environment variables for all commands. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What runs Pulumi on a stack: a folder of its own with the packed package, and a home of its own. */
export interface Machine {
  readonly stack: Stack;
  remove(): void;
}

/** Prepares a machine. */
export function startMachine({ url, environment: access }: Backend, work: Work): Machine {
  const { project, count, emulator, environment } = work;
  const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
  if (pulumi === undefined) throw new Error("run it as `npm run scale`, which readies the Pulumi CLI");
  const { directory, remove } = createWorkspace();
  process.once("exit", remove);
  writeFiles(directory, {
    "Pulumi.yaml": `name: ${project}\nruntime: nodejs\n`,
    "package.json": { name: project, main: "index.js" },
    "index.js": PROGRAM,
  });
  const local = join(directory, "backend");
  mkdirSync(local);
  const stack = new Stack({
    directory,
    pulumi,
    environment: {
      ...emulator.environment,
      COUNT: String(count),
      PULUMI_BACKEND_URL: url === "" ? `file://${local}` : url,
      ...access,
      ...environment,
    },
  });
  return {
    stack,
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}
