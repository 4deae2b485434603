import assert from "node:assert/strict";
import { type Binding, modelOf } from "../../../../src/cli/access/model";
import { applyPlan } from "../../../../src/cli/access/planned";
import type { LiveAccess } from "../../../../src/cli/access/read";
import {
  capabilitiesText,
  endedKeys,
  exitFor,
  groupsBelow,
  naming,
  notesOn,
} from "../../../../src/cli/commands/access/answer";
import type { AccessFlags } from "../../../../src/cli/commands/access/declaration";
import { type Asked, both, differenceReport } from "../../../../src/cli/commands/access/preview";
import { accessDifferenceDocument } from "../../../../src/cli/commands/access/schema";
import { waysOf } from "../../../../src/cli/commands/access/why";
import { CallError, CLEAN, FOUND, UNKNOWN } from "../../../../src/cli/declaration";
import type { PlannedStep } from "../../../../src/cli/stack/preview";
import { resources } from "../../../../src/resources";
import { UNKNOWN as UNKNOWN_VALUE } from "../../../../src/spec/unknown";
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
  capabilities: Object.values(resources).flatMap(({ seenWith }) => seenWith),
});

const live = (gaps: readonly string[] = []): LiveAccess => ({
  objects: smallOrganization(),
  model: modelOf(smallOrganization()),
  gaps,
  sight: new Sight(callerWith("r/a"), [ownerOf("r")]),
  publicOrg: undefined,
  uncounted: [],
});

describe("an answer about access", () => {
  it("names 20 capabilities of a role at most in a cell", () => {
    assert.equal(capabilitiesText(["A", "B"]), "A B");
    const many = Array.from({ length: 25 }, (_, i) => `C${i}`);
    assert.match(capabilitiesText(many), /^C0 .* C19 and 5 more$/);
  });

  it("counts groups below one, and not itself or those beside it", () => {
    assert.deepEqual(
      ["r", "r/t", "r/t/w", "r/o"].map((uid) => groupsBelow(live().model, uid)),
      [3, 1, 0, 0],
    );
  });

  it("says what it lacks and does not count, and ends with 1 where it lacks something", () => {
    const remarks = {
      incomplete: ["It is dark."],
      notCounted: [
        { kind: "iam:GroupInvite", count: null },
        { kind: "x", count: 0 },
      ],
      notChecked: [],
    };
    assert.deepEqual(notesOn(remarks), [
      "Incomplete: It is dark.",
      "Counted are role bindings, with the groups below theirs.",
      "Not counted: invites (they cannot be listed): who redeems one gets its role.",
    ]);
    assert.deepEqual([exitFor(remarks, FOUND), exitFor({ ...remarks, incomplete: [] }, FOUND)], [UNKNOWN, FOUND]);
  });

  it("takes an unknown name for a mistake only where all could be seen", () => {
    const unknown = () => {
      throw new CallError("there is no such group");
    };
    assert.throws(() => naming(live(), unknown), CallError);
    assert.throws(() => naming(live(["It is dark."]), unknown), /^Error: there is no such group\. It is dark\.$/);
    assert.throws(() => naming(live(["x"]), () => assert.fail("a bug")), /a bug/);
  });

  it("tells of identities whose static keys have ended", () => {
    const staticKeys = { expirationTime: "2026-02-01T00:00:00Z" };
    const model = modelOf([liveObject("iam:Identity", "r/k", { name: "keys", staticKeys })]);
    const end = Date.parse("2026-02-01T00:00:00Z");
    assert.deepEqual(endedKeys(model, ["r/k", "r/x"], end - 1), []);
    assert.match(endedKeys(model, ["r/k"], end)[0] ?? "", /^The static keys of "keys" ended at 2026-02-01 00:00:00Z/);
  });
});

describe("the ways by which somebody has a capability", () => {
  const { model } = live();
  const way = (uid: string, groupUid = "r"): Binding => ({ uid, groupUid, identityUid: "r/i", roleUid: "r/p" });
  const told = (now: readonly Binding[], after?: readonly Binding[]) =>
    waysOf(model, now, after).map(({ binding, change }) => `${binding.uid} ${change}`);

  it("are those of now, where no change is asked about", () => {
    assert.deepEqual(told([way("r/b"), way("r/a")]), ["r/a undefined", "r/b undefined"]);
  });

  it("begin, end or stay with a change, and one that grants the same again is another", () => {
    assert.deepEqual(told([way("r/a"), way("r/b")], [way("r/b"), way("r/~c")]), [
      "r/a ends",
      "r/b stays",
      "r/~c begins",
    ]);
    assert.deepEqual(told([way("r/a")], []), ["r/a ends"]);
  });
});

