import assert from "node:assert/strict";
import { type Binding, modelOf } from "../../../../src/cli/access/model";
import type { LiveAccess } from "../../../../src/cli/access/read";
import {
  capabilitiesText,
  endedKeys,
  exitFor,
  groupsBelow,
  namedBy,
  notesOn,
  showsAll,
} from "../../../../src/cli/commands/access/answer";
import type { AccessFlags } from "../../../../src/cli/commands/access/declaration";
import { listReport } from "../../../../src/cli/commands/access/list";
import { AccessPlan } from "../../../../src/cli/commands/access/plan";
import { type Asked, differenceReport } from "../../../../src/cli/commands/access/preview";
import { accessDifferenceDocument } from "../../../../src/cli/commands/access/schema";
import { whoCanReport } from "../../../../src/cli/commands/access/who-can";
import { waysOf, whyReport } from "../../../../src/cli/commands/access/why";
import { CLEAN, FOUND, type OutputFormat, type Report, UNKNOWN } from "../../../../src/cli/declaration";
import type { LiveObject } from "../../../../src/cli/organization/read";
import { rendered } from "../../../../src/cli/output/render";
import type { Sink } from "../../../../src/cli/output/terminal";
import type { PlannedStep } from "../../../../src/cli/stack/preview";
import { resources } from "../../../../src/resources";
import { UNKNOWN as UNKNOWN_VALUE } from "../../../../src/spec/unknown";
import type { Values } from "../../../../src/spec/values";
import { type OwnBinding, Sight } from "../../../../src/visibility/sight";
import { liveObject, smallOrganization } from "../../../support/organizations";
import { callerWith } from "../../../support/platform";

/** A binding of an identity that sees all in a group. */
const ownerOf = (groupUid: string): OwnBinding => ({
  uid: `${groupUid}/own`,
  groupUid,
  groupName: "",
  roleUid: "owner",
  roleName: "owner",
  capabilities: Object.values(resources).flatMap(({ needs }) => needs.see),
  change: { what: "the role binding", at: 0 },
});

let said = "";
const sink: Sink = {
  write: (text: string) => {
    said += text;
  },
  isTerminal: false,
  columns: undefined,
  hasColors: false,
};

const live = (gaps: readonly string[] = []): LiveAccess => ({
  objects: smallOrganization(),
  model: modelOf(smallOrganization()),
  gaps,
  sight: new Sight(callerWith("r/a"), [ownerOf("r")], { hasAllBefore: 1, isKnown: true }),
  publicOrg: undefined,
  uncounted: [],
});

const withOffers = (offers: readonly LiveObject[], gaps: readonly string[] = []): LiveAccess => {
  const objects = [...smallOrganization(), ...offers];
  return { ...live(gaps), objects, model: modelOf(objects) };
};

