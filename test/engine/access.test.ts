import assert from "node:assert/strict";
import { difference } from "../../src/cli/access/difference";
import { type AccessModel, modelOf } from "../../src/cli/access/model";
import { groupPath, identityPath } from "../../src/cli/access/names";
import { objectIn, specOf } from "../../src/cli/organization/read";
import { call } from "../support/command";
import { describeEngine } from "../support/describe-engine";
import { type Declared, type Engine, succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";

/** What the test reads of the document. */
interface Document {
  readonly changes: readonly {
    readonly identity: { readonly path: string };
    readonly change: string;
    readonly capabilities: readonly string[];
    readonly groups: readonly { readonly path: string }[];
  }[];
  readonly actsAs: readonly string[];
  readonly untold: readonly { readonly urn: string; readonly why: string }[];
  readonly taken: readonly { readonly uid: string }[];
  readonly refused: readonly { readonly uid: string; readonly by: readonly { readonly uid: string }[] }[];
  readonly incomplete: readonly string[];
}

/** The model of what lies in the emulator. */
function modelIn({ emulator }: Engine): AccessModel {
  const objects = ["iam:Group", "iam:Identity", "iam:Role", "iam:RoleBinding"].flatMap((type) =>
    emulator.list(type).map((item) => objectIn(specOf(type), item)),
  );
  return modelOf(objects);
}

/** One line for each identity, group and capability. */
const lines = (changes: Document["changes"]): string[] =>
  changes
    .flatMap(({ identity, change, capabilities, groups }) =>
      groups.flatMap(({ path }) => capabilities.map((name) => `${identity.path} ${change} ${name} on ${path}`)),
    )
    .sort();

/** What became of access between two models, by names, as the document has it. */
function changesBetween(before: AccessModel, after: AccessModel): string[] {
  const names = {
    ...after,
    groups: new Map([...before.groups, ...after.groups]),
    identities: new Map([...before.identities, ...after.identities]),
  };
  return lines(
    difference(before, after).map(({ identityUid, isGain, capabilities, groupUids }) => ({
      identity: { path: identityPath(names, identityUid) },
      change: isGain ? "gains" : "loses",
      capabilities,
      groups: groupUids.map((uid) => ({ path: groupPath(names, uid) })),
    })),
  );
}

describeEngine("what a preview makes of access", (engine) => {
  const whatChanges = (title: string, updates: number) =>
    it(title, async () => {
      const { stack, workspace, root } = engine;
      const { environment } = stack;
      const words = ["access", "of", "--preview", "--stack", "test", "--cwd", workspace.directory, "-o", "json"];
      const bot = (name: string, parentUid: string): Declared => ({
        name,
        class: "Identity",
        args: { parentUid, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" },
      });
      const role = (...capabilities: string[]): Declared => ({
        name: "puller",
        class: "Role",
        args: { parentUid: root, capabilities },
      });
      const bind = (name: string, [parentUid, identity, roleUid = "${puller}"]: readonly string[]): Declared => ({
        name,
        class: "RoleBinding",
        args: { parentUid: parentUid ?? "", identityUid: identity ?? "", roleUid },
      });
      const group = (name: string, parentUid: string): Declared => ({ name, class: "Group", args: { parentUid } });
      const [ready = ""] = engine.world.uids["iam:Identity"] ?? [];
      const first = [group("alpha", root), role("CAP_REPO_LIST"), bot("builder", "${alpha}")];
      const programs: readonly (readonly Declared[])[] = [
        // All of it is new: every reference is unknown in the preview.
        [...first, bind("a", ["${alpha}", "${builder}"]), bind("b", ["${alpha}", ready])],
        // A role grants more, a group below comes with a binding, a binding moves, another goes.
        [
          ...first.slice(0, 1),
          role("CAP_REPO_LIST", "CAP_REPO_DELETE"),
          bot("builder", "${alpha}"),
          group("inner", "${alpha}"),
          bind("a", ["${inner}", "${builder}"]),
          bind("c", [root, "${builder}", engine.world.uids["iam:Role"]?.[0] ?? ""]),
        ],
        // All of it goes but the role, which grants less.
        [role("CAP_REPO_DELETE")],
      ];
      for (const [index, program] of programs.slice(0, updates).entries()) {
        engine.declare(program);
        const before = modelIn(engine);
        const { code, stdout, stderr } = await call(words, { environment });
        assert.deepEqual([code, stderr], [2, ""], stdout);
        const { changes, untold, incomplete } = JSON.parse(stdout) as Document;
        assert.deepEqual([untold, incomplete], [[], []], `program ${index}`);
        const { code: ended, output } = await stack.up();
        assert.equal(ended, 0, output);
        const happened = changesBetween(before, modelIn(engine));
        assert.ok(happened.length > 0, `program ${index} changes nothing`);
        assert.deepEqual(lines(changes), happened, `program ${index}`);
        const settled = await call(words, { environment });
        assert.deepEqual([settled.code, lines((JSON.parse(settled.stdout) as Document).changes)], [0, []]);
      }
    });
  whatChanges("is what is so after the update: a new tree", 1);
  whatChanges("is what is so after each update: new trees, changed roles, moved and deleted bindings @all", 3);

  /** What the command says of the pending change, and how it ends. */
  const preview = async (more: Readonly<Record<string, string>> = {}) => {
    const words = ["access", "of", "--preview", "--stack", "test", "--cwd", engine.workspace.directory, "-o", "json"];
    const { code, stdout } = await call(words, { environment: { ...engine.stack.environment, ...more } });
    return { code, ...(JSON.parse(stdout) as Document) };
  };
  const builtIn = (wanted: string) => String(engine.emulator.list("iam:Role").find(({ name }) => name === wanted)?.uid);

  it("tells that others may act as an identity that a create takes over, by its uid or its key @all", async () => {
    const { emulator, root } = engine;
    const issuer = "https://ci.example.com";
    const claimMatch = { issuer, subject: "repo:acme/web" };
    const identityUid = String(emulator.put("iam:Identity", root, { name: "deploy", claimMatch }).uid);
    emulator.put("iam:RoleBinding", root, { identityUid, roleUid: builtIn("owner") });
    const args = { parentUid: root, name: "deploy", claimMatch: { issuer, subjectPattern: "repo:evil/.*" } };
    for (const [more, environment] of [
      [{ adoptUid: identityUid }, {}],
      // Its name is that of the resource.
      [{ name: undefined }, { PLATFORM_ADOPT_EXISTING: "sameKey" }],
    ] as const) {
      engine.declare([{ name: "deploy", class: "Identity", args: { ...args, ...more } }]);
      const { code, actsAs, changes, taken } = await preview(environment);
      assert.deepEqual([code, actsAs.map((urn) => urn.split("::").at(-1)), changes], [2, ["deploy"], []]);
      assert.deepEqual(
        taken.map(({ uid }) => uid),
        "adoptUid" in more ? [] : [identityUid],
      );
    }
    // A name that the preview hides may be that of anybody.
    engine.declare([{ name: "hidden", class: "Identity", args: { ...args, name: { $secret: "deploy" } } }]);
    const hidden = await preview();
    assert.deepEqual([hidden.code, hidden.untold.map(({ why }) => why)], [1, ["name is secret"]]);
    engine.declare([{ name: "deploy", class: "Identity", args: { ...args, claimMatch, adoptUid: identityUid } }]);
    const same = await preview();
    assert.deepEqual([same.code, same.actsAs], [0, []]);
  });

  it("leaves open what an explicit provider does, whether the provider is new or stays as it is @all", async () => {
    const { emulator, root, workspace, stack, world } = engine;
    const [identityUid = ""] = world.uids["iam:Identity"] ?? [];
    const program = (names: readonly string[]) =>
      writeFiles(workspace.directory, {
        "index.js": `
          const platform = require("pulumi-platform");
          const settings = { baseUrl: "${emulator.url}", token: "${emulator.token}" };
          const provider = new platform.Provider("other", settings);
          for (const name of ${JSON.stringify(names)}) {
            const group = new platform.Group(name, { parentUid: "${root}" }, { provider });
            const args = { parentUid: group.id, identityUid: "${identityUid}", roleUid: "${builtIn("owner")}" };
            new platform.RoleBinding(name, args, { provider });
          }
        `,
      });
    for (const names of [["first"], ["first", "second"], ["second"]]) {
      program(names);
      const { code, untold, changes } = await preview();
      assert.deepEqual([code, changes], [1, []]);
      assert.equal(untold.length, 2);
      assert.match(untold[0]?.why ?? "", /^it belongs to an explicit provider/);
      succeeded(await stack.up());
      assert.equal((await preview()).code, 0);
    }
  });

  it("tells of a delete that the platform refuses, and of no loss by it @all", async () => {
    const { emulator, root, stack, world } = engine;
    const [identityUid = ""] = world.uids["iam:Identity"] ?? [];
    engine.declare([{ name: "puller", class: "Role", args: { parentUid: root, capabilities: ["CAP_REPO_LIST"] } }]);
    succeeded(await stack.up());
    const roleUid = String((await engine.recorded()).get("puller")?.id);
    const bound = String(emulator.put("iam:RoleBinding", root, { identityUid, roleUid }).uid);
    engine.declare([]);
    const { code, changes, refused } = await preview();
    assert.deepEqual([code, changes], [0, []]);
    assert.deepEqual(
      refused.map(({ uid, by }) => [uid, ...by.map((blocker) => blocker.uid)]),
      [[roleUid, bound]],
    );
    const { code: ended, output } = await stack.up();
    assert.notEqual(ended, 0);
    assert.match(output, /RESOURCE_NOT_EMPTY/);
    emulator.remove(bound);
    const free = await preview();
    assert.deepEqual([free.code, free.refused], [0, []]);
    succeeded(await stack.up());
  });
});
