import assert from "node:assert/strict";
import fc from "fast-check";
import { readRules } from "../../../src/command/ignoring/ignore-file";
import { Ignoring, type Seen } from "../../../src/command/ignoring/ignoring";
import { sorts } from "../../../src/command/ignoring/sorts";

const TODAY = "2026-11-22";
const ignoring = (text: string, today = TODAY) => new Ignoring(readRules(text, "rules"), today);
const seen = (kind: string, name: string, field?: string): Seen => ({
  kind,
  names: [name],
  ...(field === undefined ? { sort: "unmanaged" } : { sort: "changed", field }),
});

describe("an ignore file", () => {
  it("compares a uid with a uid, and with a pattern only if it has a slash or is for all, because any other may be in each uid", () => {
    const uid = "0fe0/1";
    const matches = (rule: string) =>
      ignoring(`iam:Group ${rule}`).ruleFor({ kind: "iam:Group", uid, names: ["web"], sort: "unmanaged" }) !==
      undefined;
    for (const rule of [uid, "0fe0/*", "*", "w*"]) assert.ok(matches(rule), rule);
    for (const rule of ["*fe*", "0fe0*"]) assert.ok(!matches(rule), rule);
  });

  it("has one rule on each line, with comments and empty lines between them", () => {
    const rules = readRules("# all\n\niam:Group a/b   # why\r\n  iam:Role * until 2027-01-31\n", "rules");
    assert.deepEqual(
      rules.map(({ line, text, until, isForAll }) => [line, text, until, isForAll]),
      [
        [3, "iam:Group a/b   # why", undefined, false],
        [4, "iam:Role * until 2027-01-31", "2027-01-31", true],
      ],
    );
  });

  it("names objects by uid or name, with quotes around spaces, and * for any characters", () => {
    const matches = (rule: string, name: string) => ignoring(rule).ruleFor(seen("iam:RoleBinding", name)) !== undefined;
    assert.ok(matches('iam:RoleBinding "ci as viewer"', "ci as viewer"));
    assert.ok(matches("iam:* a/*", "a/b/c"));
    assert.ok(matches("* *", "anything\nat all"));
    assert.ok(!matches('iam:RoleBinding "* as viewer"', "ci as viewer and more"));
    assert.ok(!matches("iam:RoleBinding a.c", "abc"), "a dot is a dot");
    assert.ok(!matches("iam:Role *", "ci as viewer"), "another kind");
  });

  it("hides a field with everything in it, and nothing else of the object", () => {
    const rules = ignoring("registry:Repo web customOverlay");
    const matches = (field?: string) => rules.ruleFor(seen("registry:Repo", "web", field)) !== undefined;
    const fields = [undefined, "customOverlay", "customOverlay.contents.packages", "customOverlays"];
    assert.deepEqual(fields.map(matches), [false, true, true, false]);
  });

  it("hides an object until the end of the day that a rule names", () => {
    const rule = "iam:Group team until 2026-11-22";
    assert.ok(ignoring(rule).ruleFor(seen("iam:Group", "team")));
    const over = ignoring(rule, "2026-11-23");
    assert.equal(over.ruleFor(seen("iam:Group", "team")), undefined);
    assert.deepEqual(
      [over.withoutEffect(true).ended.map(({ line }) => line), over.withoutEffect(true).unused],
      [[1], []],
    );
  });

  it("hides one sort of finding if the rule names it", () => {
    const rules = ignoring("registry:Tag * when unmanaged until 2027-01-31\nregistry:Tag old when deleted");
    const sortsOf = (name: string) =>
      sorts.filter((sort) => rules.ruleFor({ kind: "registry:Tag", names: [name], sort }) !== undefined);
    assert.deepEqual([sortsOf("v1"), sortsOf("old")], [["unmanaged"], ["deleted", "unmanaged"]]);
    assert.ok(ignoring('iam:Group "when"').ruleFor(seen("iam:Group", "when")));
  });

  it("hides objects of the same name only by a pattern", () => {
    const rules = ignoring("iam:Group web\niam:Group we*\niam:Group a/b");
    const shared = (uid: string): Seen => ({
      kind: "iam:Group",
      names: [uid],
      sharedNames: ["web"],
      sort: "unmanaged",
    });
    assert.equal(rules.ruleFor(shared("a/b"))?.line, 2);
    const strict = ignoring("iam:Group web\niam:Group a/b");
    assert.deepEqual([strict.ruleFor(shared("a/c")), strict.ruleFor(shared("a/b"))?.line], [undefined, 2]);
  });

  it("reports rules that matched nothing, except those about objects that were not searched", () => {
    const rules = ignoring("iam:Group a\niam:Group b\nregistry:Repo web readme\niam:RoleBinding x when explained");
    rules.ruleFor(seen("iam:Group", "a"));
    assert.deepEqual(
      [true, false].map((isAllSeen) => rules.withoutEffect(isAllSeen).unused.map(({ line }) => line)),
      [[2, 3, 4], [3]],
    );
  });

  it("knows the kinds that are ignored as a whole", () => {
    const rules = ignoring("iam:IdentityProvider *\nregistry:Tag v* \niam:Role * until 2020-01-01\niam:Group * name");
    assert.deepEqual(
      ["iam:IdentityProvider", "registry:Tag", "iam:Role", "iam:Group"].map((kind) =>
        rules.isWholeKind(kind, ["unmanaged"]),
      ),
      [true, false, false, false],
    );
    assert.ok(!rules.withoutEffect(true).unused.some(({ line }) => line === 1));
    const grants = (text: string) => ignoring(text).isWholeKind("iam:RoleBinding", ["unmanaged", "explained"]);
    const [one, other] = ["iam:RoleBinding * when unmanaged", "* * when explained"];
    assert.deepEqual(
      [grants(one), grants(other), grants(`${one}\n${other}`), grants("* *")],
      [false, false, true, true],
    );
  });

  it("reports the first invalid line with its number", () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      ["iam:Group", /^rules:2: must be a rule: KIND UID-OR-NAME /],
      ["Group a", /^rules:2: "Group" must be a kind, like iam:RoleBinding, or \*$/],
      ["iam:Group a until 2027-02-30", /^rules:2: "until" must be followed by a day/],
      ["iam:Group a until 2027-01-31 name", /^rules:2: "until" must be followed by a day/],
      ["iam:Group a when gone", /"when" must be followed by one of changed, deleted, unmanaged/],
      ["iam:Group a when deleted changed", /"when" must be followed by one of/],
      ["iam:Group a name when changed", /a rule with a field must not have "when"/],
      ['iam:Group a"b"', /^rules:2: a text in quotes must begin and end with ", and a space must follow$/],
    ];
    for (const [line, message] of wrong)
      assert.throws(() => readRules(`# first\n${line}\n`, "rules"), { name: "IgnoreFileError", message }, line);
  });

  it("matches exactly the name in quotes, for any characters", () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/["*\r\n]/.test(text));
    fc.assert(
      fc.property(name, name, (one, other) => {
        const rules = ignoring(`iam:Group "${one}"`);
        assert.ok(rules.ruleFor(seen("iam:Group", one)));
        if (one !== other) assert.equal(rules.ruleFor(seen("iam:Group", other)), undefined);
      }),
    );
  });
});
