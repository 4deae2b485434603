import assert from "node:assert/strict";
import type { HostName } from "../../src/description/names/host-name";
import { resources } from "../../src/description/resources";
import type { Values } from "../../src/description/spec/values";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator";
import { minutesAgo } from "./clock";
import { initStack } from "./fresh-stack";
import { SECRETS_PROVIDER } from "./key-service";
import { populate } from "./platform";
import { quickNode, quickStack } from "./quick-stack";
import type { World } from "./samples";
import { type CommandResult, Stack, type StateResource } from "./stack";
import { createWorkspace, type Workspace, writeFiles } from "./workspace";

/** A resource of a test program. `${name}` in its inputs is the id of the resource of that name, and `{ $secret: text }` a secret of Pulumi's. */
export interface Declared {
  readonly name: string;
  /** Name of the class, `Group`. */
  readonly class: string;
  readonly args: Values;
  /** Options of Pulumi; `dependsOn` and `provider` have names of resources. */
  readonly opts?: Readonly<Record<string, unknown>>;
  /** uid of an object to read instead of declaring one. */
  readonly get?: string;
  /** Name of the resource whose id the program must know before it declares this one (`apply`), or another output (`group.name`). */
  readonly after?: string;
}

/** The program of engine tests: it declares the resources of resources.json. */
const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
const made = {};
const resolve = (value) => {
  if (typeof value === "string") return /^\\$\\{.*\\}$/.test(value) ? made[value.slice(2, -1)].id : value;
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value === "object" && value !== null && "$secret" in value) return pulumi.secret(value.$secret);
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, resolve(v)]));
  return value;
};
const declare = ({ name, class: Class, args, opts, get }) => {
  const options = { ...opts, ...(opts && opts.dependsOn ? { dependsOn: opts.dependsOn.map((n) => made[n]) } : {}) };
  if (options.provider) options.provider = made[options.provider];
  made[name] = get ? platform[Class].get(name, get, options) : new platform[Class](name, resolve(args), options);
};
for (const one of require("./resources.json")) {
  const [name, output = "id"] = (one.after ?? "").split(".");
  if (name) made[name][output].apply((value) => value === undefined || declare(one));
  else declare(one);
}
for (const [name, resource] of Object.entries(made)) {
  exports[name] = resource.id;
  for (const secret of ["code", "token"]) if (resource[secret] !== undefined) exports[name + ":" + secret] = resource[secret];
}
`;

/** What users add to Pulumi.yaml for the plugin. */
export const PLUGIN_LINES =
  "plugins:\n  providers:\n    - { name: platform, path: node_modules/pulumi-platform/dist/plugin }\n";

/** One emulator, one workspace with the packed package, and one stack whose resources the test declares. */
export interface Engine {
  readonly emulator: Emulator;
  readonly world: World;
  readonly stack: Stack;
  readonly workspace: Workspace;
  /** All output of commands so far. */
  shown(): string;
  /** Removes output that shows secrets on request from `shown()`. */
  forget(output: string): void;
  /** Objects that the stack did not create: the seed, and those that the test put there itself. */
  readonly foreignObjects: ReadonlySet<string>;
  declare(resources: readonly Declared[]): void;
  /** The resources of this package in the state, by name. */
  recorded(): Promise<Map<string, StateResource>>;
  close(): Promise<void>;
}

export interface EngineOptions extends EmulatorOptions {
  /**
   * Run programs and provider hosts as users do: in processes of their own that the CLI starts, with a passphrase for the
   * secrets. Without it, one process runs all programs and another all hosts, and a key service of the tests encrypts the
   * secrets.
   */
  readonly ownProcess?: boolean;
  /** Write the state once, when a command ends: much faster for hundreds of resources. A command that is killed then forgets what it has made. */
  readonly writesOnce?: boolean;
  /** The host of the resources, `platform:shell` in the stack's config. The project knows the plugin if this is given. */
  readonly shell?: HostName;
  /** The setting adoptExisting of all commands. */
  readonly adoptExisting?: "identical" | "sameKey";
}

export async function startEngine({
  ownProcess,
  writesOnce,
  adoptExisting,
  shell,
  ...options
}: EngineOptions = {}): Promise<Engine> {
  const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
  assert.ok(pulumi, "the engine tests need the Pulumi CLI: run them with `npm test`");
  const { emulator, foreignObjects } = trackingForeignObjects(await startEmulator({ now: minutesAgo, ...options }));
  const world = populate(emulator);
  let shown = "";
  const workspace = createWorkspace();
  writeFiles(workspace.directory, {
    "Pulumi.yaml": `name: test\nruntime: nodejs\n${shell === undefined ? "" : PLUGIN_LINES}`,
    "package.json": { name: "test", main: "index.js" },
    "index.js": PROGRAM,
  });
  const stackOptions = {
    directory: workspace.directory,
    pulumi,
    environment: {
      ...emulator.environment,
      ...(writesOnce ? { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" } : {}),
      ...(adoptExisting === undefined ? {} : { PLATFORM_ADOPT_EXISTING: adoptExisting }),
      ...quickNode,
    },
    onOutput: (text: string) => {
      shown += text;
    },
  };
  const { stack, release } = ownProcess
    ? { stack: new Stack(stackOptions), release: () => undefined }
    : await quickStack(stackOptions);
  const close = async () => {
    release();
    await emulator.close();
    workspace.remove();
  };
  try {
    succeeded(await initStack(stack, ownProcess ? undefined : SECRETS_PROVIDER));
    if (shell !== undefined) succeeded(await stack.run(["config", "set", "platform:shell", shell]));
  } catch (error) {
    // An open emulator would keep the tests from ending.
    await close();
    throw error;
  }
  return {
    emulator,
    world,
    stack,
    workspace,
    shown: () => shown,
    forget: (output) => {
      shown = shown.replace(output, "");
    },
    foreignObjects,
    declare: (resources) => writeFiles(workspace.directory, { "resources.json": resources }),
    async recorded() {
      const own = stack
        .recorded()
        .filter(({ type }) => /^(pulumi-nodejs:dynamic\/platform\/|platform:index:)/.test(type));
      return new Map(own.map((resource) => [resource.urn.slice(resource.urn.lastIndexOf("::") + 2), resource]));
    },
    close,
  };
}

export const collections = Object.values(resources).filter(({ lifecycle }) => lifecycle === undefined);

/** The objects of a kind. A root is counted as a root only. */
export const objectsOf = ({ list }: Pick<Emulator, "list">, { type }: { readonly type: string }) => {
  const hasRoots = collections.some(({ peculiar }) => peculiar?.rootOf === type);
  return list(type).filter(({ uid }) => !hasRoots || String(uid).includes("/"));
};

/** An emulator that records the objects that are not the stack's: the seed, and those that a test puts there. */
function trackingForeignObjects(emulator: Emulator): {
  emulator: Emulator;
  foreignObjects: ReadonlySet<string>;
} {
  const foreignObjects = new Set(
    collections.flatMap((spec) => objectsOf(emulator, spec).map(({ uid }) => identityOf(spec.type, uid))),
  );
  const put: Emulator["put"] = (type, parentUid, body) => {
    const made = emulator.put(type, parentUid, body);
    for (const own of collections.filter(({ peculiar }) => peculiar?.rootOf === type))
      foreignObjects.add(identityOf(own.type, made.uid));
    foreignObjects.add(identityOf(type, made.uid));
    return made;
  };
  return { emulator: { ...emulator, put }, foreignObjects };
}

/** Identifies an object by type and uid, because objects of some kinds have the uid of their parent. */
export const identityOf = (type: string, uid: unknown): string => `${type} ${uid}`;

/** Asserts that a command succeeded; otherwise its output is the message. */
export function succeeded(result: CommandResult): CommandResult {
  assert.equal(result.code, 0, result.output);
  return result;
}

/** Asserts that `up` and a refresh find nothing to do: the state equals program and platform (every-resource.test.ts previews too). */
export async function assertSettled(stack: Stack): Promise<void> {
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.refresh("--preview-only", "--expect-no-changes"));
}

/** The inputs that changed. In a refresh, JSON names those too that the engine compares and displays nowhere. */
const changedIn = (detailedDiff: object | null | undefined): string[] =>
  Object.keys(detailedDiff ?? {})
    .filter((path) => !path.startsWith("__"))
    .sort();

/** The planned steps of a command that was run with `--json`: operation and changed inputs, by name of the resource. */
export function plannedSteps(
  result: CommandResult,
): Map<string, { op: string; changed: string[]; replaces: string[] }> {
  const { steps } = JSON.parse(result.stdout) as {
    steps: { op: string; urn: string; detailedDiff?: object | null; replaceReasons?: string[] | null }[];
  };
  return new Map(
    steps.map(({ op, urn, detailedDiff, replaceReasons }) => [
      urn.slice(urn.lastIndexOf("::") + 2),
      { op, changed: changedIn(detailedDiff), replaces: [...(replaceReasons ?? [])].sort() },
    ]),
  );
}
