import assert from "node:assert/strict";
import { type Findings, judge } from "../../../../../src/cli/commands/drift/findings";
import { driftReport } from "../../../../../src/cli/commands/drift/report";
import { openScim } from "../../../../../src/cli/commands/drift/scim";
import type { UnmanagedFound } from "../../../../../src/cli/commands/drift/unmanaged";
import type { OutputFormat } from "../../../../../src/cli/declaration";
import { readRules } from "../../../../../src/cli/ignoring/ignore-file";
import { Ignoring } from "../../../../../src/cli/ignoring/ignoring";
import { type Sort, sorts, sortsByDefault } from "../../../../../src/cli/ignoring/sorts";
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

const found = (
  objects: UnmanagedFound["objects"],
  unlisted: UnmanagedFound["unlisted"] = [],
  more: Partial<UnmanagedFound> = {},
): UnmanagedFound => ({
  objects,
  explained: [],
  managed: [],
  unlisted,
  notChecked: [],
  assumption: undefined,
  byNature: new Map([["person", 2]]),
  waiting: 1,
  elsewhere: 1,
  groups: [{ uid: "root", name: "acme", path: "acme", isWhole: false }],
  ...more,
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
    within: null,
    contains: 0,
  };
};

/** A secret in the event log. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "[secret]" };

interface Input {
  readonly log?: readonly Refreshed[];
  readonly unread?: readonly Unread[];
  readonly search?: UnmanagedFound;
  readonly rules?: string;
  readonly failOn?: readonly Sort[];
  readonly interrupted?: number;
  /** Keys of the settings that the state records. */
  readonly recorded?: readonly string[];
  /** Paths under ignoreChanges, by name of the resource. */
  readonly ignoreChanges?: Readonly<Record<string, readonly string[]>>;
}

const findingsOf = ({
  log = [],
  unread = [],
  search,
  rules = "",
  interrupted = 0,
  recorded = [],
  ignoreChanges = {},
}: Input): Findings =>
  judge({
    state: {
      interrupted,
      recordedSettings: new Set(recorded),
      ignoreChanges: new Map(Object.entries(ignoreChanges).map(([name, paths]) => [urnOf(name), paths])),
    },
    log: { resources: log, unread, errors: [] },
    found: search,
    ignoring: new Ignoring(readRules(rules, "rules"), "2026-11-22"),
  });

const reportOn = (input: Input) =>
  driftReport({
    findings: findingsOf(input),
    name: { project: "site", stack: "dev" },
    failOn: input.failOn ?? sortsByDefault,
    time: new Date("2026-11-22T08:30:00Z"),
    facts: { Organization: "acme", Platform: "https://platform.example.com/", Caller: "acme/ci", Time: "2026-11-22" },
  });

const sink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };
const textOf = (input: Input, format: OutputFormat) => rendered(reportOn(input), format, { sink });

