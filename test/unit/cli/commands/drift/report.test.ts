import assert from "node:assert/strict";
import { type Findings, judge } from "../../../../../src/cli/commands/drift/findings";
import { driftReport } from "../../../../../src/cli/commands/drift/report";
import type { UnmanagedFound } from "../../../../../src/cli/commands/drift/unmanaged";
import type { OutputFormat } from "../../../../../src/cli/declaration";
import { readRules } from "../../../../../src/cli/ignoring/ignore-file";
import { Ignoring } from "../../../../../src/cli/ignoring/ignoring";
import { type Sort, sorts } from "../../../../../src/cli/ignoring/sorts";
import { rendered } from "../../../../../src/cli/output/render";
import type { Refreshed, Unread } from "../../../../../src/cli/stack/event-log";
import { resources } from "../../../../../src/resources";
import type { Values } from "../../../../../src/spec/values";

const urnOf = (name: string) => `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/iam:Group::${name}`;

const resourceOf = (name: string, outcome: Refreshed["outcome"], more: Partial<Refreshed> = {}): Refreshed => {
  const side = (description: string) => ({ inputs: { name, description }, outputs: { name, description } });
  return {
    urn: urnOf(name),
    type: "pulumi-nodejs:dynamic/platform/iam:Group",
    id: `root/${name}`,
    outcome,
    recorded: side("old"),
    live: outcome === "deleted" ? undefined : side(outcome === "same" ? "old" : "new"),
    paths: undefined,
    isPendingDelete: false,
    isReadOnly: false,
    isObject: true,
    ...more,
  };
};

const found = (objects: UnmanagedFound["objects"], unlisted: UnmanagedFound["unlisted"] = []): UnmanagedFound => ({
  objects,
  unlisted,
  notChecked: [],
  byNature: new Map([["person", 2]]),
  waiting: 1,
  elsewhere: 1,
  interrupted: 1,
  groups: [{ uid: "root", name: "acme", path: "acme", isWhole: false }],
});

/** A grant that nobody declared. */
const grant = (who: string): UnmanagedFound["objects"][number] => {
  const spec = resources["iam:RoleBinding"];
  assert.ok(spec);
  const [identity, role, group] = [
    { uid: "root/i", name: who, path: who },
    { uid: "r", name: "owner", path: "owner" },
    { uid: "root", name: "acme", path: "acme" },
  ];
  return {
    object: { spec, uid: "root/b", parentUid: "root", values: {} as Values },
    label: `${who} as owner in acme`,
    ruleName: `${who} as owner in acme`,
    place: group,
    grant: { role, identity, who, group },
    within: undefined,
    contains: 0,
  };
};

interface Input {
  readonly log?: readonly Refreshed[];
  readonly unread?: readonly Unread[];
  readonly search?: UnmanagedFound;
  readonly rules?: string;
  readonly failOn?: readonly Sort[];
}

const findingsOf = ({ log = [], unread = [], search, rules = "" }: Input): Findings =>
  judge({
    log: { resources: log, unread, errors: [] },
    found: search,
    ignoring: new Ignoring(readRules(rules, "rules"), "2026-11-22"),
  });

const reportOn = (input: Input) =>
  driftReport({
    findings: findingsOf(input),
    name: { project: "site", stack: "dev" },
    failOn: input.failOn ?? sorts,
    time: new Date("2026-11-22T08:30:00Z"),
  });

const sink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const textOf = (input: Input, format: OutputFormat) => rendered(reportOn(input), format, sink);

