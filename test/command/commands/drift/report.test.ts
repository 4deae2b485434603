import assert from "node:assert/strict";
import { sorts } from "../../../../src/command/ignoring/sorts";
import { found, grantTo, type Input, refreshed, reportOn, side, textOf, urnOf } from "../../drift-report";
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
    assert.equal(textOf(clean, "html").match(/<h1>No drift in site\/dev<\/h1>/g)?.length, 1);
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
    assert.equal(
      headline({ log: changed, unread }),
      'Drift in "site/dev": 1 changed, 1 of 2 resources could not be checked',
    );
    for (const format of ["table", "markdown", "html", "json"] as const)
      assert.doesNotMatch(textOf({ log, unread }, format), /no drift/i, format);
  });

  it("says that the engine uses recorded settings, if an error names one", () => {
    const message = "Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
    const note = "The engine uses the values of platform:baseUrl that the last pulumi up recorded.";
    const has = (...recorded: string[]) =>
      textOf({ unread: [{ urn: urnOf("a"), message }], recorded }, "table").includes(note);
    assert.deepEqual([has("platform:baseUrl", "platform:token"), has("platform:token"), has()], [true, false, false]);
  });

  it("shows the assumption that the result depends on, in JSON too (row 223)", () => {
    const assumption = "It is believed.";
    const { notes, document } = reportOn({ search: found([], { assumption }) });
    assert.ok(notes?.includes(assumption));
    assert.ok((document.notes as string[]).includes(assumption));
    assert.ok(!reportOn({ search: found([]) }).notes?.some((text) => text.includes("undefined")));
  });

  it("does not count a resource that waits for its delete, and says what happened to its object", () => {
    const input = { log: [refreshed("a", "deleted", { isPendingDelete: true })] };
    assert.equal(reportOn(input).exit, 0);
    assert.match(
      textOf(input, "table"),
      /"a" waits for its delete, and its object was deleted outside of Pulumi\. This is not drift\./,
    );
  });

  it("reports what an expired rule hid, and that it expired", () => {
    const input = { log: [refreshed("a", "deleted")], rules: "iam:Group a until 2026-11-21" };
    assert.equal(reportOn(input).exit, 2);
    assert.match(textOf(input, "table"), /The rule in line 1 of the ignore file expired after 2026-11-21\./);
  });

  it("shows the items that only one of two lists has", () => {
    const row = (...lists: [string[], string[]]) => {
      const [recorded, live] = lists.map((names) => side({ names }));
      const text = textOf({ log: [refreshed("a", "changed", { ...(recorded && { recorded }), live })] }, "table");
      return text.split("\n")[2]?.trim().split(/ {2,}/).slice(2, 4);
    };
    assert.deepEqual(row(["a", "b"], ["b", "c", "d"]), ['[…,"a"]', '[…,"c","d"]']);
    assert.deepEqual(row(["a", "b"], ["b", "a"]), ['["a","b"]', '["b","a"]']);
    assert.deepEqual(row(["a"], ["b"]), ['["a"]', '["b"]']);
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
    for (const format of ["table", "markdown", "html"] as const)
      assert.match(textOf({ search }, format), /Grants that an identity provider explains[\s\S]*ann@example\.com/);
    assert.match(textOf({ search }, "csv"), /^explained,iam:RoleBinding,ann@example\.com as owner in acme,/m);
    assert.match(
      textOf({ search }, "table"),
      /^1 role binding of a person has the default role of an identity provider/m,
    );
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
    const grants = Array.from({ length: 500 }, () => grantTo("mallory"));
    const many = textOf({ search: found(grants, { assumption: "The token says nothing." }) }, "markdown");
    assert.match(many, /^- The token says nothing\.$/m, "a comment has room for the first notes");
    const rule = "iam:RoleBinding *\niam:AccountAssociation *";
    assert.doesNotMatch(textOf({ search, rules: rule }, "table"), /pulumi-platform import/);
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

  it("names what was not checked, and objects that are not findings", () => {
    const text = textOf({ search: found([]), interrupted: 1 }, "table");
    for (const sentence of [
      'Only direct children of "acme" were checked, because the stack does not manage it. --under also checks everything below.',
      "2 objects without a resource are identities of people, which sign-in or SCIM creates.",
      "1 object counts as managed, because a resource that waits for its delete has it.",
      "1 resource uses an explicit provider. Objects beside it were not checked, because they may be on another platform.",
      "1 operation of an interrupted run is pending. The state may lack what it created.",
    ])
      assert.ok(text.includes(sentence), `${sentence}\n${text}`);
  });
});
