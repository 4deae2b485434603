import { deny, forced, group, READ, refused, repo, type Scenario, start, team } from "./order-programs";

/** Scenarios in which the double must make the same calls as the engine: failures, their effects, and the options for them. */
export const failing: Readonly<Record<string, Scenario>> = {
  "replaceOnChanges, created first": [forced("a"), { ...forced("b", { deleteBeforeReplace: false }), fails: true }],
  "a taint, and a replacementTrigger": [
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true, replacementTrigger: "a" }) },
    { command: "up", taint: "team" },
    { command: "up", program: ({ root }) => team(root, {}, { deleteBeforeReplace: true, replacementTrigger: "b" }) },
    { command: "up" },
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
};
