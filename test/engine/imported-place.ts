import assert from "node:assert/strict";
import { readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { SET_SECRETS } from "../../src/command/commands/import/secrets";
import { call, type Ended, runProgram } from "../support/command";
import { collections, objectsOf, succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { quickStack } from "../support/quick-stack";
import type { CommandResult, Stack, StateResource } from "../support/stack";
import { examplePlace } from "./example-place";

/** Settings of the first `up` of an imported program. */
export const IDENTICAL = { PLATFORM_ADOPT_EXISTING: "identical" };

/** The state is written once, at the end of a command. */
const WRITES_ONCE = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** The text of a file, and nothing for a folder. */
export const textIn = (file: string): string => (statSync(file).isFile() ? readFileSync(file, "utf8") : "");

/** Where each test of a suite imports the emulator's organization into a program and runs it. All of it is new in each test. */
export function importedPlace() {
  const place = examplePlace();
  let releases: (() => void)[] = [];
  afterEach(() => {
    for (const release of releases) release();
    releases = [];
  });
  const folder = () => join(place.workspace.directory, "program");

  return {
    emulator: () => place.emulator,
    directory: () => place.workspace.directory,
    folder,
    importProgram: (...words: string[]): Promise<Ended> =>
      call(["import", "--parent", place.emulator.organization.uid, "--out", folder(), ...words], {
        environment: place.emulator.environment,
      }),
    /** Makes what is installed in the folder above the packages of the program, as `npm install` in its folder does. */
    installPackages: () => symlinkSync(join(place.workspace.directory, "node_modules"), join(folder(), "node_modules")),
    /** A new stack of the program. Its types are checked by `checkProgram`, once. */
    async stackOf(): Promise<Stack> {
      const environment = { ...place.emulator.environment, ...WRITES_ONCE };
      const pulumi = process.env.PULUMI_PLATFORM_PULUMI ?? "";
      const { stack, release } = await quickStack({ directory: folder(), pulumi, environment, isTypeScript: true });
      releases.push(release);
      succeeded(await stack.init("--secrets-provider", SECRETS_PROVIDER));
      return stack;
    },
    /**
     * Runs the script that sets the secrets of the program. Returns what it prints.
     *
     * @param input the values that it asks for, one per line
     */
    async setSecrets({ environment }: Pick<Stack, "environment">, input = ""): Promise<string> {
      const { code, stdout, stderr } = await runProgram("bash", [SET_SECRETS], { cwd: folder(), environment, input });
      assert.equal(code, 0, stdout + stderr);
      return stdout + stderr;
    },
    /** How many objects the import covers. */
    total: (): number =>
      collections
        .filter(({ peculiar }) => peculiar?.rootOf === undefined && !peculiar?.mayLapse)
        .flatMap((spec) =>
          objectsOf(place.emulator, spec).filter(
            ({ uid }) =>
              String(uid).startsWith(`${place.emulator.organization.uid}/`) ||
              (spec.uidIsParents && uid === place.emulator.organization.uid),
          ),
        ).length,
  };
}

export const takeOver = (stack: Stack): Promise<CommandResult> =>
  stack.run(["up", "--yes", "--skip-preview", "--suppress-progress", "--continue-on-error"], IDENTICAL);

/** Asserts that `up` has nothing to do, nor has it after a refresh. */
export async function assertNothingToDo(stack: Stack): Promise<void> {
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.preview("--refresh", "--expect-no-changes"));
}

export async function recordedIn(stack: Stack): Promise<StateResource[]> {
  const { resources = [] } = (await stack.export()).deployment;
  return resources.filter(({ type }) => /^(pulumi-nodejs:dynamic\/platform\/|platform:index:)/.test(type));
}