describe("the report on drift", () => {
  it("ends with 0 if nothing differs, and says so once", () => {
    const clean = { log: [resourceOf("a", "same")] };
    assert.equal(reportOn(clean).exit, 0);
    assert.equal(textOf(clean, "table"), 'No drift in "site/dev".\n1 resource compared.\n');
    const markdown = "<!-- pulumi-platform drift site dev -->\n## No drift in site/dev\n\n- 1 resource compared.\n";
    assert.equal(textOf(clean, "markdown"), markdown);
    assert.equal(textOf(clean, "html").match(/<h1>No drift in site\/dev<\/h1>/g)?.length, 1);
  });

  it("ends with 2 for the sorts of drift in --fail-on, and for no other", () => {
    const changed = [resourceOf("a", "changed")];
    const deleted = [resourceOf("b", "deleted")];
    const search = found([grant("mallory")]);
    const exits = (input: Input) =>
      [...sorts.map((sort) => [sort]), []].map((failOn) => reportOn({ ...input, failOn }).exit);
    assert.deepEqual(exits({ log: changed }), [2, 0, 0, 0, 0, 0]);
    assert.deepEqual(exits({ log: deleted }), [0, 2, 0, 0, 0, 0]);
    assert.deepEqual(exits({ search }), [0, 0, 2, 0, 0, 0]);
  });

  const identityType = "pulumi-nodejs:dynamic/platform/iam:Identity";
  const opened = (rule: unknown, more: Partial<Refreshed> = {}): Refreshed => {
    const side = (claimMatch: unknown) => ({ inputs: { name: "ci", claimMatch }, outputs: { name: "ci", claimMatch } });
    return resourceOf("ci", "same", {
      urn: urnOf("ci").replace("iam:Group", "iam:Identity"),
      type: identityType,
      recorded: side({ issuer: "https://i.example.com", subject: "repo:o/ign" }),
      live: side(rule),
      ...more,
    });
  };
  const evil = { issuer: "https://i.example.com", subject: "repo:evil/x" };

  it("ends with 2 for a field under ignoreChanges that lets somebody in, and says so (row 169)", () => {
    const log = [opened(evil)];
    assert.equal(reportOn({ log }).exit, 2);
    assert.equal(reportOn({ log, failOn: ["changed"] }).exit, 2);
    assert.deepEqual([reportOn({ log, failOn: ["deleted"] }).exit, reportOn({ log, failOn: [] }).exit], [0, 0]);
    assert.equal(reportOn({ log, rules: "iam:Identity ci claimMatch" }).exit, 0, "a rule hides it");
    const text = textOf({ log }, "table");
    assert.match(text, /^Changed outside of Pulumi, under ignoreChanges\nRESOURCE +FIELD .*\nci +claimMatch\.subject /);
    assert.match(text, /\nDrift in "site\/dev": 1 changed under ignoreChanges\.\n/);
    assert.match(
      text,
      /"ci" was changed in claimMatch\.subject, which decides who has access\. It is under ignoreChanges, so pulumi up does not put it back\.\n/,
    );
    const { ignoredChanges } = JSON.parse(textOf({ log }, "json"));
    assert.deepEqual(
      ignoredChanges[0].fields.map((one: { path: string; decidesAccess: boolean }) => [one.path, one.decidesAccess]),
      [["claimMatch.subject", true]],
    );
    const html = textOf({ log }, "html");
    assert.match(html, /<li><b class="bad">1<\/b>change who has access</);
    assert.match(html, /<li><b class="plain">1<\/b>changed under ignoreChanges</);
    assert.match(html, /<span class="bad">claimMatch\.subject<\/span>/);
  });

  it("ends with 0 for other fields under ignoreChanges, and marks a field that lets somebody in also without it (row 169)", () => {
    const side = (description: string) => ({
      inputs: { name: "ci", description },
      outputs: { name: "ci", description },
    });
    const log = [opened(evil, { recorded: side("a"), live: side("b") })];
    assert.equal(reportOn({ log }).exit, 0);
    const changed = textOf({ log: [opened(evil, { outcome: "changed" })] }, "html");
    assert.match(changed, /<span class="bad">claimMatch\.subject<\/span>/);
    assert.match(changed, /<li><b class="bad">1<\/b>change who has access</);
  });

  it("ends with 1 if a secret under ignoreChanges decides who has access, because its change cannot be seen (row 169)", () => {
    const secret = { inputs: { claimMatch: secretMark }, outputs: {} };
    const one = opened(evil, { recorded: secret, live: secret });
    const state = {
      ignoreChanges: new Map([[one.urn, ["claimMatch"]]]),
      interrupted: 0,
      recordedSettings: new Set<string>(),
    };
    const findings = judge({
      state,
      log: { resources: [one], unread: [], errors: [] },
      found: undefined,
      ignoring: new Ignoring([], "2026-11-22"),
    });
    assert.deepEqual(findings.unread, [
      { urn: one.urn, message: "claimMatch decides who has access, and it is a secret under ignoreChanges" },
    ]);
    const provider = { inputs: { oidc: { issuer: "https://i", clientSecret: secretMark } }, outputs: {} };
    const sso = {
      ...one,
      type: identityType.replace("Identity", "IdentityProvider"),
      recorded: provider,
      live: provider,
    };
    const ignored = { ...state, ignoreChanges: new Map([[one.urn, ["oidc"]]]) };
    assert.deepEqual(
      judge({
        state: ignored,
        log: { resources: [sso], unread: [], errors: [] },
        found: undefined,
        ignoring: new Ignoring([], "2026-11-22"),
      }).unread,
      [],
    );
  });

  it("ends with 1 if a resource or a kind could not be read, and also shows what was found", () => {
    const unread = [{ urn: urnOf("broken"), message: "refused" }];
    const unlisted = [{ kind: "iam:Role", group: "root", message: "denied" }];
    for (const input of [
      { log: [resourceOf("a", "changed")], unread },
      { log: [resourceOf("a", "changed")], search: found([], unlisted) },
    ] satisfies Input[]) {
      const text = textOf({ ...input, failOn: [] }, "table");
      assert.equal(reportOn({ ...input, failOn: [] }).exit, 1);
      assert.match(text, /Could not be checked\nWHAT +WHY\n(resource broken +refused|iam:Role in root +denied)\n/);
      assert.match(text, /a +description +"old" +"new" +iam:Group/);
      assert.doesNotMatch(text, /no drift/i);
    }
  });

  it("does not begin with no drift if something could not be checked, and says how much", () => {
    const unread = [{ urn: urnOf("broken"), message: "refused" }];
    const unlisted = [{ kind: "iam:Role", group: "root", message: "denied" }];
    const headline = (input: Input) => reportOn(input).comment?.headline;
    const log = [resourceOf("a", "same"), resourceOf("b", "same")];
    assert.equal(headline({ log, unread }), 'Drift in "site/dev" is unknown: 1 of 3 resources could not be checked');
    assert.equal(
      headline({ log, unread, search: found([], unlisted) }),
      'Drift in "site/dev" is unknown: 1 of 3 resources could not be checked, and not all unmanaged objects could be checked',
    );
    assert.equal(
      headline({ log: [resourceOf("a", "changed")], unread }),
      'Drift in "site/dev": 1 changed, 1 of 2 resources could not be checked',
    );
    for (const format of ["table", "markdown", "html", "json"] as const)
      assert.doesNotMatch(textOf({ log, unread }, format), /no drift/i, format);
  });

  it("says that the engine uses recorded settings, if an error names one", () => {
    const unread = [{ urn: urnOf("a"), message: "Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)" }];
    const note = "The engine uses the values of platform:baseUrl that the last pulumi up recorded.";
    const has = (recorded: readonly string[]) => textOf({ unread, recorded }, "table").includes(note);
    assert.deepEqual(
      [has(["platform:baseUrl", "platform:token"]), has(["platform:token"]), has([])],
      [true, false, false],
    );
  });

  it("shows the assumption that the result depends on, in JSON too (row 223)", () => {
    const assumption = "It is believed.";
    const { notes, document } = reportOn({ search: found([], [], { assumption }) });
    assert.ok(notes?.includes(assumption));
    assert.ok((document.notes as string[]).includes(assumption));
    assert.ok(!reportOn({ search: found([]) }).notes?.some((text) => text.includes("undefined")));
  });

  it("does not count a resource that waits for its delete, and says what happened to its object", () => {
    const input = { log: [resourceOf("a", "deleted", { isPendingDelete: true })] };
    assert.equal(reportOn(input).exit, 0);
    assert.match(
      textOf(input, "table"),
      /"a" waits for its delete, and its object was deleted outside of Pulumi\. This is not drift\./,
    );
  });

  it("leaves out ignored findings, counts them, and shows them in JSON with the line of the rule", () => {
    const input = {
      log: [resourceOf("a", "changed"), resourceOf("b", "deleted")],
      search: found([grant("mallory")]),
      rules: 'iam:Group a description\niam:Group root/b\niam:RoleBinding "mallory as owner in acme"\niam:Role x',
    };
    const report = reportOn(input);
    assert.equal(report.exit, 0);
    const text = textOf(input, "table");
    assert.match(text, /^No drift in "site\/dev"\.\n/);
    assert.match(
      text,
      /3 findings are ignored by the ignore file\.\nThe rule in line 4 of the ignore file matches nothing here: "iam:Role x"\./,
    );
    const { changed, deleted, unmanaged, counts } = JSON.parse(textOf(input, "json"));
    assert.deepEqual(
      [changed[0].ignoredBy, changed[0].fields[0].ignoredBy, deleted[0].ignoredBy, unmanaged.objects[0].ignoredBy],
      [1, 1, 2, 3],
    );
    assert.deepEqual(counts, {
      resources: 2,
      changed: 0,
      deleted: 0,
      unmanaged: 0,
      grants: 0,
      ignoredChanges: 0,
      explained: 0,
      ignored: 3,
    });
  });

  it("hides no object whose name others have too, and says so", () => {
    const [one, other] = [grant("mallory"), grant("mallory")];
    const twins = found([one, { ...other, object: { ...other.object, uid: "root/c" } }]);
    const name = 'iam:RoleBinding "mallory as owner in acme"';
    const unclear = { search: twins, rules: name };
    assert.equal(reportOn(unclear).exit, 2);
    assert.match(
      textOf(unclear, "table"),
      /The rule in line 1 of the ignore file, "iam:RoleBinding 'mallory as owner in acme'", matches several objects, so it hides none\. Name one by its uid, or all with a \*\./,
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

  it("hides no resource whose name others have too, managed or not", () => {
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
    assert.equal(
      ignored("iam:Group alpha", found([{ ...namesake, ruleName: "alpha" }])),
      0,
      "an unmanaged object of the same name",
    );
  });

  it("suggests a name for a rule that matches nothing", () => {
    const search = found([grant("mallory")]);
    const text = textOf({ search, rules: 'iam:RoleBinding "mallory as owner"' }, "table");
    assert.match(text, /matches nothing here: "[^"]+"\. Did you mean "mallory as owner in acme"\?$/m);
    assert.equal(reportOn({ search, rules: 'iam:RoleBinding "mallory as owner in acme"' }).exit, 0);
    assert.doesNotMatch(textOf({ search, rules: 'iam:Role "mallory as owner"' }, "table"), /Did you mean/);
  });

  it("counts a change of which a rule hides a part, and shows the rest", () => {
    const both = (name: string) => ({ inputs: { name, description: name }, outputs: { name, description: name } });
    const log = [resourceOf("a", "changed", { recorded: both("x"), live: both("y") })];
    const text = textOf({ log, rules: "iam:Group root/a description" }, "table");
    assert.match(text, /a +name +"x" +"y" +iam:Group/);
    assert.ok(!text.includes("description"));
  });

  it("reports what an expired rule hid, and that it expired", () => {
    const input = { log: [resourceOf("a", "deleted")], rules: "iam:Group a until 2026-11-21" };
    assert.equal(reportOn(input).exit, 2);
    assert.match(textOf(input, "table"), /The rule in line 1 of the ignore file expired after 2026-11-21\./);
  });

  it("shows the items that only one of two lists has", () => {
    const side = (...names: string[]) => ({ inputs: { names }, outputs: { names } });
    const row = (recorded: string[], live: string[]) => {
      const log = [resourceOf("a", "changed", { recorded: side(...recorded), live: side(...live) })];
      return textOf({ log }, "table").split("\n")[2]?.trim().split(/ {2,}/).slice(2, 4);
    };
    assert.deepEqual(row(["a", "b"], ["b", "c", "d"]), ['[…,"a"]', '[…,"c","d"]']);
    assert.deepEqual(row(["a", "b"], ["b", "a"]), ['["a","b"]', '["b","a"]']);
    assert.deepEqual(row(["a"], ["b"]), ['["a"]', '["b"]']);
  });

  it("is a comment with a marker and a headline, and escapes hostile names", () => {
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
    assert.match(text, /1 unmanaged grant, 1 changed, not all unmanaged objects could be checked/);
    // Outside of code there is no mention, no link, no HTML and no further cell.
    const bare = text.replace(/<!--.*?-->/, "").replace(/`[^`\n]*`/g, "code");
    assert.ok(!/@team|<img|\]\(/.test(bare), bare);
    for (const line of bare.split("\n").filter((row) => row.startsWith("|"))) {
      assert.ok(line.split("|").length <= 8, line);
    }
  });

  it("has each finding as a row of CSV, with the same columns for all", () => {
    const input = {
      log: [resourceOf("a", "changed"), resourceOf("b", "deleted")],
      unread: [{ urn: urnOf("c"), message: "refused" }],
      search: found([grant("mallory")], [{ kind: null, group: "root/x", message: "denied" }]),
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

  it("shows changes under ignoreChanges in a section of their own, in each format, and fails on request (row 169)", () => {
    const identity = (outcome: Refreshed["outcome"], more: Partial<Refreshed> = {}) => {
      const side = (subject: string, description: string) => {
        const values = { name: "ci", description, claimMatch: { issuer: "https://ci.example.com", subject } };
        return { inputs: values, outputs: values };
      };
      const type = "pulumi-nodejs:dynamic/platform/iam:Identity";
      const sides = { recorded: side("repo:acme/web", "old"), live: side("repo:evil/x", "new") };
      return resourceOf("ci", outcome, { type, ...sides, ...more });
    };
    // The engine calls it unchanged, or leaves out the field.
    const description = ["description"];
    for (const [log, fields] of [
      [[identity("same")], ["claimMatch.subject", "description"]],
      [[identity("changed", { paths: description })], ["claimMatch.subject"]],
    ] as const) {
      const isChanged = log[0]?.outcome === "changed";
      const input = { log, ignoreChanges: { ci: ["claimMatch", ...(isChanged ? [] : description)] } };
      assert.equal(reportOn(input).exit, 2);
      assert.equal(reportOn({ ...input, failOn: ["ignored"] }).exit, 2);
      const { changed, ignoredChanges, counts } = JSON.parse(textOf(input, "json"));
      const pathsOf = ([one]: { fields: { path: string }[] }[]) => one?.fields.map(({ path }) => path);
      assert.deepEqual(
        [pathsOf(changed), pathsOf(ignoredChanges), counts.ignoredChanges],
        [isChanged ? description : undefined, fields, 1],
      );
      const row = /ci +claimMatch\.subject +"repo:acme\/web" +"repo:evil\/x"/;
      const table = textOf(input, "table");
      assert.match(table.slice(table.indexOf("Changed outside of Pulumi, under ignoreChanges")), row);
      assert.doesNotMatch(table, /no drift/i);
      assert.match(textOf(input, "markdown"), /### Changed outside of Pulumi, under ignoreChanges/);
      assert.match(textOf(input, "markdown"), /^## .*1 changed under ignoreChanges$/m);
      assert.match(textOf(input, "html"), /Changed outside of Pulumi, under ignoreChanges.*repo:evil\/x/s);
      assert.match(textOf(input, "csv"), /^ignored,iam:Identity,ci,.*,claimMatch\.subject,.*repo:evil\/x/m);
      assert.equal(reportOn({ ...input, failOn: ["ignored"], rules: "iam:Identity ci" }).exit, 0);
    }
    // A secret looks the same on both sides.
    const hidden = () => ({ inputs: { name: "ci", description: { ...secretMark } }, outputs: {} });
    assert.match(textOf({ log: [identity("same", { recorded: hidden(), live: hidden() })] }, "table"), /^No drift/);
    // Order, spelling and what only the server sets are no changes.
    const values = { name: "r", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"], description: "" };
    const now = { name: "r", capabilities: ["CAP_TAG_LIST", "CAP_REPO_LIST"], updateTime: "2026-01-01T00:00:00Z" };
    const role = resourceOf("r", "same", {
      type: "pulumi-nodejs:dynamic/platform/iam:Role",
      recorded: { inputs: values, outputs: values },
      live: { inputs: now, outputs: now },
    });
    assert.match(textOf({ log: [role] }, "table"), /^No drift/);
  });

  it("calls a difference a change only if an update would change it back", () => {
    const provider = (oidc: object) => ({ inputs: { name: "sso", oidc }, outputs: {} });
    const [recorded, marked] = [{ issuer: "https://sso.example.com" }, secretMark];
    const changedFields = (live: object, before: object = recorded) =>
      JSON.parse(
        textOf(
          {
            log: [
              resourceOf("sso", "same", {
                type: "pulumi-nodejs:dynamic/platform/iam:IdentityProvider",
                recorded: provider(before),
                live: provider(live),
              }),
            ],
          },
          "json",
        ),
      ).ignoredChanges.flatMap(({ fields }: { fields: { path: string }[] }) => fields.map(({ path }) => path));
    const [byDefault, other] = ["CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID", "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID"];
    assert.deepEqual(changedFields({ ...recorded, correlationRule: byDefault }), []);
    assert.deepEqual(changedFields({ ...recorded, correlationRule: other }), ["oidc.correlationRule"]);
    assert.deepEqual(changedFields({ issuer: "https://evil.example.com" }), ["oidc.issuer"]);
    // A secret on one side hides what is in it, and its loss is a change.
    assert.deepEqual(changedFields(recorded, marked), []);
    assert.deepEqual(changedFields(recorded, { ...recorded, clientSecret: marked }), ["oidc.clientSecret"]);
    assert.deepEqual(changedFields({ ...recorded, clientSecret: "x" }, { ...recorded, clientSecret: marked }), []);
  });

  it("compares resources of other packages in the inputs that ignoreChanges names, and names secrets that it cannot compare (row 171)", () => {
    const side = (tag: string) => ({ inputs: { tags: { team: tag }, size: tag, password: secretMark }, outputs: {} });
    const bucket = resourceOf("logs", "same", { type: "aws:s3/bucket:Bucket", recorded: side("a"), live: side("b") });
    const ignoredIn = (...paths: string[]) =>
      JSON.parse(textOf({ log: [bucket], ignoreChanges: { logs: paths } }, "json")).ignoredChanges.flatMap(
        ({ fields }: { fields: { path: string }[] }) => fields.map(({ path }) => path),
      );
    assert.deepEqual([ignoredIn(), ignoredIn("tags.team"), ignoredIn("*")], [[], ["tags.team"], ["size", "tags.team"]]);
    assert.match(
      textOf({ log: [bucket], ignoreChanges: { logs: ["password"] } }, "table"),
      /^"logs" has secrets under ignoreChanges \(password\)\. Changes of these cannot be seen\.$/m,
    );
  });

  it("lists grants that an identity provider explains by name, in each format, and fails on request (row 170)", () => {
    const by = { uid: "root/idp", name: "sso", path: "acme/sso" };
    const search = found([], [], { explained: [{ ...grant("ann@example.com"), by }] });
    assert.equal(reportOn({ search }).exit, 0);
    assert.equal(reportOn({ search, failOn: ["explained"] }).exit, 2);
    const { counts, unmanaged } = JSON.parse(textOf({ search }, "json"));
    assert.deepEqual([counts.explained, counts.unmanaged, unmanaged.explained[0].explainedBy.name], [1, 0, "sso"]);
    for (const format of ["table", "markdown", "html"] as const) {
      const text = textOf({ search }, format);
      assert.match(
        text.slice(text.indexOf("Grants that an identity provider of the stack explains")),
        /ann@example\.com/,
      );
    }
    assert.match(textOf({ search }, "csv"), /^explained,iam:RoleBinding,ann@example\.com as owner in acme,/m);
    assert.match(
      textOf({ search }, "table"),
      /^1 role binding of a person has the default role of an identity provider/m,
    );
    const rules = 'iam:RoleBinding "ann@example.com as owner in acme"';
    assert.equal(reportOn({ search, rules, failOn: ["explained"] }).exit, 0);
  });

  it("finds a live SCIM token that somebody may have replaced, because the SCIM settings were changed (row 215)", () => {
    const scim = { enabled: true, credentialState: "CREDENTIAL_STATE_LIVE" };
    const side = { inputs: { name: "sso" }, outputs: { name: "sso", scim } };
    const provider = resourceOf("idp", "same", {
      type: "pulumi-nodejs:dynamic/platform/iam:IdentityProvider",
      recorded: side,
      live: side,
    });
    const token = (etag: string) => {
      const sideOf = (version: string) => ({
        inputs: {},
        outputs: { identityProviderUid: provider.id, etag: version },
      });
      const type = "pulumi-nodejs:dynamic/platform/iam:ScimToken";
      return resourceOf("token", "same", { type, id: provider.id, recorded: sideOf("1"), live: sideOf(etag) });
    };
    const found = (etag: string) => openScim([provider, token(etag)]).map(({ isChanged }) => isChanged);
    assert.deepEqual([found("1"), found("2")], [[], [true]]);
  });

  it("lists SCIM that somebody switched on among the grants, and a live token that the stack does not manage (row 172)", () => {
    const typeOf = (kind: string) => `pulumi-nodejs:dynamic/platform/${kind}`;
    const provider = (scim: Values, more: Partial<Refreshed> = {}) => {
      const side = (settings: Values) => ({ inputs: { name: "sso" }, outputs: { name: "sso", scim: settings } });
      const recorded = side({ enabled: false, credentialState: "CREDENTIAL_STATE_NOT_ISSUED" });
      return resourceOf("idp", "same", { type: typeOf("iam:IdentityProvider"), recorded, live: side(scim), ...more });
    };
    const token = resourceOf("token", "same", { type: typeOf("iam:ScimToken"), id: "root/idp" });
    const [on, live] = [{ enabled: true }, { enabled: true, credentialState: "CREDENTIAL_STATE_LIVE" }];
    const ended = { enabled: false, credentialState: "CREDENTIAL_STATE_EXPIRED" };
    const exits = (...logs: Refreshed[][]) => logs.map((log) => reportOn({ log }).exit);
    assert.deepEqual(exits([provider(live)], [provider(on)], [provider({ ...live, enabled: false })]), [2, 2, 2]);
    assert.deepEqual(
      exits([provider(ended)], [provider({})], [provider(live), token], [provider(live, { isReadOnly: true })]),
      [0, 0, 0, 0],
    );
    // A token that only waits for its delete is managed by nobody.
    assert.deepEqual(exits([provider(live), { ...token, isPendingDelete: true }]), [2]);
    const input = { log: [provider(live)] };
    const text = textOf(input, "table");
    assert.match(
      text,
      /^Unmanaged grants\n.*\nwhoever has the SCIM token of "sso" +SCIM on, live token that never expires/,
    );
    assert.match(text, /that never expires +adding people +root +iam:ScimToken/);
    // The search knows the names of its groups.
    const named = textOf({ ...input, search: found([]) }, "table");
    assert.match(named, /that never expires +adding people +acme +iam:ScimToken/);
    assert.match(text, /^Drift in "site\/dev": 1 unmanaged grant\./m);
    assert.match(textOf(input, "csv"), /^unmanaged,iam:ScimToken,sso,root\/idp,/m);
    assert.match(textOf(input, "markdown"), /SCIM on, live token that never expires/);
    const { scim, unmanaged, counts } = JSON.parse(textOf(input, "json"));
    assert.deepEqual([scim[0].tokenState, unmanaged, counts.unmanaged, counts.grants], ["LIVE", null, 1, 1]);
    assert.deepEqual(
      [reportOn({ ...input, rules: "iam:ScimToken sso" }).exit, reportOn({ ...input, failOn: ["changed"] }).exit],
      [0, 0],
    );
  });

  it("reports interrupted operations, with and without --unmanaged (row 173)", () => {
    const sentence = "2 operations of interrupted runs are pending. The state may lack what they created.";
    for (const input of [{ interrupted: 2 }, { interrupted: 2, search: found([]) }]) {
      assert.ok(textOf(input, "table").includes(sentence), textOf(input, "table"));
      assert.equal(JSON.parse(textOf(input, "json")).interrupted, 2);
    }
  });

  it("hides no grant whose name others have too, even if the stack manages one of them (row 174)", () => {
    const twin = grant("ci");
    const declared = { ...twin, object: { ...twin.object, uid: "root/declared" } };
    const type = "pulumi-nodejs:dynamic/platform/iam:RoleBinding";
    const log = [resourceOf("bound", "same", { type, id: "root/declared" })];
    const rules = 'iam:RoleBinding "ci as owner in acme"';
    const search = found([twin], [], { managed: [declared] });
    assert.equal(reportOn({ log, search, rules }).exit, 2);
    assert.match(textOf({ log, search, rules }, "table"), /matches several objects, so it hides none/);
    // It is the one object of that name where the stack declares none.
    assert.equal(reportOn({ search: found([twin]), rules }).exit, 0);
  });

  it("marks a custom role, also in CSV (row 185)", () => {
    const own = grant("ci");
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
    ]) {
      assert.ok(text.includes(sentence), `${sentence}\n${text}`);
    }
  });
});
