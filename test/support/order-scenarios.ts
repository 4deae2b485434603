import type { Emulator } from "../../src/emulator";
import type { Declared } from "./engine";

/** Where a scenario runs. */
export interface Place {
  readonly emulator: Emulator;
  /** uid of the organization. */
  readonly root: string;
  /** uid of a group that the stack did not create. */
  readonly elsewhere: string;
  /** uid that the state has for a resource. */
  uidOf(name: string): string;
}

/** One command of a scenario. */
export interface Turn {
  readonly command: "up" | "preview" | "refresh" | "destroy";
  /** What the program declares from now on. */
  readonly program?: (place: Place) => Declared[];
  /** Arguments of the command; `urn:web` becomes the URN of a resource. */
  readonly args?: readonly string[];
  /** What happens on the platform first. */
  readonly before?: (place: Place) => void;
  /** A resource that is tainted first. */
  readonly taint?: string;
  /** The command fails. */
  readonly fails?: true;
}

/** What is done, in one stack, that is destroyed in the end. */
export type Scenario = readonly Turn[];

const resource = (name: string, kind: string, args: object, opts?: Declared["opts"]): Declared => ({
  name,
  class: kind,
  args: { ...args },
  ...(opts === undefined ? {} : { opts }),
});
const group = (name: string, parentUid: string, args: object = {}, opts?: Declared["opts"]) =>
  resource(name, "Group", { parentUid, ...args }, opts);
const repo = (name: string, parentUid: string, args: object = {}, opts?: Declared["opts"]) =>
  resource(name, "Repo", { parentUid, ...args }, opts);
const refused = (name: string, opts?: Declared["opts"]) => group(name, "nobody", {}, opts);

/** A group with two repositories, of which one depends on the other without having anything of it. */
const team = (parentUid: string, args: object = {}, opts?: Declared["opts"]): Declared[] => [
  group("team", parentUid, args, opts),
  repo("web", "${team}"),
  repo("app", "${team}", {}, { dependsOn: ["web"] }),
];
const READ = ["--yes", "--skip-preview"];
const start: Turn = { command: "up", program: ({ root }) => team(root) };
/** Refuses the next request of a kind. */
const deny = (method: string, path: RegExp) => {
  const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
  return ({ emulator }: Place): void => {
    emulator.fault({ method, path, action });
  };
};
const forced = (description: string, opts: Declared["opts"] = {}): Turn => ({
  command: "up",
  program: ({ root }) => [
    group("team", root, { description }, { replaceOnChanges: ["description"], ...opts }),
    repo("web", "${team}"),
    group("beside", root, {}, { dependsOn: ["web"] }),
  ],
});
const provider = ({ emulator }: Place, name: string) =>
  resource(name, "Provider", { baseUrl: emulator.url, token: emulator.token });

