import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { PLUGIN_LINES, succeeded } from "../../test/support/engine";
import { initStack } from "../../test/support/fresh-stack";
import { type RunningCommand, Stack, type StateResource } from "../../test/support/stack";
import { createWorkspace, writeFiles } from "../../test/support/workspace";
import { type Host, OPERATIONS, type Operation, type Scenario, SETTINGS } from "./plan";

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

/** Settings of the Go runtime as users have them, because `Stack` otherwise trades memory for time. */
const GO_DEFAULTS = { GOGC: "100", GOMEMLIMIT: "off" };

/** The identity that deploys into the group of a host, as most groups have one. */
const DEPLOYER = "deployer";

/** A host's program with its stack, in a temporary folder with the installed package, and its group on the platform. */
export class Project {
  private constructor(
    readonly host: Host,
    private readonly count: number,
    private readonly parent: string,
    private readonly stack: Stack,
    readonly remove: () => void,
  ) {}

  static async create(host: Host, scenario: Scenario, emulator: Emulator): Promise<Project> {
    const pulumi = process.env.PULUMI_PLATFORM_PULUMI;
    if (pulumi === undefined) throw new Error("run it as `npm run bench`, which readies the Pulumi CLI");
    // A group of its own, so that the lists of other hosts do not contain its objects.
    const parent = String(emulator.put("iam:Group", emulator.organization.uid, { name: host }).uid);
    emulator.put("iam:Identity", parent, { name: DEPLOYER, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    const { directory, remove } = createWorkspace();
    const isPlugin = host === "plugin";
    writeFiles(directory, {
      "Pulumi.yaml": `name: test\nruntime: nodejs\n${isPlugin ? PLUGIN_LINES : ""}`,
      "package.json": { name: "test", private: true, main: "index.ts" },
      "tsconfig.json": TSCONFIG,
      "index.ts": readFileSync(join(__dirname, "programs", `${isPlugin ? "ours" : host}.ts`), "utf8"),
    });
    const environment = {
      ...GO_DEFAULTS,
      ...emulator.environment,
      ...SETTINGS[scenario.setting],
      ...(isPlugin ? { PLATFORM_SHELL: "plugin" } : {}),
      BENCH_HOST: host,
      BENCH_PARENT: parent,
      BENCH_COUNT: String(scenario.count),
    };
    const stack = new Stack({ directory, pulumi, environment });
    succeeded(await initStack(stack));
    return new Project(host, scenario.count, parent, stack, remove);
  }

  start(operation: Operation): RunningCommand {
    return this.stack.start([...OPERATIONS[operation], "--suppress-progress"], {
      BENCH_REVISION: operation === "update" ? "2" : "1",
    });
  }

  /** Bytes of each identity in the state's file. Other contents, like the stack itself, do not count. */
  stateBytes(): number | undefined {
    const own = this.#recorded();
    if (own.length === 0) return undefined;
    const text = this.stack.stateText();
    const withoutOwn = (_key: string, value: unknown) =>
      Array.isArray(value) ? value.filter((one) => !this.#isOwn(one)) : value;
    // The engine indents by four.
    const others = JSON.stringify(JSON.parse(text, withoutOwn), null, 4);
    return (Buffer.byteLength(text) - Buffer.byteLength(others)) / own.length;
  }

  /** Throws an Error if the state or the platform is not as the operation should have left it. */
  check(operation: Operation, emulator: Emulator): void {
    const expected = operation === "destroy" ? 0 : this.count;
    const there = emulator
      .list("iam:Identity")
      .filter(({ uid, name }) => String(uid).startsWith(`${this.parent}/`) && name !== DEPLOYER);
    const right = operation === "update" ? there.filter(({ description }) => description === "revision 2") : there;
    const counts = [this.#recorded().length, ...(this.host === "noop" ? [] : [there.length, right.length])];
    if (counts.some((count) => count !== expected))
      throw new Error(`${operation} by ${this.host}: ${counts.join(", ")} identities instead of ${expected}`);
  }

  #recorded(): StateResource[] {
    return this.stack.recorded().filter((resource) => this.#isOwn(resource));
  }

  #isOwn({ urn }: Partial<StateResource>): boolean {
    return urn?.includes(`::${this.host}-`) ?? false;
  }
}