describe("a result about access", () => {
  it("has at most 20 capabilities of a role in a cell, except where everything is shown", () => {
    assert.equal(capabilitiesText(["A", "B"]), "A B");
    const many = Array.from({ length: 25 }, (_, i) => `C${i}`);
    assert.match(capabilitiesText(many), /^C0 .* C19 and 5 more$/);
    assert.match(capabilitiesText(many, true), / C24$/);
    const room = (output: OutputFormat, columns: number | undefined) =>
      showsAll({ flags: { output }, terminal: { out: { ...sink, columns }, err: sink } });
    assert.deepEqual([room("table", 80), room("table", undefined), room("wide", 80)], [false, true, true]);
  });

  it("counts the groups below a group, and neither the group nor its siblings", () => {
    assert.deepEqual(
      ["r", "r/t", "r/t/w", "r/o"].map((uid) => groupsBelow(live().model).get(uid)),
      [3, 1, undefined, undefined],
    );
  });

  it("says what is missing and what is not counted, and ends with 1 if something is missing", () => {
    const remarks = {
      incomplete: ["It is dark."],
      notCounted: [{ kind: "iam:GroupInvite", count: null }],
      notChecked: [],
      assumption: "It is believed.",
    };
    assert.deepEqual(notesOn(remarks), [
      "Incomplete: It is dark.",
      "It is believed.",
      "A role also holds in all groups below its group.",
    ]);
    assert.deepEqual([exitFor(remarks, FOUND), exitFor({ ...remarks, incomplete: [] }, FOUND)], [UNKNOWN, FOUND]);
  });

  it("ends with 1 for an unknown name, and says what the token could not see (row 180)", () => {
    const unknown = { on: "nowhere" };
    assert.throws(
      () => namedBy(live(), unknown),
      /^Error: there is no group "nowhere" among the 4 that the token can see$/,
    );
    assert.throws(() => namedBy(live(["It is dark."]), unknown), /^Error: there is no group [^.]+\. It is dark\.$/);
  });

  describe("about people who are not known yet", () => {
    const oidc = { issuer: "https://login.example.com", clientId: "c" };
    const offers = [
      liveObject("iam:IdentityProvider", "r/sso", { name: "sso", defaultRole: "b1", oidc }),
      liveObject("iam:ExternalGroupRoleMapping", "r/sso/m", { externalGroupId: "admins", roleUid: "r/p", scope: "r" }),
      liveObject("iam:GroupInvite", "r/t/i", { roleUid: "r/p", email: "ana@example.com" }),
      liveObject("iam:GroupInvite", "r/t/old", { roleUid: "r/p", expirationTime: "2026-01-01T00:00:00Z" }),
    ];
    const [everybody, admins, ana] = [
      "everybody who signs in for the first time (https://login.example.com)",
      'people of the external group "admins" (https://login.example.com)',
      'whoever redeems the invite for "ana@example.com"',
    ];
    const terminal = { out: sink, err: sink };
    const whoCan = (
      capability: string,
      output: OutputFormat,
      more: { readonly on?: string } = {},
      of = withOffers(offers),
    ) => {
      const report = whoCanReport({ flags: { output, preview: false, ...more } as never, terminal }, capability, of);
      return { ...report, text: rendered(report, output, { sink }) };
    };
    const list = (output: "csv" | "json" | "markdown" | "name" | "table", identity?: string) => {
      const report = listReport({ flags: { output, preview: false } as never, terminal }, identity, withOffers(offers));
      return { ...report, text: rendered(report, output, { sink }) };
    };

    it("has rows for them in who-can, in each format, if their role has the capability (row 181)", () => {
      const { tables, exit } = whoCan("CAP_TAG_LIST", "table");
      assert.deepEqual(
        tables[0].rows.map(([who, role, where]) => `${who} | ${role} | ${where}`),
        [
          "acme/team/ci | puller (custom) | acme/team",
          `${admins} | puller (custom) | acme`,
          `${ana} | puller (custom) | acme/team`,
        ],
      );
      assert.equal(exit, CLEAN);
      assert.match(
        whoCan("CAP_TAG_LIST", "csv").text,
        /\n"people of the external group ""admins"" \([^)]*\)",puller \(custom\),acme,r\/sso\/m,\n/,
      );
      assert.equal(whoCan("CAP_TAG_LIST", "name").text, `r/t/ci\n${admins}\n${ana}\n`);
      const { holders, offers: offered } = JSON.parse(whoCan("CAP_TAG_LIST", "json").text);
      assert.equal(holders.length, 1);
      assert.deepEqual(
        offered.map(
          ({ who, bindings: [one] }: { who: string; bindings: { uid: string; role: { name: string } }[] }) => [
            who,
            one?.uid,
            one?.role.name,
          ],
        ),
        [
          [admins, "r/sso/m", "puller"],
          [ana, "r/t/i", "puller"],
        ],
      );
      assert.match(whoCan("CAP_TAG_LIST", "markdown").text, /external group/);
      // Only where the role counts, and only if it has the capability.
      assert.equal(whoCan("CAP_TAG_LIST", "name", { on: "ops" }).text, `${admins}\n`);
      assert.equal(whoCan("CAP_IAM_GROUPS_LIST", "name").text, `person\n${everybody}\n`);
    });

    it("has rows for them in list, in each format, also for a person, who may be one of them (row 181)", () => {
      for (const output of ["table", "csv", "json", "markdown", "name"] as const)
        for (const who of ["everybody who signs in", "people of the external group", "whoever redeems the invite"])
          assert.ok(list(output).text.includes(who), `${output}: ${who}`);
      assert.match(list("name", "person").text, /^person\n.*people of the external group/s);
      assert.equal(list("name", "ci").text, "r/t/ci\n");
      const { identities, offers: offered } = JSON.parse(list("json").text);
      assert.deepEqual([identities.length, offered.length], [2, 3]);
    });

    it("ends with 1 if the list of one of their kinds failed (row 181)", () => {
      const dark = {
        ...withOffers([], ["GroupInvite objects cannot be listed: denied."]),
        uncounted: ["iam:GroupInvite"],
      };
      assert.equal(whoCan("CAP_TAG_LIST", "table", {}, dark).exit, UNKNOWN);
    });

    it("says in why that a person may have it, and ends with 1 (row 181)", () => {
      const asked = (identity: string, capability: string) => {
        const call = {
          terminal,
          flags: { output: "table", preview: false } as never,
          arguments: [identity, capability, "r/o"],
        };
        const { exit, notes } = whyReport(call, withOffers(offers));
        return [exit, notes[0]];
      };
      assert.deepEqual(asked("person", "CAP_TAG_LIST"), [
        UNKNOWN,
        '"ann@example.com" may have CAP_TAG_LIST in "acme/ops".',
      ]);
      assert.deepEqual(asked("ci", "CAP_TAG_LIST"), [
        FOUND,
        '"acme/team/ci" does not have CAP_TAG_LIST in "acme/ops".',
      ]);
    });

    it("shows a custom role with the name of a built-in one as custom, everywhere (row 181)", () => {
      const spoof = withOffers([
        liveObject("iam:Role", "r/v", { name: "viewer", capabilities: ["CAP_REPO_DELETE"] }),
        liveObject("iam:RoleBinding", "r/t/z", { identityUid: "r/t/ci", roleUid: "r/v" }),
      ]);
      const call = { flags: { output: "csv", preview: false } as never, terminal };
      const csv = (report: Report) => rendered(report, "csv", { sink });
      assert.match(csv(whoCanReport(call, "CAP_REPO_DELETE", spoof)), /^acme\/team\/ci,viewer \(custom\),/m);
      assert.match(csv(listReport(call, undefined, spoof)), /^acme\/team\/ci,viewer \(custom\),/m);
      const why = { ...call, arguments: ["ci", "CAP_REPO_DELETE", "r/t"] };
      assert.match(csv(whyReport(why, spoof)), /^viewer \(custom\),/m);
    });
  });

  it("names identities whose static keys have expired", () => {
    const staticKeys = { expirationTime: "2026-02-01T00:00:00Z" };
    const model = modelOf([liveObject("iam:Identity", "r/k", { name: "keys", staticKeys })]);
    const end = Date.parse("2026-02-01T00:00:00Z");
    assert.deepEqual(endedKeys(model, ["r/k", "r/x"], end - 1), []);
    assert.match(endedKeys(model, ["r/k"], end)[0] ?? "", /^The static keys of "keys" expired at 2026-02-01 00:00:00Z/);
  });
});