/** The scenarios in which the double of the engine must make the calls that the engine makes, by what they show. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "a first up, one without changes, an update and a preview": [
    start,
    { command: "up" },
    { command: "preview", program: ({ root }) => [...team(root, { description: "b" }), group("new", "${team}")] },
    { command: "up" },
    { command: "up", args: ["--expect-no-changes"] },
  ],
  "a replacement that creates first, with dependents": [
    start,
    { command: "preview", program: ({ elsewhere }) => team(elsewhere) },
    { command: "up" },
    { command: "up", args: ["--expect-no-changes"] },
  ],
  "a replacement that deletes first, with dependents": [
    start,
    { command: "preview", program: ({ elsewhere }) => team(elsewhere, {}, { deleteBeforeReplace: true }) },
    { command: "up" },
    { command: "up", args: ["--expect-no-changes"] },
  ],
  "replaceOnChanges where the key stays": [forced("a"), forced("b"), forced("b")],
  "replaceOnChanges, created first": [forced("a"), { ...forced("b", { deleteBeforeReplace: false }), fails: true }],
  "--replace": [
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true }) },
    { command: "up", args: ["--replace", "urn:team"] },
    { command: "up", args: ["--replace", "urn:web"], fails: true },
  ],
  "a taint, and a replacementTrigger": [
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true, replacementTrigger: "a" }) },
    { command: "up", taint: "team" },
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true, replacementTrigger: "b" }) },
    { command: "up" },
  ],
  "a rename by adoptUid and one by an alias": [
    { command: "up", program: ({ root }) => [group("team", root)] },
    {
      command: "up",
      program: ({ root, uidOf }) => [group("renamed", root, { name: "team", adoptUid: uidOf("team") })],
    },
    {
      command: "up",
      program: ({ root }) => [group("again", root, { name: "team" }, { aliases: [{ name: "renamed" }] })],
    },
    { command: "up", args: ["--expect-no-changes"] },
  ],
  "a create that fails, and nothing after it": [
    start,
    {
      command: "up",
      program: ({ root }) => [
        group("team", root),
        refused("bad", { dependsOn: ["team"] }),
        repo("new", "${team}", {}, { dependsOn: ["bad"] }),
      ],
      fails: true,
    },
    { command: "up", program: ({ root }) => [group("team", root)] },
  ],
  "a create that fails with --continue-on-error": [
    start,
    {
      command: "up",
      program: ({ root }) => [
        refused("bad"),
        group("team", root, { description: "b" }),
        group("skipped", root, {}, { dependsOn: ["bad"] }),
        group("skipped-too", root, {}, { dependsOn: ["skipped"] }),
        repo("new", "${team}"),
      ],
      args: ["--continue-on-error"],
      fails: true,
    },
  ],
  "an update that fails with --continue-on-error, and what its dependents become": [
    start,
    {
      command: "up",
      program: ({ root }) => [
        group("team", root, { description: "b" }),
        repo("web", "${team}", { description: "b" }),
        group("new", root),
      ],
      before: deny("PATCH", /\/groups\//),
      args: ["--continue-on-error"],
      fails: true,
    },
    { command: "up", args: ["--continue-on-error"] },
  ],
  "inputs that are refused, with --continue-on-error": [
    start,
    {
      command: "up",
      program: ({ root }) => [group("team", root), repo("bad", "${team}", { name: 7 }, { dependsOn: ["team"] })],
      args: ["--continue-on-error"],
      fails: true,
    },
  ],
  "a create that is half done, which the next up completes": [
    {
      command: "up",
      program: ({ root }) => [repo("web", root, { readme: "# web" })],
      before: deny("PATCH", /readme$/),
      fails: true,
    },
    { command: "up" },
    { command: "up", args: ["--expect-no-changes"] },
  ],
  "an update that is half done": [
    { command: "up", program: ({ root }) => [repo("web", root, { description: "a", readme: "# a" })] },
    {
      command: "up",
      program: ({ root }) => [repo("web", root, { description: "b", readme: "# b" })],
      before: deny("PATCH", /readme$/),
      fails: true,
    },
    { command: "up" },
  ],
  "what leaves the program": [start, { command: "up", program: ({ root }) => [group("beside", root)] }],
  "a delete that fails, and what others depend on": [
    start,
    { command: "up", program: ({ root }) => [group("beside", root)], before: deny("DELETE", /\/repos\//), fails: true },
    {
      command: "up",
      before: deny("DELETE", /\/repos\//),
      args: ["--continue-on-error"],
      fails: true,
    },
    { command: "up" },
  ],
  "--target": [
    start,
    {
      command: "up",
      program: ({ root }) => [...team(root, { description: "b" }), group("new", root)],
      args: ["--target", "urn:team"],
    },
    {
      command: "up",
      program: ({ root }) =>
        [...team(root), repo("newer", "${new}"), group("new", root)]
          .reverse()
          .sort((a) => (a.name === "newer" ? 1 : -1)),
      args: ["--target", "urn:web"],
    },
    { command: "destroy", args: ["--target", "urn:app"] },
  ],
  "a refresh after a change and a delete outside of Pulumi": [
    start,
    {
      command: "refresh",
      before: ({ emulator, uidOf }) => {
        emulator.edit(uidOf("team"), { description: "by hand" });
        emulator.remove(uidOf("app"));
      },
      args: READ,
    },
    { command: "up" },
    { command: "refresh", args: ["--preview-only", "--expect-no-changes"] },
  ],
  "two providers, and a move from one to the other": [
    {
      command: "up",
      program: (place) => [
        provider(place, "other"),
        group("first", place.root, {}, { provider: "other" }),
        group("second", "${first}"),
      ],
    },
    {
      command: "up",
      program: (place) => [
        provider(place, "other"),
        group("first", place.root),
        group("moved", "${first}", { name: "second", adoptUid: place.uidOf("second") }, { provider: "other" }),
      ],
    },
    { command: "refresh", args: READ },
  ],
  "a pending delete of a run that broke off": [
    start,
    {
      command: "up",
      program: ({ elsewhere }) => [...team(elsewhere), refused("bad", { dependsOn: ["app"] })],
      fails: true,
    },
    { command: "refresh", args: READ },
    { command: "up", program: ({ elsewhere }) => team(elsewhere) },
  ],
  "a create that fails after the delete of a replacement": [
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true }) },
    {
      command: "up",
      program: ({ elsewhere }) => team(elsewhere, {}, { deleteBeforeReplace: true }),
      before: deny("POST", /\/groups/),
      fails: true,
    },
    { command: "refresh", args: READ },
    { command: "up", fails: true },
  ],
  "retainOnDelete and protect": [
    {
      command: "up",
      program: ({ root }) => [
        group("kept", root, {}, { retainOnDelete: true }),
        group("held", root, {}, { protect: true }),
      ],
    },
    { command: "up", program: ({ root }) => [group("other", root)], fails: true },
    { command: "up", program: ({ elsewhere }) => [group("held", elsewhere, {}, { protect: true })], fails: true },
    { command: "up", program: ({ root }) => [group("held", root)] },
  ],
  "ignoreChanges, and an object that is only read": [
    {
      command: "up",
      program: ({ root, elsewhere }) => [
        { name: "read", class: "Group", args: {}, get: elsewhere },
        group("team", root, { description: "a" }),
        repo("web", "${read}"),
      ],
    },
    {
      command: "up",
      program: ({ root, elsewhere }) => [
        { name: "read", class: "Group", args: {}, get: elsewhere },
        group("team", root, { description: "b" }, { ignoreChanges: ["description"] }),
        repo("web", "${read}"),
      ],
    },
    { command: "refresh", args: READ },
  ],
};
