import assert from "node:assert/strict";
import { extended, importableOf, live, none, type Program, ROOT, VIEWER } from "./extended-program";
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
describe("an import into a program that people have edited", () => {
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

  it("refers to earlier objects by uid, because their variables may mean others now (row 295)", () => {
    const bot = identity("1", "bot");
    const all = [bot, binding("2", bot.uid)];
    const role = live("iam:Role", `${ROOT}/9`, ROOT, { name: "r", capabilities: ["CAP_REPO_LIST"] });
    const refers = live("iam:RoleBinding", `${ROOT}/8`, ROOT, { identityUid: bot.uid, roleUid: role.uid });
    const before = extended(none, all, importableOf(all));
    const { sources } = extended(before, [...all, role, refers], importableOf([role, refers]));
    const expected = new RegExp(`// identity "bot"\\s+identityUid: "${bot.uid}",\\s+roleUid: r\\.id`);
    assert.match([...sources.values()].join(), expected);
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
