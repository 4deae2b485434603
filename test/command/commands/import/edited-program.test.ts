import assert from "node:assert/strict";
import { assertDeclares, extended, importableOf, live, none, type Program, ROOT, VIEWER } from "./extended-program";
import { runSources } from "./imported-program";

/** A program that people have edited since the last import. */
const edited = (program: Program, edit: (text: string) => string): Program => ({
  ...program,
  sources: new Map([...program.sources].map(([file, text]) => [file, edit(text)])),
});

const identity = (id: string, name: string) =>
  live("iam:Identity", `${ROOT}/${id}`, ROOT, { name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
const binding = (id: string, identityUid: string) =>
  live("iam:RoleBinding", `${ROOT}/${id}`, ROOT, { identityUid, roleUid: VIEWER });
const heldAs = (name: string, kind: string, uid: string) => ({
  urn: `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/${kind}::${name}`,
  kind,
  uid,
});

describe("an import into a program that people have edited", () => {
  it("refers to a renamed variable by its current name, found by the name of its resource", () => {
    const groups = ["prod", "test"].map((name, i) => live("iam:Group", `${ROOT}/${i}`, ROOT, { name }));
    const roles = groups.map(({ uid }, i) =>
      live("iam:Role", `${uid}/r${i}`, uid, { name: `role ${i}`, capabilities: ["CAP_REPO_LIST"] }),
    );
    const repos = groups.map(({ uid }, i) => live("registry:Repo", `${uid}/p${i}`, uid, { name: `repo-${i}` }));
    const all = [...groups, ...roles, ...repos];
    const wanted = importableOf(all);
    const first = extended(none, all, wanted.slice(0, 4));
    const renamed = (text: string) =>
      text
        .replace(/\bprod(?= =|\.id)/g, "production")
        .replace(/\btest(?= =|\.id)/g, "prod")
        .replace("const production =", "const production: platform.Group =");
    const edited = new Map([...first.sources].map(([file, text]) => [file, renamed(text)]));
    const held = ["prod", "test"].map((name, i) => heldAs(name, "iam:Group", `${ROOT}/${i}`));
    const second = extended({ ...first, sources: edited }, all, wanted.slice(4), held);
    const [index = ""] = second.sources.values();
    const repoOf = (i: number) => new RegExp(`"repo-${i}", \\{ parentUid: (\\S+),`).exec(index)?.[1];
    assert.deepEqual([repoOf(0), repoOf(1)], ["production.id", "prod.id"], index);
    assertDeclares(second, wanted);
  });

  it("looks a built-in role up again if its variable now means another role, in any formatting (row 295)", () => {
    const [first, second] = [identity("1", "one"), identity("2", "two")];
    const all = [first, second, binding("3", first.uid), binding("4", second.uid)];
    const wanted = importableOf(all);
    const before = extended(none, all, wanted.slice(0, 3));
    const lookup = 'getRoleOutput({ name: "viewer", inRoot: true })';
    const roles = (program: Program) =>
      runSources(program.sources, { uidOf: (_, name) => name, roleUid: (name) => name, secretOf: () => "" }).flatMap(
        ({ args }) => args.roleUid ?? [],
      );
    const other = edited(before, (text) => text.replace(lookup, lookup.replace("viewer", "editor")));
    assert.deepEqual(roles(extended(other, all, wanted.slice(3))), ["editor", "viewer"]);
    const formatted = "getRoleOutput({\n  name: 'viewer',\n  inRoot: true,\n})";
    const same = extended(
      edited(before, (text) => text.replace(lookup, formatted)),
      all,
      wanted.slice(3),
    );
    assert.deepEqual(roles(same), ["viewer", "viewer"]);
    assert.equal([...same.sources.values()].join().split("getRoleOutput").length, 2, "it is looked up once");
  });

  it("refers to a resource only if its name still means the object, as far as the stack shows (row 295)", () => {
    const bot = identity("1", "bot");
    const all = [bot, binding("2", bot.uid)];
    const wanted = importableOf(all);
    const role = live("iam:Role", `${ROOT}/9`, ROOT, { name: "r", capabilities: ["CAP_REPO_LIST"] });
    const refers = live("iam:RoleBinding", `${ROOT}/8`, ROOT, { identityUid: bot.uid, roleUid: role.uid });
    const before = edited(extended(none, all, wanted), (text) =>
      text
        .replaceAll("bot.id", "oldBot.id")
        .replace('const bot = new platform.Identity("bot"', 'const oldBot = new platform.Identity("old-bot"')
        .concat('const bot = new platform.Identity("bot", { parentUid, name: "contractor" });\n'),
    );
    const identityIn = (held: Parameters<typeof extended>[3]) => {
      const { sources } = extended(before, [...all, role, refers], importableOf([role, refers]), held);
      return /identityUid: (\S+?),?\s(?=[^}]*roleUid: r\.id)/.exec([...sources.values()].join())?.[1];
    };
    const other = heldAs("bot", "iam:Identity", `${ROOT}/7`);
    assert.equal(identityIn([heldAs("old-bot", "iam:Identity", bot.uid), other]), "oldBot.id");
    // Without its state, nobody knows which one has its former name.
    // A part of a component is no variable, although it may have the name of one.
    const inComponent = {
      ...heldAs("old-bot", "iam:Identity", bot.uid),
      urn: "urn:pulumi:s::p::team$platform:index:Identity::old-bot",
    };
    const named = heldAs("old-bot", "iam:Identity", bot.uid);
    const shared = [named, { ...inComponent, uid: `${ROOT}/7` }];
    for (const unknown of [[other], [], [inComponent], shared])
      assert.equal(identityIn(unknown), JSON.stringify(bot.uid));
  });

  it("writes the uid of the group if its variable now means another group", () => {
    const [first, second] = [identity("1", "one"), identity("2", "two")];
    const wanted = importableOf([first, second]);
    const before = extended(none, [first, second], wanted.slice(0, 1));
    const moved = edited(before, (text) => text.replace(`= "${ROOT}"`, `= "${VIEWER}"`));
    const { sources } = extended(moved, [first, second], wanted.slice(1));
    const declared = runSources(sources, { uidOf: (_, name) => name, roleUid: (name) => name, secretOf: () => "" });
    assert.deepEqual(
      declared.map(({ args }) => args.parentUid),
      [VIEWER, ROOT],
    );
  });
});