describe("the role bindings that give a capability", () => {
  const { model } = live();
  const way = (uid: string, groupUid = "r"): Binding => ({ uid, groupUid, identityUid: "r/i", roleUid: "r/p" });
  const shown = (now: readonly Binding[], after?: readonly Binding[]) =>
    waysOf(model, now, after).map(({ binding, change }) => `${binding.uid} ${change}`);

  it("are the current ones without --preview", () => {
    assert.deepEqual(shown([way("r/b"), way("r/a")]), ["r/a undefined", "r/b undefined"]);
  });

  it("begin, end or stay with a change, and a new one that grants the same is another one", () => {
    assert.deepEqual(shown([way("r/a"), way("r/b")], [way("r/b"), way("r/~c")]), [
      "r/a ends",
      "r/b stays",
      "r/~c begins",
    ]);
    assert.deepEqual(shown([way("r/a")], []), ["r/a ends"]);
  });
});

describe("the report on a pending change", () => {
  const urn = (name: string) => `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/x::${name}`;
  const create = (
    kind: string,
    name: string,
    { from = {}, ...inputs }: Record<string, unknown> & { from?: Record<string, string[]> },
  ): PlannedStep => ({
    op: "create",
    urn: urn(name),
    kind,
    after: { inputs, outputs: {}, dependencies: from, isRetained: false },
  });
  const bot = create("iam:Identity", "bot", { parentUid: "r/t", name: "bot" });
  const binding = (name: string, more: Record<string, unknown> = {}) =>
    create("iam:RoleBinding", name, {
      parentUid: "r",
      identityUid: UNKNOWN_VALUE,
      roleUid: "r/p",
      from: { identityUid: [urn("bot")] },
      ...more,
    });
  let flags: AccessFlags = { output: "table" };
  let terminal = { out: { ...sink }, err: sink };
  const planBy = (
    steps: readonly PlannedStep[],
    gaps: readonly string[] = [],
    offers: readonly LiveObject[] = [],
  ): AccessPlan => new AccessPlan(withOffers(offers, gaps), steps);
  const reportOn = (
    steps: readonly PlannedStep[],
    asked: Asked = {},
    gaps: readonly string[] = [],
    offers: readonly LiveObject[] = [],
  ) => {
    const report = differenceReport({ flags, terminal }, planBy(steps, gaps, offers), asked);
    accessDifferenceDocument.parse(report.document);
    return report;
  };

  it("has a row for each identity and set of capabilities, with the top groups and the number of groups below", () => {
    const { tables, document, exit } = reportOn([bot, binding("grant")]);
    assert.deepEqual(tables[0].rows, [
      [
        "acme/team/bot (new)",
        { text: "gains", tone: "warning" },
        "puller (custom)",
        "CAP_REPO_LIST CAP_TAG_LIST",
        "acme and 3 below",
      ],
    ]);
    assert.equal(exit, FOUND);
    const [change] = (document as { changes: { identity: unknown; groups: { uid: string | null }[] }[] }).changes;
    assert.deepEqual(change?.identity, { uid: null, name: "bot", path: "acme/team/bot" });
    assert.deepEqual(
      change?.groups.map(({ uid }) => uid),
      ["r", "r/o", "r/t", "r/t/w"],
    );
  });

  it("has room for 20 new viewers in a comment: Markdown has the capabilities of a role once, below (row 158)", () => {
    const many = Array.from({ length: 51 }, (_, i) => `CAP_SOME_THING_LONG_ENOUGH_${i}_LIST`);
    const viewer = liveObject("iam:Role", "b2", { name: "auditor", capabilities: many });
    const bots = Array.from({ length: 20 }, (_, i) => `bot-${i}`);
    const steps = bots.flatMap((name) => [
      create("iam:Identity", name, { parentUid: "r/t", name }),
      binding(`${name}-grant`, { roleUid: "b2", from: { identityUid: [urn(name)] } }),
    ]);
    flags = { output: "markdown" };
    const report = reportOn(steps, {}, [], [viewer]);
    flags = { output: "table" };
    const text = rendered(report, "markdown", { sink, maxLength: 30_000 });
    assert.ok(text.length < 8000 && !text.includes("missing here"), String(text.length));
    assert.equal(text.match(/all 51 of auditor/g)?.length, 21);
    for (const name of many) assert.equal(text.split(`${name} `).length + text.split(`${name}\``).length, 3, name);
  });

  it("tells sets of many capabilities apart in Markdown, also if they have the same text (row 158)", () => {
    const names = (letter: string) => Array.from({ length: 7 }, (_, i) => `CAP_${letter}${i}_LIST`);
    const both = liveObject("iam:Role", "b2", { name: "both", capabilities: [...names("A"), ...names("B")] });
    const [a, b] = ["A", "B"].map((letter) =>
      liveObject("iam:Role", `r/${letter}`, { name: letter, capabilities: names(letter) }),
    );
    const holds = (uid: string, identityUid: string, roleUid: string) =>
      liveObject("iam:RoleBinding", uid, { identityUid, roleUid });
    assert.ok(a && b);
    const given = [both, a, b, holds("r/1", "r/t/ci", "r/A"), holds("r/2", "person", "r/B")];
    const steps = ["r/t/ci", "person"].map((who) => binding(`g-${who}`, { identityUid: who, roleUid: "b2", from: {} }));
    flags = { output: "markdown" };
    const { tables } = reportOn(steps, {}, [], given);
    flags = { output: "table" };
    assert.deepEqual(tables[1]?.rows.map(([text]) => text).sort(), ["7 of both", "7 of both (2)"]);
    assert.deepEqual(tables[0].rows.map((row) => row[3]).sort(), ["7 of both", "7 of both (2)"]);
  });

  it("shows rows of the list in a short comment, too (row 158)", () => {
    const many = Array.from({ length: 190 }, (_, i) => `CAP_SOME_THING_LONG_ENOUGH_${i}_LIST`);
    const objects = [...smallOrganization(), liveObject("iam:Role", "b1", { name: "viewer", capabilities: many })];
    const call = { flags: { output: "markdown", preview: false } as never, terminal };
    const report = listReport(call, undefined, { ...live(), objects, model: modelOf(objects) });
    assert.match(rendered(report, "markdown", { sink, maxLength: 2000 }), /\| `?ann@example.com`? \| viewer \|/);
  });

  it("shows everything in a cell, except in a table at a terminal (row 211)", () => {
    const names = Array.from({ length: 7 }, (_, i) => `g${i}`);
    const steps = [
      bot,
      ...names.map((name) => create("iam:Group", name, { parentUid: "r/t", name })),
      ...names.map((name) =>
        binding(`in-${name}`, {
          parentUid: UNKNOWN_VALUE,
          from: { parentUid: [urn(name)], identityUid: [urn("bot")] },
        }),
      ),
    ];
    const groups = (output: OutputFormat, columns?: number) => {
      flags = { output };
      terminal = { out: { ...sink, columns }, err: sink };
      return String(reportOn(steps).tables[0].rows[0]?.[4]);
    };
    assert.match(groups("table", 80), / and 2 more$/);
    for (const output of ["csv", "wide", "markdown", "table"] as const)
      for (const name of names) assert.ok(groups(output).includes(`acme/team/${name} (new)`), output);
  });

  it("ends with 1 if an effect is unknown, and names the resource", () => {
    const report = reportOn([bot, binding("grant"), binding("dark", { roleUid: UNKNOWN_VALUE })]);
    assert.equal(report.exit, UNKNOWN);
    assert.equal(report.notes[0], 'The effect of "dark" is unknown, because the preview does not show its roleUid.');
    assert.equal(report.tables[0].rows.length, 1);
    assert.equal(reportOn([], {}, ["It is dark."]).exit, UNKNOWN);
    assert.equal(reportOn([]).exit, CLEAN);
    assert.equal(said, "");
    // A spreadsheet has no notes.
    flags = { output: "csv" };
    reportOn([binding("dark", { roleUid: UNKNOWN_VALUE })], {}, ["It is dark."]);
    assert.match(said, /^incomplete: The effect of "dark" is unknown[^\n]*\nincomplete: It is dark\.\n$/);
  });

  it("shows other effects of the change in notes, or on standard error if the format has no notes", () => {
    const remove = (kind: string, name: string, uid: string): PlannedStep => ({
      op: "delete",
      urn: urn(name),
      kind,
      before: { uid, inputs: {}, outputs: {}, dependencies: {}, isRetained: false },
    });
    const steps = [
      create("iam:Group", "w", { parentUid: "r/t", name: "web" }),
      create("iam:Identity", "ci", {
        parentUid: "r/t",
        adoptUid: "r/t/ci",
        servicePrincipal: "SERVICE_PRINCIPAL_SKILLS",
      }),
      remove("iam:Role", "p", "r/p"),
      remove("iam:Group", "o", "r/o"),
      create("iam:Role", "tagger", { parentUid: "r/o", capabilities: [] }),
    ];
    const sentences = [
      'This changes who can act as "ci", with all its access.',
      '"w" exists already (r/t/w). The update fails unless platform:adoptExisting allows it to take over the object. ' +
        'If you renamed the resource, add aliases: [{ name: "<former name>" }].',
      'Deleting "o" will fail, because this still uses it: a new Role in "acme/ops".',
      'Deleting "p" will fail, because this still uses it: the RoleBinding r/t/x in "acme/team".',
    ];
    for (const output of ["table", "csv"] as const) {
      said = "";
      flags = { output };
      const { notes, exit } = reportOn(steps);
      assert.deepEqual([notes.slice(0, sentences.length), exit], [sentences, FOUND]);
      assert.equal(said, output === "csv" ? sentences.map((sentence) => `note: ${sentence}\n`).join("") : "");
    }
  });

  it("filters by capability, identity and group, with names before and after the change", () => {
    const steps = [bot, binding("grant")];
    const rows = (asked: Asked) => reportOn(steps, asked).tables[0].rows.map((row) => row.slice(3).join(" | "));
    assert.deepEqual(rows({ capability: "CAP_TAG_LIST", on: "web" }), ["CAP_TAG_LIST | acme/team/web"]);
    assert.deepEqual(rows({ identity: "bot" }), ["CAP_REPO_LIST CAP_TAG_LIST | acme and 3 below"]);
    assert.deepEqual(rows({ identity: "ann@example.com" }), []);
    assert.deepEqual(rows({ capability: "CAP_REPO_DELETE" }), []);
    assert.throws(() => rows({ identity: "nobody" }), /^Error: there is no identity "nobody"/);
  });

  it("names only the roles that cause a gain or a loss", () => {
    const steps = [
      bot,
      binding("grant"),
      binding("twice", { roleUid: "b1" }),
      binding("elsewhere", { identityUid: "r/t/ci", parentUid: "r/o", from: {} }),
      {
        op: "delete",
        urn: urn("x"),
        kind: "iam:RoleBinding",
        before: { uid: "r/t/x", inputs: {}, outputs: {}, dependencies: {}, isRetained: false },
      },
    ];
    const rows = (asked: Asked) => reportOn(steps, asked).tables[0].rows.map((row) => row[2]);
    assert.deepEqual(rows({ identity: "bot" }), ["puller (custom), viewer"]);
    assert.deepEqual(rows({ identity: "bot", capability: "CAP_TAG_LIST" }), ["puller (custom)"]);
    assert.deepEqual(rows({ identity: "ci", on: "web" }), ["puller (custom)"]);
    const { document } = reportOn(steps, { identity: "bot" });
    const [change] = (document as { changes: { roles: string[] }[] }).changes;
    assert.deepEqual(change?.roles, ["puller (custom)", "viewer"]);
  });

  const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: "[secret]" };
  const sso = liveObject("iam:IdentityProvider", "r/sso", { name: "sso", defaultRole: "b1", oidc });
  const admins = { externalGroupId: "admins", roleUid: "r/p" };
  const mapping = liveObject("iam:ExternalGroupRoleMapping", "r/sso/m", { ...admins, scope: "r" });
  const invite = { parentUid: "r/t", roleUid: "r/p", ttl: "3600s" };
  const step = (op: string, { spec, uid, values }: LiveObject, inputs: Values = values): PlannedStep => ({
    op,
    urn: urn(uid),
    kind: spec.type,
    before: { uid, inputs: values, outputs: values, dependencies: {}, isRetained: false },
    ...(op === "delete" ? {} : { after: { uid, inputs, outputs: {}, dependencies: {}, isRetained: false } }),
  });
  const offered = (
    steps: readonly PlannedStep[],
    asked: Asked = {},
    offers: readonly LiveObject[] = [sso, mapping],
  ) => {
    const { tables, exit, list } = reportOn(steps, asked, [], offers);
    const rows = (list ?? tables[0]).rows.map((row) =>
      row.map((cell) => (typeof cell === "string" ? cell : cell.text)),
    );
    return [exit, ...rows.map(([who, change, roles, , groups]) => `${who} ${change} ${roles} in ${groups}`)];
  };

  it("has a row for people who get access by an invite, a default role or a mapping, and ends with 2 (row 181)", () => {
    const added = [
      create("iam:GroupInvite", "guest", invite),
      create("iam:GroupInvite", "ana", { ...invite, email: "ana@example.com" }),
      create("iam:IdentityProvider", "evil", {
        parentUid: "r",
        name: "evil",
        defaultRole: "r/p",
        oidc: { issuer: "https://evil.example", clientId: "c" },
      }),
      create("iam:ExternalGroupRoleMapping", "everybody", {
        parentUid: UNKNOWN_VALUE,
        externalGroupId: "everybody",
        roleUid: "r/p",
        from: { parentUid: [urn("evil")] },
      }),
    ];
    assert.deepEqual(offered(added, {}, []).sort(), [
      FOUND,
      "everybody who signs in for the first time (https://evil.example) gains puller (custom) in acme and 3 below",
      'people of the external group "everybody" (https://evil.example) gains puller (custom) in acme and 3 below',
      'whoever redeems the invite for "ana@example.com" gains puller (custom) in acme/team and 1 below',
      "whoever redeems the invite gains puller (custom) in acme/team and 1 below",
    ]);
    const { document, notes } = reportOn(added);
    const { offers, changes } = document as { offers: { who: string; change: string }[]; changes: unknown[] };
    assert.deepEqual([offers.length, offers[0]?.change, changes.length], [4, "gains", 0]);
    assert.ok(!notes.some((note) => note.includes("is not counted")), notes.join("\n"));
    // A second invite has its own code.
    const standing = liveObject("iam:GroupInvite", "r/t/i", invite);
    assert.deepEqual(offered(added.slice(0, 1), {}, [standing]), [
      FOUND,
      "whoever redeems the invite gains puller (custom) in acme/team and 1 below",
    ]);
    // The filters apply. A machine redeems no invite.
    assert.deepEqual(offered(added.slice(0, 1), { on: "ops" }, []), [CLEAN]);
    assert.equal(offered(added.slice(0, 1), { capability: "CAP_TAG_LIST" }, []).length, 2);
    assert.deepEqual(offered(added.slice(0, 1), { identity: "ci" }, []), [CLEAN]);
    assert.equal(offered(added.slice(0, 1), { identity: "ann@example.com" }, [])[0], FOUND);
  });

  it("reports access by another issuer, and nothing for a change of the description (row 182)", () => {
    const moved = { ...sso.values, oidc: { ...oidc, issuer: "https://evil.example" } };
    assert.deepEqual(offered([step("update", sso, moved)]).sort(), [
      FOUND,
      "everybody who signs in for the first time (https://evil.example) gains viewer in acme and 3 below",
      "everybody who signs in for the first time (https://login.example.com) loses viewer in acme and 3 below",
      'people of the external group "admins" (https://evil.example) gains puller (custom) in acme and 3 below',
      'people of the external group "admins" (https://login.example.com) loses puller (custom) in acme and 3 below',
    ]);
    assert.deepEqual(offered([step("update", sso, { ...sso.values, description: "x" })]), [CLEAN]);
    assert.deepEqual(
      offered([step("update", sso, { ...sso.values, oidc: { ...oidc, clientSecret: UNKNOWN_VALUE } })]),
      [CLEAN],
    );
    assert.deepEqual(offered([step("delete", mapping)]), [
      FOUND,
      'people of the external group "admins" (https://login.example.com) loses puller (custom) in acme and 3 below',
    ]);
    // The platform deletes the mappings of an identity provider with it.
    assert.equal(offered([step("delete", sso)]).length, 3);
    const unknown = { ...sso.values, oidc: { ...oidc, issuer: UNKNOWN_VALUE } };
    assert.deepEqual(offered([step("update", sso, unknown)]), [UNKNOWN]);
    // A role that grants more also gives it to these people.
    const role = liveObject("iam:Role", "r/p", { name: "puller", capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST"] });
    const more = { ...role.values, capabilities: ["CAP_REPO_LIST", "CAP_TAG_LIST", "CAP_REPO_DELETE"] };
    assert.ok(
      offered([step("update", role, more)]).includes(
        'people of the external group "admins" (https://login.example.com) gains puller (custom) in acme and 3 below',
      ),
    );
  });

  it("reports another correlation rule, and a new or changed SCIM token (row 212)", () => {
    const byOid = { ...sso.values, oidc: { ...oidc, correlationRule: "CORRELATION_RULE_OID_EQUALS_EXTERNAL_ID" } };
    assert.equal(offered([step("update", sso, byOid)])[0], FOUND);
    const bySub = { ...sso.values, oidc: { ...oidc, correlationRule: "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" } };
    assert.deepEqual(offered([step("update", sso, bySub)]), [CLEAN]);
    const token = liveObject("iam:ScimToken", "r/sso", { identityProviderUid: "r/sso", provisioning: "off" });
    const on = { ...token.values, provisioning: "on" };
    for (const one of [create("iam:ScimToken", "scim", { identityProviderUid: "r/sso" }), step("update", token, on)]) {
      const { exit, notes } = reportOn([one]);
      assert.equal(exit, FOUND);
      assert.match(notes[0] ?? "", /^The SCIM token "[^"]+" is new or changed\. /);
    }
    for (const op of ["update", "same"]) assert.equal(reportOn([step(op, token)]).exit, CLEAN);
    assert.equal(reportOn([step("delete", token)]).exit, CLEAN);
  });

  it("has sentences about these people for formats without rows (row 181)", () => {
    const steps = [create("iam:GroupInvite", "guest", invite)];
    assert.deepEqual(planBy(steps).offers, ['Whoever redeems the invite would gain "puller (custom)" in "acme/team".']);
  });

  it("shows the whole name of a resource, with any characters (row 184)", () => {
    const { notes } = reportOn([create("iam:RoleBinding", "team::web", { parentUid: "r", roleUid: UNKNOWN_VALUE })]);
    assert.match(notes[0] ?? "", /^The effect of "team::web" is unknown/);
  });

  it("says in which of two new groups a role counts", () => {
    const steps = [
      create("iam:Group", "outer", { parentUid: "r" }),
      create("iam:Group", "inner", { parentUid: UNKNOWN_VALUE, from: { parentUid: [urn("outer")] } }),
      binding("grant", {
        identityUid: "r/t/ci",
        parentUid: UNKNOWN_VALUE,
        roleUid: "b1",
        from: { parentUid: [urn("inner")] },
      }),
    ];
    const { notes, tables } = reportOn(steps);
    assert.equal(
      notes[0],
      '"grant" counts in "acme/outer/inner". It may also be in "acme/outer" above that, which the preview does not show.',
    );
    assert.equal(tables[0].rows[0]?.[4], "acme/outer/inner (new)");
    // Nobody gains anything for certain in the outer group.
    const exits = ["outer", "inner", "ops"].map((on) => reportOn(steps, { on }).exit);
    assert.deepEqual(exits, [UNKNOWN, FOUND, CLEAN]);
    const plan = planBy(steps);
    const why = (group: string) => {
      const asked = { terminal, flags: { output: "json" as const, preview: true } };
      const report = whyReport({ ...asked, arguments: ["r/t/ci", "CAP_IAM_GROUPS_LIST", group] }, plan.live, plan);
      return [
        report.exit,
        report.notes[0],
        (report.document as { preview: { wasAllowed: boolean } }).preview.wasAllowed,
      ];
    };
    const said = (verb: string, group: string) => `"acme/team/ci" ${verb} CAP_IAM_GROUPS_LIST in "${group}".`;
    assert.deepEqual(why("outer"), [UNKNOWN, said("may have", "acme/outer"), false]);
    assert.deepEqual(why("inner"), [CLEAN, said("will have", "acme/outer/inner"), false]);
    assert.deepEqual(why("ops"), [FOUND, said("will not have", "acme/ops"), false]);
  });

  it("does not deny a person access while invites cannot be listed, and denies it to others (access why)", () => {
    const unread = ["iam:GroupInvite"];
    const asked = (identity: string, uncounted: LiveAccess["uncounted"]) => {
      const call = {
        terminal,
        flags: { output: "table" as const, preview: true },
        arguments: [identity, "CAP_TAG_LIST", "r/o"],
      };
      const plan = new AccessPlan({ ...live(), uncounted }, []);
      const { exit, notes } = whyReport(call, plan.live, plan);
      return [exit, notes[0]];
    };
    assert.deepEqual(asked("person", unread), [UNKNOWN, '"ann@example.com" may have CAP_TAG_LIST in "acme/ops".']);
    assert.deepEqual(asked("person", []), [FOUND, '"ann@example.com" will not have CAP_TAG_LIST in "acme/ops".']);
    assert.equal(asked("r/t/ci", unread)[1], '"acme/team/ci" will not have CAP_TAG_LIST in "acme/ops".');
    assert.deepEqual(asked("r/t/ci", []), [FOUND, '"acme/team/ci" will not have CAP_TAG_LIST in "acme/ops".']);
  });
});