describe("the report on what would change", () => {
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
  let said = "";
  const sink = {
    write: (text: string) => {
      said += text;
    },
    isTerminal: false,
    columns: undefined,
    hasColors: false,
  };
  let flags: AccessFlags = { output: "table" };
  const reportOn = (steps: readonly PlannedStep[], asked: Asked = {}, gaps: readonly string[] = []) => {
    const planned = applyPlan(smallOrganization(), steps);
    const foreseen = {
      call: { flags, terminal: { out: sink, err: sink } },
      live: live(gaps),
      planned,
      after: modelOf(planned.objects),
      names: both(live(gaps).model, modelOf(planned.objects)),
      uncounted: [],
    };
    const report = differenceReport(foreseen, asked);
    accessDifferenceDocument.parse(report.document);
    return report;
  };

  it("has a row for each identity and set of capabilities, with the groups on top and how many lie below", () => {
    const { tables, document, exit } = reportOn([bot, binding("grant")]);
    assert.deepEqual(tables[0].rows, [
      [
        "acme/team/bot (new)",
        { text: "gains", tone: "warning" },
        "puller",
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

  it("ends with 1 where something cannot be told, and names it", () => {
    const told = reportOn([bot, binding("grant"), binding("dark", { roleUid: UNKNOWN_VALUE })]);
    assert.equal(told.exit, UNKNOWN);
    assert.equal(told.notes[0], 'Cannot be told: what "dark" does, for roleUid is not known before the update.');
    assert.equal(told.tables[0].rows.length, 1);
    assert.equal(reportOn([], {}, ["It is dark."]).exit, UNKNOWN);
    assert.equal(reportOn([]).exit, CLEAN);
    assert.equal(said, "");
    // A spreadsheet has no notes.
    flags = { output: "csv" };
    reportOn([binding("dark", { roleUid: UNKNOWN_VALUE })], {}, ["It is dark."]);
    assert.match(said, /^incomplete: Cannot be told: what "dark" does[^\n]*\nincomplete: It is dark\.\n$/);
  });

  it("says what else the change does: in notes, and on standard error where there are none", () => {
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
      'Who may act as "ci" changes: they get all that it may do.',
      '"w" exists already (r/t/w): the update takes it over where platform:adoptExisting allows that, and is refused else. ' +
        'Renamed in the program? Then give the resource the option aliases: [{ name: "<its former name>" }].',
      'The deletion of "o" will be refused, for in its way there stays the Role "tagger".',
      'The deletion of "p" will be refused, for in its way there stays the role binding of "acme/team/ci" in "acme/team".',
    ];
    for (const output of ["table", "csv"] as const) {
      said = "";
      flags = { output };
      const { notes, exit } = reportOn(steps);
      assert.deepEqual([notes.slice(0, sentences.length), exit], [sentences, FOUND]);
      assert.equal(said, output === "csv" ? sentences.map((sentence) => `note: ${sentence}\n`).join("") : "");
    }
  });

  it("keeps what was asked, by names before and after", () => {
    const steps = [bot, binding("grant")];
    const rows = (asked: Asked) => reportOn(steps, asked).tables[0].rows.map((row) => row.slice(3).join(" | "));
    assert.deepEqual(rows({ capability: "CAP_TAG_LIST", on: "web" }), ["CAP_TAG_LIST | acme/team/web"]);
    assert.deepEqual(rows({ identity: "bot" }), ["CAP_REPO_LIST CAP_TAG_LIST | acme and 3 below"]);
    assert.deepEqual(rows({ identity: "ann@example.com" }), []);
    assert.deepEqual(rows({ capability: "CAP_REPO_DELETE" }), []);
    assert.throws(() => rows({ identity: "nobody" }), CallError);
  });

  it("names the roles by which somebody gains or loses something, and no others", () => {
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
    assert.deepEqual(rows({ identity: "bot" }), ["puller, viewer"]);
    assert.deepEqual(rows({ identity: "bot", capability: "CAP_TAG_LIST" }), ["puller"]);
    assert.deepEqual(rows({ identity: "ci", on: "web" }), ["puller"]);
    const { document } = reportOn(steps, { identity: "bot" });
    const [change] = (document as { changes: { roles: string[] }[] }).changes;
    assert.deepEqual(change?.roles, ["puller", "viewer"]);
  });

  it("says in which of two new groups a role is counted", () => {
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
      '"grant" is counted in "acme/outer/inner"; the preview does not tell whether it lies in "acme/outer" instead, above it.',
    );
    assert.equal(tables[0].rows[0]?.[4], "acme/outer/inner (new)");
  });
});
