import { type Findings, judge } from "../../src/command/commands/drift/findings";
import { driftReport } from "../../src/command/commands/drift/report";
import type { UnmanagedFound } from "../../src/command/commands/drift/unmanaged";
import type { OutputFormat, Page } from "../../src/command/declaration";
import { readRules } from "../../src/command/ignoring/ignore-file";
import { Ignoring } from "../../src/command/ignoring/ignoring";
import { type Sort, sortsByDefault } from "../../src/command/ignoring/sorts";
import { rendered } from "../../src/command/output/render";
import type { Refreshed, Unread } from "../../src/command/stack/event-log";
import { objectKey } from "../../src/command/stack/export";
import type { Values } from "../../src/description/spec/values";
import { fileSink } from "./live-access";
import { liveObject } from "./organizations";

/** A secret in the event log. */
export const secretMark = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};
export const typeOf = (kind: string) => `pulumi-nodejs:dynamic/platform/${kind}`;
export const urnOf = (name: string, kind = "iam:Group") => `urn:pulumi:dev::site::${typeOf(kind)}::${name}`;
export const side = (inputs: Values, outputs: Values = inputs) => ({ inputs, outputs });

/** A resource after a refresh. By default a group, whose description is new if it is changed. */
export function refreshed(name: string, outcome: Refreshed["outcome"], more: Partial<Refreshed> = {}): Refreshed {
  const described = (description: string) => side({ name, description });
  return {
    urn: urnOf(name),
    type: typeOf("iam:Group"),
    id: `root/${name}`,
    outcome,
    recorded: described("old"),
    live: outcome === "deleted" ? undefined : described(outcome === "same" ? "old" : "new"),
    paths: undefined,
    isPendingDelete: false,
    isReadOnly: false,
    isObject: true,
    ...more,
  };
}

/** What a search found: these objects, in the group `acme`. */
export const found = (objects: UnmanagedFound["objects"], more: Partial<UnmanagedFound> = {}): UnmanagedFound => ({
  objects,
  explained: [],
  managed: [],
  unlisted: [],
  notChecked: [],
  assumption: undefined,
  exempt: new Map([["person", 2]]),
  waiting: 1,
  elsewhere: 1,
  groups: [{ uid: "root", name: "acme", path: "acme", isWhole: false }],
  ...more,
});

/** A grant that nobody declared. */
export const grantTo = (who: string): UnmanagedFound["objects"][number] => {
  const group = { uid: "root", name: "acme", path: "acme" };
  const role = { uid: "r", name: "owner", path: "owner" };
  return {
    object: liveObject("iam:RoleBinding", "root/b", {}),
    label: `${who} as owner in acme`,
    ruleName: `${who} as owner in acme`,
    place: group,
    grant: { role, identity: { uid: "root/i", name: who, path: who }, who, group },
    within: null,
    contains: 0,
  };
};

export interface Input {
  readonly log?: readonly Refreshed[];
  readonly unread?: readonly Unread[];
  readonly search?: UnmanagedFound;
  readonly rules?: string;
  readonly failOn?: readonly Sort[];
  readonly interrupted?: number;
  /** Paths under ignoreChanges, by name of the resource. */
  readonly ignoreChanges?: Readonly<Record<string, readonly string[]>>;
  /** The same for what waits for its delete. */
  readonly formerIgnoreChanges?: Readonly<Record<string, readonly string[]>>;
  readonly facts?: Page["facts"];
}

export function findingsOf(input: Input): Findings {
  const {
    log = [],
    unread = [],
    search,
    rules = "",
    interrupted = 0,
    ignoreChanges = {},
    formerIgnoreChanges = {},
  } = input;
  const urns = new Map(log.map(({ urn }) => [urn.split("::").at(-1) ?? "", urn]));
  const ignoredIn = (paths: Input["ignoreChanges"], isPendingDelete: boolean) =>
    Object.entries(paths ?? {}).map(
      ([name, paths]) => [objectKey({ urn: urns.get(name) ?? name, isPendingDelete }), paths] as const,
    );
  const ignored = [...ignoredIn(ignoreChanges, false), ...ignoredIn(formerIgnoreChanges, true)];
  return judge({
    state: { interrupted, recordedSettings: new Set(), ignoreChanges: new Map(ignored) },
    log: { resources: log, unread, errors: [] },
    found: search,
    ignoring: new Ignoring(readRules(rules, "rules"), "2026-11-22"),
  });
}

const facts = {
  Organization: "acme",
  Platform: "https://platform.example.com/",
  Caller: "acme/ci",
  Time: "2026-11-22",
};

export const reportOn = (input: Input) =>
  driftReport({
    findings: findingsOf(input),
    name: { project: "site", stack: "dev" },
    failOn: input.failOn ?? sortsByDefault,
    time: new Date("2026-11-22T08:30:00Z"),
    facts: input.facts ?? facts,
  });

export const textOf = (input: Input, format: OutputFormat): string =>
  rendered(reportOn(input), format, { sink: fileSink() });
