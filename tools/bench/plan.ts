/** What `npm run bench` measures, as data. */

/** The measured ways to manage identities. `ours` and `plugin` are one program on the two hosts of this package. */
export const HOSTS = ["ours", "plugin", "noop", "naive"] as const;
export type Host = (typeof HOSTS)[number];

/** The operations of a stack in their order, with the arguments of the CLI. `update` changes one field of every identity. */
export const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  "no change": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  update: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;
export type Operation = keyof typeof OPERATIONS;

/** Settings of Pulumi. `skipped` writes the state once, at the end (docs/performance.md). */
export const SETTINGS = {
  default: {},
  skipped: {
    PULUMI_EXPERIMENTAL: "true",
    PULUMI_SKIP_CHECKPOINTS: "true",
    PLATFORM_ADOPT_EXISTING: "identical",
  },
} as const;
export type Setting = keyof typeof SETTINGS;

/** One stack for each host, with the same number of identities. */
export interface Scenario {
  readonly setting: Setting;
  readonly count: number;
  readonly hosts: readonly Host[];
}

export interface Row {
  readonly operation: Operation;
  readonly host: Host;
  readonly wallSeconds: number;
  /** Of all its processes. Undefined if the machine has no /proc. */
  readonly cpuSeconds: number | undefined;
  /** Share of the cores that unrelated processes used meanwhile, from 0 to 1. Undefined as above. */
  readonly othersShare: number | undefined;
  readonly requests: number;
  /** Bytes of each identity in the state. Undefined without any. */
  readonly stateBytes: number | undefined;
}
