/** The measurements of `npm run bench`, as data. */

/** The measured programs. `ours` and `plugin` are one program on two hosts. Each other peer has its own program in peers/. */
export type Peer = "ours" | "plugin" | "noop" | "naive" | "undici";

export type Operation = "create" | "up again" | "preview" | "refresh" | "update" | "destroy";

/** Settings of Pulumi. */
export interface Setting {
  readonly name: string;
  /** Text for the reader of the table. */
  readonly text: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isCompiled?: boolean;
  /** Value of --parallel. Default: that of the engine. */
  readonly parallel?: number;
  /** Whether every second request gets a 429 with Retry-After. */
  readonly isThrottled?: boolean;
}

/** One stack for each peer, and its operations in this order. The peers take turns. */
export interface Scenario {
  readonly name: string;
  readonly count: number;
  readonly setting: Setting;
  /** Milliseconds that the emulator waits before each response. */
  readonly latencyMs: number;
  readonly peers: readonly Peer[];
  readonly operations: readonly Operation[];
}

export const OPERATIONS: readonly Operation[] = ["create", "up again", "preview", "refresh", "update", "destroy"];
export const PEERS: readonly Peer[] = ["ours", "plugin", "noop", "naive", "undici"];
/** The peers with a Pulumi stack. */
const STACKS: readonly Peer[] = ["ours", "plugin", "noop", "naive"];
/** This package on each of its hosts. */
export const HOSTS: readonly Peer[] = ["ours", "plugin"];
/** Number of repetitions of refreshes, whose median counts, because they are short and close to the floor. */
const REFRESHES: readonly Operation[] = ["refresh", "refresh", "refresh"];

const SKIPPED = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
const IDENTICAL = { PLATFORM_ADOPT_EXISTING: "identical" };

const settings = {
  default: { name: "default", text: "default settings" },
  zstd: {
    name: "zstd",
    text: "state compressed (PULUMI_DIY_BACKEND_ZSTD)",
    environment: { PULUMI_DIY_BACKEND_ZSTD: "true" },
  },
  skipped: {
    name: "skipped",
    text: "checkpoints skipped, PLATFORM_ADOPT_EXISTING=identical",
    environment: { ...SKIPPED, ...IDENTICAL },
  },
  compiled: {
    name: "compiled",
    text: "checkpoints skipped, identical, program compiled to JavaScript",
    environment: { ...SKIPPED, ...IDENTICAL },
    isCompiled: true,
  },
  parallel: {
    name: "parallel",
    text: "checkpoints skipped, identical, --parallel 512",
    environment: { ...SKIPPED, ...IDENTICAL },
    parallel: 512,
  },
  throttled: {
    name: "throttled",
    text: "checkpoints skipped, identical, every second request answered 429",
    environment: { ...SKIPPED, ...IDENTICAL },
    isThrottled: true,
  },
} as const satisfies Record<string, Setting>;

const scenario = (
  setting: keyof typeof settings,
  count: number,
  given: Partial<Scenario> & Pick<Scenario, "peers" | "operations">,
): Scenario => ({ name: `${setting}-${count}`, count, setting: settings[setting], latencyMs: 0, ...given });

const slow = (count: number, operations: readonly Operation[]): Scenario =>
  scenario("skipped", count, { name: `20ms-${count}`, latencyMs: 20, peers: PEERS, operations });

/** Returns the scenarios of a size of run, without combinations that a run of this size need not show. */
export const plans = {
  /** A few minutes: everything but compression and the compiled program, for 100. */
  quick: [
    scenario("default", 100, { peers: STACKS, operations: ["create"] }),
    scenario("skipped", 100, { peers: PEERS, operations: OPERATIONS }),
    scenario("parallel", 100, { peers: HOSTS, operations: OPERATIONS }),
    slow(100, ["create", ...REFRESHES]),
    scenario("throttled", 50, { peers: ["ours"], operations: ["create"] }),
  ],
  /** Everything in the summary, about twenty minutes. */
  usual: [
    scenario("default", 100, { peers: PEERS, operations: OPERATIONS }),
    scenario("skipped", 100, { peers: STACKS, operations: ["create"] }),
    scenario("default", 500, { peers: STACKS, operations: ["create"] }),
    scenario("skipped", 500, { peers: PEERS, operations: OPERATIONS }),
    scenario("parallel", 500, { peers: HOSTS, operations: OPERATIONS }),
    scenario("compiled", 500, { peers: STACKS, operations: ["create", "up again", "update"] }),
    scenario("zstd", 500, { peers: ["ours", "naive"], operations: ["create"] }),
    slow(500, ["create", ...REFRESHES]),
    scenario("throttled", 200, { peers: ["ours"], operations: ["create"] }),
  ],
  /** Hours, for docs/scale.md. */
  large: [
    scenario("default", 1000, { peers: STACKS, operations: ["create"] }),
    scenario("skipped", 1000, { peers: PEERS, operations: OPERATIONS }),
    scenario("parallel", 1000, { peers: HOSTS, operations: OPERATIONS }),
    slow(1000, ["create", ...REFRESHES]),
    scenario("skipped", 5000, { peers: PEERS, operations: OPERATIONS }),
    scenario("parallel", 5000, { peers: ["ours"], operations: OPERATIONS }),
  ],
} as const satisfies Record<string, readonly Scenario[]>;

export type Size = keyof typeof plans;

/** Limits of a plan from the command line. */
export interface Narrowing {
  /** Parts of scenarios' names. */
  readonly only?: readonly string[];
  readonly count?: number;
  readonly operations?: readonly Operation[];
  readonly peers?: readonly Peer[];
}

/** Returns the selected scenarios of a plan. A stack is always created first. */
export function narrowed(scenarios: readonly Scenario[], { only, count, operations, peers }: Narrowing): Scenario[] {
  return scenarios
    .filter(({ name }) => only?.some((part) => name.includes(part)) ?? true)
    .map((one) => ({
      ...one,
      ...(count === undefined ? {} : { count, name: one.name.replace(/\d+$/, String(count)) }),
      operations: one.operations.filter(
        (operation) => operation === "create" || (operations?.includes(operation) ?? true),
      ),
      peers: one.peers.filter((peer) => peers?.includes(peer) ?? true),
    }))
    .filter((one) => one.peers.length > 0);
}
