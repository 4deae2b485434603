import assert from "node:assert/strict";
import { sorts } from "../../../../src/command/ignoring/sorts";
import { found, grantTo, type Input, refreshed, reportOn, textOf, urnOf } from "../../drift-report";
import { liveObject } from "../../organizations";

const changed = [refreshed("a", "changed")];
const unread = [{ urn: urnOf("broken"), message: "refused" }];
const unlisted = [{ kind: "iam:Role", group: "root", message: "denied" }];

describe("the report on drift", () => {
  it("ends with 0 if nothing differs, and says so once", () => {
    const clean = { log: [refreshed("a", "same")] };
    assert.equal(reportOn(clean).exit, 0);
    assert.equal(textOf(clean, "table"), 'No drift in "site/dev".\n1 resource compared.\n');
    const markdown = "<!-- pulumi-platform drift site dev -->\n## No drift in site/dev\n\n- 1 resource compared.\n";
    assert.equal(textOf(clean, "markdown"), markdown);
  });

  it("ends with 2 for the sorts of drift in --fail-on, and for no other", () => {
    const exits = (input: Input) =>
      [...sorts.map((sort) => [sort]), []].map((failOn) => reportOn({ ...input, failOn }).exit);
    assert.deepEqual(exits({ log: changed }), [2, 0, 0, 0, 0, 0]);
    assert.deepEqual(exits({ log: [refreshed("b", "deleted")] }), [0, 2, 0, 0, 0, 0]);
    assert.deepEqual(exits({ search: found([grantTo("mallory")]) }), [0, 0, 2, 0, 0, 0]);
  });

  it("ends with 1 if a resource or a kind could not be read, and also shows what was found", () => {
    for (const input of [
      { log: changed, unread, failOn: [] },
      { log: changed, search: found([], { unlisted }), failOn: [] },
    ] satisfies Input[]) {
      const text = textOf(input, "table");
      assert.equal(reportOn(input).exit, 1);
      assert.match(text, /Could not be checked\nWHAT +WHY\n(resource broken +refused|iam:Role in root +denied)\n/);
      assert.match(text, /a +description +"old" +"new" +iam:Group/);
      assert.doesNotMatch(text, /no drift/i);
    }
  });

  it("does not begin with no drift if something could not be checked, and says how much", () => {
    const headline = (input: Input) => reportOn(input).comment?.headline;
    const log = [refreshed("a", "same"), refreshed("b", "same")];
    const unknown = 'Drift in "site/dev" is unknown: 1 of 3 resources could not be checked';
    assert.equal(headline({ log, unread }), unknown);
    assert.equal(
      headline({ log, unread, search: found([], { unlisted }) }),
      `${unknown}, and not all unmanaged objects could be checked`,
    );
    for (const format of ["table", "markdown", "html", "json"] as const)
      assert.doesNotMatch(textOf({ log, unread }, format), /no drift/i, format);
  });

  it("shows the assumption that the result depends on, in JSON too (row 223)", () => {
    const assumption = "It is believed.";
    const { notes, document } = reportOn({ search: found([], { assumption }) });
    assert.ok(notes?.includes(assumption));
    assert.ok((document.notes as string[]).includes(assumption));
  });

  it("counts a resource that waits for its delete only if it was changed, because it still gives access, and reports what an expired rule hid", () => {
    assert.equal(reportOn({ log: [refreshed("a", "deleted", { isPendingDelete: true })] }).exit, 0);
    const changed = refreshed("a", "changed", { id: "root/former", isPendingDelete: true });
    assert.deepEqual(
      ["", "iam:Group a", "iam:Group root/former"].map((rules) => reportOn({ log: [changed], rules }).exit),
      [2, 2, 0],
    );
    const input = { log: [refreshed("a", "deleted")], rules: "iam:Group a until 2026-11-21" };
    assert.equal(reportOn(input).exit, 2);
    assert.match(textOf(input, "table"), /The rule in line 1 of the ignore file expired after 2026-11-21\./);
  });

  it("has each finding as a row of CSV, with the same columns for all", () => {
    const input = {
      log: [...changed, refreshed("b", "deleted")],
      unread: [{ urn: urnOf("c"), message: "refused" }],
      search: found([grantTo("mallory")], { unlisted: [{ kind: null, group: "root/x", message: "denied" }] }),
    };
    const [heads, ...rows] = textOf(input, "csv").trim().split("\n");
    assert.equal(heads, "finding,kind,name,uid,urn,field,recorded,live,who,role,group");
    assert.deepEqual(
      rows.map((row) => row.split(",").slice(0, 3).join(",")),
      [
        "unknown,,c",
        "unknown,,",
        "unmanaged,iam:RoleBinding,mallory as owner in acme",
        "changed,iam:Group,a",
        "deleted,iam:Group,b",
      ],
    );
    assert.ok(rows.every((row) => row.split(",").length === 11));
  });

  it("lists grants that an identity provider explains by name, in each format, and fails on request (row 170)", () => {
    const by = { uid: "root/idp", name: "sso", path: "acme/sso" };
    const search = found([], { explained: [{ ...grantTo("ann@example.com"), by, byUid: by.uid, through: "sign-in" }] });
    assert.equal(reportOn({ search }).exit, 0);
    const failing = reportOn({ search, failOn: ["explained"] });
    assert.deepEqual([failing.exit, failing.comment?.headline], [2, 'Drift in "site/dev": 1 explained grant']);
    const scim = found([], { explained: [{ ...grantTo("bob@example.com"), by, byUid: by.uid, through: "scim" }] });
    assert.match(textOf({ search: scim }, "table"), /SCIM of acme\/sso[\s\S]*1 role binding is managed by SCIM\./);
    const { counts, unmanaged } = JSON.parse(textOf({ search }, "json"));
    assert.deepEqual([counts.explained, counts.unmanaged, unmanaged.explained[0].explainedBy.name], [1, 0, "sso"]);
    assert.match(textOf({ search }, "table"), /Grants that an identity provider explains[\s\S]*ann@example\.com/);
    assert.match(textOf({ search }, "csv"), /^explained,iam:RoleBinding,ann@example\.com as owner in acme,/m);
    const rules = 'iam:RoleBinding "ann@example.com as owner in acme"';
    assert.equal(reportOn({ search, rules, failOn: ["explained"] }).exit, 0);
  });

  it("reports interrupted operations, with and without --unmanaged (row 173)", () => {
    const sentence = "2 operations of interrupted runs are pending. The state may lack what they created.";
    for (const input of [{ interrupted: 2 }, { interrupted: 2, search: found([]) }]) {
      assert.ok(textOf(input, "table").includes(sentence), textOf(input, "table"));
      assert.equal(JSON.parse(textOf(input, "json")).interrupted, 2);
    }
  });

  it("shows for each unmanaged object how to get its lines for the program, in every format", () => {
    const object = liveObject("iam:AccountAssociation", "root/g", {});
    const association = { ...grantTo("mallory"), object, grant: undefined };
    const search = found([grantTo("mallory"), { ...association, label: "aws", ruleName: "aws" }]);
    const commands = ["--uid root/b --stack dev", "--uid root/g --kinds accountAssociations --stack dev"];
    for (const format of ["table", "markdown", "json"] as const)
      for (const options of commands)
        assert.match(textOf({ search }, format), new RegExp(`lines for .*: npx pulumi-platform import ${options}\\b`));
  });

  it("marks a custom role, also in CSV (row 185)", () => {
    const own = grantTo("ci");
    assert.ok(own.grant);
    const custom = { ...own, grant: { ...own.grant, role: { uid: "root/r", name: "owner", path: "acme/owner" } } };
    const roleIn = (object: typeof own) =>
      textOf({ search: found([object]) }, "csv")
        .split("\n")[1]
        ?.split(",")
        .at(-2);
    assert.deepEqual([own, custom].map(roleIn), ["owner", "owner (custom)"]);
    assert.match(textOf({ search: found([custom]) }, "table"), /ci +owner \(custom\) +unknown +acme/);
  });
});
