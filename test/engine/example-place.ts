import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { quickStack } from "../support/quick-stack";
import { PROGRAM_PROCESS, Stack } from "../support/stack";
import { copyIn, createWorkspace, type Workspace } from "../support/workspace";

export interface ExamplePlace {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
}

/** Where each test of a suite runs an example: an emulator and a folder with the package, both new. */
export function examplePlace(): ExamplePlace {
  let emulator: Emulator | undefined;
  let workspace: Workspace | undefined;
  beforeEach(async () => {
    emulator = await startEmulator();
    workspace = createWorkspace();
  });
  afterEach(async () => {
    await emulator?.close();
    workspace?.remove();
  });
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("it is there within a test only");
    return thing;
  };
  return {
    get emulator() {
      return there(emulator);
    },
    get workspace() {
      return there(workspace);
    },
  };
}

/** The stacks of a place, whose processes are released after each test. */
export function exampleStacks(place: ExamplePlace) {
  let releases: (() => void)[] = [];
  afterEach(() => {
    for (const release of releases) release();
    releases = [];
  });

  const quick = async (options: Parameters<typeof quickStack>[0]): Promise<Stack> => {
    const { stack, release } = await quickStack(options);
    releases.push(release);
    return stack;
  };
  /** A stack of an example, also for later commands, which need not check types. They act with the emulator's own token if no other is given. */
  const start = async (
    name: string,
    environment = place.emulator.environment,
  ): Promise<{ stack: Stack; again: Stack }> => {
    copyIn(place.workspace.directory, `examples/${name}`);
    const options = {
      directory: join(place.workspace.directory, "examples", name),
      pulumi: process.env.PULUMI_PLATFORM_PULUMI ?? "",
    };
    const again = await quick({ ...options, environment, isTypeScript: true });
    const stack = new Stack({ ...options, environment: { ...again.environment, ...PROGRAM_PROCESS } });
    succeeded(await stack.init("--secrets-provider", SECRETS_PROVIDER));
    succeeded(await stack.run(["config", "set", "organization", place.emulator.organization.uid]));
    return { stack, again };
  };
  return { quick, start };
}
