import assert from "node:assert/strict";
import { difference } from "../../src/command/access/difference";
import { type AccessModel, modelOf } from "../../src/command/access/model";
import { groupPath, identityPath } from "../../src/command/access/names";
import { objectIn, specOf } from "../../src/command/organization/read";
import { call } from "../support/command";
import { type Declared, type Engine, succeeded } from "../support/engine";
import { describeEngineHosts } from "./describe-engine";

/** What the test reads of the document. */
interface Document {
  readonly changes: readonly {
    readonly identity: { readonly path: string };
    readonly change: string;
    readonly capabilities: readonly string[];
    readonly groups: readonly { readonly path: string }[];
  }[];
  readonly unknown: readonly { readonly urn: string; readonly why: string }[];
  readonly actorsChanged: readonly string[];
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

describeEngineHosts("what a preview makes of access", (engine) => {
  /** What the command says of the pending change, and how it ends. */
  const preview = async () => {
    const words = ["access", "list", "--preview", "--stack", "test", "--cwd", engine.workspace.directory, "-o", "json"];
    const { code, stdout, stderr } = await call(words, { environment: engine.stack.environment });
    assert.equal(stderr, "");
    return { code, ...(JSON.parse(stdout) as Document) };
  };

  it("is what is so after each update: new trees, changed roles, moved and deleted bindings", async () => {
    const { stack, root } = engine;
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
    // The platform fills in when it expires, which changes nobody who can act as it.
    const keys = (description: string): Declared => ({
      name: "keys",
      class: "Identity",
      args: {
        parentUid: root,
        description,
        staticKeys: { issuer: "https://ci.example.com", subject: "s", issuerKeys: '{"keys":[]}' },
      },
    });
    const [ready = ""] = engine.world.uids["iam:Identity"] ?? [];
    const first = [keys("first"), group("alpha", root), role("CAP_REPO_LIST"), bot("builder", "${alpha}")];
    const programs: readonly (readonly Declared[])[] = [
      // All of it is new: every reference is unknown in the preview.
      [...first, bind("a", ["${alpha}", "${builder}"]), bind("b", ["${alpha}", ready])],
      // A role grants more, a group below comes with a binding, a binding moves, another goes.
      [
        keys("second"),
        group("alpha", root),
        role("CAP_REPO_LIST", "CAP_REPO_DELETE"),
        bot("builder", "${alpha}"),
        group("inner", "${alpha}"),
        bind("a", ["${inner}", "${builder}"]),
        bind("c", [root, "${builder}", engine.world.uids["iam:Role"]?.[0] ?? ""]),
      ],
      // All of it goes but the role, which grants less.
      [role("CAP_REPO_DELETE")],
    ];
    for (const [index, program] of programs.entries()) {
      engine.declare(program);
      const before = modelIn(engine);
      const { code, changes, unknown, actorsChanged, incomplete } = await preview();
      assert.deepEqual([code, unknown, actorsChanged, incomplete], [2, [], [], []], `program ${index}`);
      const { code: ended, output } = await stack.up();
      assert.equal(ended, 0, output);
      const happened = changesBetween(before, modelIn(engine));
      assert.ok(happened.length > 0, `program ${index} changes nothing`);
      assert.deepEqual(lines(changes), happened, `program ${index}`);
      const settled = await preview();
      assert.deepEqual([settled.code, settled.changes], [0, []]);
    }
  });

  it("shows the loss of what waits for its delete, which the next update deletes", async () => {
    const [team = ""] = engine.world.uids["iam:Group"] ?? [];
    const args = { identityUid: "${bot}", roleUid: "${deleter}" };
    const servicePrincipal = "SERVICE_PRINCIPAL_SKILLS";
    const grant = (parentUid: string): Declared[] => [
      { name: "deleter", class: "Role", args: { parentUid: engine.root, capabilities: ["CAP_REPO_DELETE"] } },
      { name: "bot", class: "Identity", args: { parentUid: engine.root, servicePrincipal } },
      { name: "moves", class: "RoleBinding", args: { parentUid, ...args } },
    ];
    engine.declare(grant(engine.root));
    succeeded(await engine.stack.up());
    engine.declare(grant(team));
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    const refused = engine.emulator.fault({ method: "DELETE", path: "/iam/v2/roleBindings", times: 99, action });
    assert.equal((await engine.stack.up()).code, 1);
    refused.remove();
    const before = modelIn(engine);
    const { code, changes } = await preview();
    succeeded(await engine.stack.up());
    const happened = changesBetween(before, modelIn(engine));
    assert.ok(happened.length > 0);
    assert.deepEqual([code, lines(changes)], [2, happened]);
  });
});