describe("the report on drift", () => {
  it("ends with 0 where nothing differs, and says so", () => {
    const clean = { log: [resourceOf("a", "same")] };
    assert.equal(reportOn(clean).exit, 0);
    assert.equal(textOf(clean, "table"), 'There is no drift.\n\nNo drift in "site/dev". 1 resource compared.\n');
  });

  it("ends with 2 for the sorts of drift that are asked for, and for no other", () => {
    const changed = [resourceOf("a", "changed")];
    const deleted = [resourceOf("b", "deleted")];
    const search = found([grant("mallory")]);
    const exits = (input: Input) =>
      [["changed"], ["deleted"], ["unmanaged"], []].map(
        (failOn) => reportOn({ ...input, failOn: failOn as Sort[] }).exit,
      );
    assert.deepEqual(exits({ log: changed }), [2, 0, 0, 0]);
    assert.deepEqual(exits({ log: deleted }), [0, 2, 0, 0]);
    assert.deepEqual(exits({ search }), [0, 0, 2, 0]);
  });

  it("ends with 1 where a resource could not be read or a kind not listed, whatever else was found, and shows that too", () => {
    const unread = [{ urn: urnOf("broken"), message: "refused" }];
    const unlisted = [{ kind: "iam:Role", group: "root", message: "denied" }];
    for (const input of [
      { log: [resourceOf("a", "changed")], unread },
      { log: [resourceOf("a", "changed")], search: found([], unlisted) },
    ] satisfies Input[]) {
      const text = textOf({ ...input, failOn: [] }, "table");
      assert.equal(reportOn({ ...input, failOn: [] }).exit, 1);
      assert.match(text, /Could not be found out\nWHAT +WHY\n(resource broken +refused|iam:Role in root +denied)\n/);
      assert.match(text, /a +iam:Group +description +"old" +"new"/);
      assert.ok(!text.includes("There is no drift"));
    }
    assert.ok(!textOf({ unread }, "table").includes("no drift."));
    assert.match(textOf({ unread }, "table"), /No drift in "site\/dev", and not everything could be found out\./);
  });

  it("counts no resource that waits for its delete, and says what became of it", () => {
    const input = { log: [resourceOf("a", "deleted", { isPendingDelete: true })] };
    assert.equal(reportOn(input).exit, 0);
    assert.match(textOf(input, "table"), /"a" waits for its delete, and its object is deleted: that is no drift\./);
  });

  it("leaves out what the ignore file means, counts it, and has it in JSON with the line of the rule", () => {
    const input = {
      log: [resourceOf("a", "changed"), resourceOf("b", "deleted")],
      search: found([grant("mallory")]),
      rules: 'iam:Group a description\niam:Group root/b\niam:RoleBinding "mallory as owner in acme"\niam:Role x',
    };
    const report = reportOn(input);
    assert.equal(report.exit, 0);
    const text = textOf(input, "table");
    assert.match(text, /^There is no drift\.\n/);
    assert.match(
      text,
      /3 findings are meant by the ignore file\.\nThe rule in line 4 of the ignore file matches nothing: "iam:Role x"\./,
    );
    const { changed, deleted, unmanaged, counts } = JSON.parse(textOf(input, "json"));
    assert.deepEqual(
      [changed[0].ignoredBy, changed[0].fields[0].ignoredBy, deleted[0].ignoredBy, unmanaged.objects[0].ignoredBy],
      [1, 1, 2, 3],
    );
    assert.deepEqual(counts, { resources: 2, changed: 0, deleted: 0, unmanaged: 0, grants: 0, ignored: 3 });
  });

  it("hides none of several that a rule names as one, and says so (advice ignore-rule-one)", () => {
    const [one, other] = [grant("mallory"), grant("mallory")];
    const twins = found([one, { ...other, object: { ...other.object, uid: "root/c" } }]);
    const name = 'iam:RoleBinding "mallory as owner in acme"';
    const unclear = { search: twins, rules: name };
    assert.equal(reportOn(unclear).exit, 2);
    assert.match(
      textOf(unclear, "table"),
      /The rule in line 1 of the ignore file, "iam:RoleBinding 'mallory as owner in acme'", fits several objects and hides none: name one by its uid, or all with a \*\./,
    );
    // As it says.
    const counts = (rules: string) => JSON.parse(textOf({ search: twins, rules }, "json")).counts;
    assert.deepEqual(counts("iam:RoleBinding root/c"), { ...counts(""), unmanaged: 1, grants: 1, ignored: 1 });
    assert.deepEqual(counts('iam:RoleBinding "mallory as owner*"'), {
      ...counts(""),
      unmanaged: 0,
      grants: 0,
      ignored: 2,
    });
  });

  it("hides none of several resources either that a rule names as one, declared or not", () => {
    const named = (urnName: string, name: string) => {
      const side = (description: string) => ({ inputs: { name, description }, outputs: { name, description } });
      return resourceOf(urnName, "changed", { recorded: side("a"), live: side("b") });
    };
    const log = [named("alpha", "deployer"), named("beta", "deployer")];
    const ignored = (rules: string, search?: UnmanagedFound) =>
      JSON.parse(textOf({ log, rules, ...(search === undefined ? {} : { search }) }, "json")).counts.ignored;
    assert.equal(ignored("iam:Group deployer"), 0);
    assert.equal(ignored("iam:Group alpha"), 1, "by its own name in the program");
    assert.equal(ignored("iam:Group deploy*"), 2);
    // What was replaced and waits for its delete has the names of what took its place.
    const former = resourceOf("alpha", "same", { id: "root/former", isPendingDelete: true });
    assert.equal(JSON.parse(textOf({ log: [...log, former], rules: "iam:Group alpha" }, "json")).counts.ignored, 1);
    const shadow = grant("x");
    const namesake = { ...shadow, object: { ...shadow.object, spec: resources["iam:Group"] ?? assert.fail() } };
    assert.equal(ignored("iam:Group alpha", found([{ ...namesake, ruleName: "alpha" }])), 0, "an undeclared namesake");
  });

  it("says what a rule that matches nothing may mean (advice ignore-rule-near)", () => {
    const search = found([grant("mallory")]);
    const text = textOf({ search, rules: 'iam:RoleBinding "mallory as owner"' }, "table");
    assert.match(text, /matches nothing: "[^"]+"\. Did you mean "mallory as owner in acme"\?$/m);
    assert.equal(reportOn({ search, rules: 'iam:RoleBinding "mallory as owner in acme"' }).exit, 0);
    assert.doesNotMatch(textOf({ search, rules: 'iam:Role "mallory as owner"' }, "table"), /Did you mean/);
  });

  it("counts a change of which a rule means a part, and shows the rest", () => {
    const both = (name: string) => ({ inputs: { name, description: name }, outputs: { name, description: name } });
    const log = [resourceOf("a", "changed", { recorded: both("x"), live: both("y") })];
    const text = textOf({ log, rules: "iam:Group root/a description" }, "table");
    assert.match(text, /a +iam:Group +name +"x" +"y"/);
    assert.ok(!text.includes("description"));
  });

  it("tells what a rule that has ended meant, and that it has ended", () => {
    const input = { log: [resourceOf("a", "deleted")], rules: "iam:Group a until 2026-11-21" };
    assert.equal(reportOn(input).exit, 2);
    assert.match(textOf(input, "table"), /The rule in line 1 of the ignore file ended with 2026-11-21\./);
  });

  it("shows of lists what only one side has", () => {
    const side = (...names: string[]) => ({ inputs: { names }, outputs: { names } });
    const row = (recorded: string[], live: string[]) => {
      const log = [resourceOf("a", "changed", { recorded: side(...recorded), live: side(...live) })];
      return textOf({ log }, "table").split("\n")[2]?.trim().split(/ {2,}/).slice(3);
    };
    assert.deepEqual(row(["a", "b"], ["b", "c", "d"]), ['[…,"a"]', '[…,"c","d"]']);
    assert.deepEqual(row(["a", "b"], ["b", "a"]), ['["a","b"]', '["b","a"]']);
    assert.deepEqual(row(["a"], ["b"]), ['["a"]', '["b"]']);
  });

  it("is a comment with a marker and a headline, in which hostile names are text", () => {
    const hostile = '@team <img src=x> [a](http://b) | "quoted" `code`';
    const input = {
      log: [resourceOf("a", "changed", { live: { inputs: { name: "a", description: hostile }, outputs: {} } })],
      search: found([grant(hostile)], [{ kind: "iam:Role", group: "root", message: hostile }]),
      rules: `iam:Group "${hostile.replaceAll('"', "")}"`,
    };
    const text = textOf(input, "markdown");
    assert.match(
      text,
      /^<!-- pulumi-platform drift site dev -->\n## Drift in `site\/dev`|^<!-- pulumi-platform drift site dev -->\n## Drift in site\/dev/,
    );
    assert.match(text, /1 grant and 0 other objects undeclared, 1 changed, and not everything could be found out/);
    // Outside of code there is no mention, no link, no HTML and no further cell.
    const bare = text.replace(/<!--.*?-->/, "").replace(/`[^`\n]*`/g, "code");
    assert.ok(!/@team|<img|\]\(/.test(bare), bare);
    for (const line of bare.split("\n").filter((row) => row.startsWith("|"))) {
      assert.ok(line.split("|").length <= 7, line);
    }
  });

  it("has each finding as a row of CSV, with one form for all", () => {
    const input = {
      log: [resourceOf("a", "changed"), resourceOf("b", "deleted")],
      unread: [{ urn: urnOf("c"), message: "refused" }],
      search: found([grant("mallory")], [{ kind: undefined, group: "root/x", message: "denied" }]),
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

  it("tells in sentences what was not looked at and what comes by itself", () => {
    const text = textOf({ search: found([]) }, "table");
    for (const sentence of [
      'Of "acme", which the stack does not hold, what lies directly in it is compared; --under widens.',
      "2 objects without a resource are identities of people, who come by signing in or by SCIM.",
      "1 object counted as held: a resource that waits for its delete has it.",
      "Beside 1 resource of explicit providers nobody looked: their platform may be another.",
      "1 operation of an earlier run was interrupted: what it made may be in no state.",
    ]) {
      assert.ok(text.includes(sentence), `${sentence}\n${text}`);
    }
  });
});
