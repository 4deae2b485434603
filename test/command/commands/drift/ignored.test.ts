import assert from "node:assert/strict";
import { resources } from "../../../../src/description/resources";
import { found, grantTo, type Input, refreshed, reportOn, side, textOf, typeOf } from "../../drift-report";

const changed = [refreshed("a", "changed")];

describe("an ignore file, applied to drift,", () => {
  const countsOf = (input: Input) => JSON.parse(textOf(input, "json")).counts;

  it("leaves out findings, which are counted, and are in JSON with the line of the rule", () => {
    const input = {
      log: [...changed, refreshed("b", "deleted")],
      search: found([grantTo("mallory")]),
      rules: 'iam:Group a description\niam:Group root/b\niam:RoleBinding "mallory as owner in acme"\niam:Role x',
    };
    assert.equal(reportOn(input).exit, 0);
    const text = textOf(input, "table");
    assert.match(text, /^No drift in "site\/dev"\.\n/);
    assert.match(
      text,
      /3 findings are ignored by the ignore file\.\nThe rule in line 4 of the ignore file matches nothing here: "iam:Role x"\./,
    );
    const { changed: one, deleted, unmanaged, counts } = JSON.parse(textOf(input, "json"));
    const by = [one[0], one[0].fields[0], deleted[0], unmanaged.objects[0]].map(({ ignoredBy }) => ignoredBy);
    assert.deepEqual([by, counts.ignored], [[1, 1, 2, 3], 3]);
  });

  it("hides no object whose name others have too, even if the stack manages one of them, and says so (row 174)", () => {
    const [one, other] = ["root/b", "root/c"].map((uid) => {
      const grant = grantTo("ci");
      return { ...grant, object: { ...grant.object, uid } };
    });
    assert.ok(one && other);
    const byName = 'iam:RoleBinding "ci as owner in acme"';
    const bound = refreshed("bound", "same", { type: typeOf("iam:RoleBinding"), id: "root/c" });
    for (const more of [
      { search: found([one, other]) },
      { search: found([one], { managed: [other] }), log: [bound] },
    ]) {
      assert.equal(reportOn({ ...more, rules: byName }).exit, 2);
      assert.match(
        textOf({ ...more, rules: byName }, "table"),
        /The rule in line 1 of the ignore file, "iam:RoleBinding 'ci as owner in acme'", matches several objects, so it hides none\. Name one by its uid, or all with a \*\./,
      );
    }
    // As it says.
    const ignored = (rules: string) => countsOf({ search: found([one, other]), rules }).ignored;
    assert.deepEqual(["iam:RoleBinding root/c", 'iam:RoleBinding "ci as owner*"'].map(ignored), [1, 2]);
    // It is the one object of that name where the stack declares none.
    assert.equal(reportOn({ search: found([one]), rules: byName }).exit, 0);
  });

  it("hides no resource whose name others have too, managed or not", () => {
    const deployer = (description: string) => side({ name: "deployer", description });
    const named = (urnName: string) => refreshed(urnName, "changed", { recorded: deployer("a"), live: deployer("b") });
    const log = [named("alpha"), named("beta")];
    const ignored = (rules: string, more: Input = {}) => countsOf({ log, rules, ...more }).ignored;
    assert.equal(ignored("iam:Group deployer"), 0);
    assert.equal(ignored("iam:Group alpha"), 1, "by its own name in the program");
    // What was replaced and waits for its delete has the names of what took its place.
    const former = refreshed("alpha", "same", { id: "root/former", isPendingDelete: true });
    assert.equal(ignored("iam:Group alpha", { log: [...log, former] }), 1);
    const shadow = grantTo("x");
    const namesake = { ...shadow.object, spec: resources["iam:Group"] ?? assert.fail() };
    const search = found([{ ...shadow, object: namesake, ruleName: "alpha" }]);
    assert.equal(ignored("iam:Group alpha", { search }), 0, "an unmanaged object of the same name");
  });

  it("hides a part of a change, of which the rest is shown", () => {
    const both = (name: string) => side({ name, description: name });
    const log = [refreshed("a", "changed", { recorded: both("x"), live: both("y") })];
    const text = textOf({ log, rules: "iam:Group root/a description" }, "table");
    assert.match(text, /a +name +"x" +"y" +iam:Group/);
    assert.ok(!text.includes("description"));
  });
});
