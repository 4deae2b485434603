import { forced, group, provider, READ, repo, type Scenario, start, team } from "./order-programs";

/** Scenarios in which the double must make the same calls as the engine: changes, replacements, moves, reads and deletes. */
export const orderly: Readonly<Record<string, Scenario>> = {
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
  "--replace": [
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true }) },
    { command: "up", args: ["--replace", "urn:team"] },
    { command: "up", args: ["--replace", "urn:web"], fails: true },
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
  "what leaves the program": [start, { command: "up", program: ({ root }) => [group("beside", root)] }],
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
