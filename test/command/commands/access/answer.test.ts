import assert from "node:assert/strict";
import { exitFor, namedBy, notesOn } from "../../../../src/command/commands/access/answer";
import { listReport } from "../../../../src/command/commands/access/list";
import { whoCanReport } from "../../../../src/command/commands/access/who-can";
import { whyReport } from "../../../../src/command/commands/access/why";
import { CLEAN, FOUND, UNKNOWN } from "../../../../src/command/declaration";
import { liveAccess, terminalOf } from "../../live-access";
import { liveObject } from "../../organizations";

const terminal = terminalOf();
// The commands have more options, which these reports do not read.
const callWith = (more: object = {}) => ({ flags: { output: "table", preview: false, ...more } as never, terminal });

const oidc = { issuer: "https://login.example.com", clientId: "c" };

describe("a result about access", () => {
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
    const told = (gaps: readonly string[]) => () => namedBy(liveAccess([], gaps), { on: "nowhere" });
    assert.throws(told([]), /^Error: there is no group "nowhere" among the 4 that the token can see$/);
    assert.throws(told(["It is dark."]), /^Error: there is no group [^.]+\. It is dark\.$/);
  });

  it("says which role bindings SCIM manages, in list, who-can and why (row 293)", () => {
    const person = { identityUid: "bob", identity: { uid: "bob", name: "bob" }, roleUid: "r/p" };
    const values = { ...person, managedBy: "MANAGED_BY_SCIM", managedByUidp: "r/sso" };
    const live = liveAccess([liveObject("iam:RoleBinding", "r/scim", values)]);
    const why = whyReport({ ...callWith(), arguments: ["bob", "CAP_TAG_LIST", "r"] }, live);
    const [list, whoCan] = [listReport(callWith(), "bob", live), whoCanReport(callWith(), "CAP_TAG_LIST", live)];
    for (const report of [list, whoCan, why]) {
      assert.ok(report.tables[0].rows.some((row) => row.includes("puller (custom), by SCIM")));
      assert.match(JSON.stringify(report.document), /"uid":"r\/scim","managedBy":"SCIM"/);
    }
  });

  it("says of an identity provider without a default role that it offers none (row 292)", () => {
    const live = liveAccess([liveObject("iam:IdentityProvider", "r/sso", { name: "sso", oidc })]);
    const { document } = listReport(callWith(), undefined, live);
    assert.match(JSON.stringify(document), /"offers":\[\]/);
  });
});

describe("a result about people who are not known yet", () => {
  const offers = [
    liveObject("iam:IdentityProvider", "r/sso", { name: "sso", defaultRole: "b1", oidc }),
    liveObject("iam:ExternalGroupRoleMapping", "r/sso/m", { externalGroupId: "admins", roleUid: "r/p", scope: "r" }),
    liveObject("iam:GroupInvite", "r/t/i", { roleUid: "r/p", email: "ana@example.com" }),
  ];
  const [everybody, admins, ana] = [
    "everybody who signs in for the first time (https://login.example.com)",
    'people of the external group "admins" (https://login.example.com)',
    'whoever redeems the invite for "ana@example.com"',
  ];
  it("has rows for them in who-can if their role has the capability (row 181)", () => {
    const { tables, exit, document } = whoCanReport(callWith(), "CAP_TAG_LIST", liveAccess(offers));
    assert.deepEqual(
      tables[0].rows.map(([who, role, where]) => `${who} | ${role} | ${where}`),
      [
        "acme/team/ci | puller (custom) | acme/team",
        `${admins} | puller (custom) | acme`,
        `${ana} | puller (custom) | acme/team`,
      ],
    );
    assert.equal(exit, CLEAN);
    const { holders, offers: offered } = document as { holders: unknown[]; offers: { who: string }[] };
    assert.deepEqual([holders.length, offered.map(({ who }) => who)], [1, [admins, ana]]);
    // Only where the role counts, and only if it has the capability.
    const who = (capability: string, more = {}) =>
      whoCanReport(callWith(more), capability, liveAccess(offers)).tables[0].rows.map(([one]) => one);
    assert.deepEqual(who("CAP_TAG_LIST", { on: "ops" }), [admins]);
    assert.deepEqual(who("CAP_IAM_GROUPS_LIST"), ["ann@example.com", everybody]);
  });

  it("has rows for them in list, also for a person, who may be one of them (row 181)", () => {
    const list = (identity?: string) => listReport(callWith(), identity, liveAccess(offers));
    const whoIn = (identity?: string) => list(identity).tables[0].rows.map(([who]) => String(who).split(" (")[0]);
    const people = ["everybody who signs in for the first time", admins.split(" (")[0], ana];
    assert.deepEqual(whoIn("person"), ["ann@example.com", ...people]);
    assert.deepEqual(whoIn("ci"), ["acme/team/ci"]);
    assert.deepEqual(whoIn().slice(-3), people);
    const { identities, offers: offered } = list().document as { identities: unknown[]; offers: unknown[] };
    assert.deepEqual([identities.length, offered.length], [2, 3]);
  });

  it("ends with 1 if the list of one of their kinds failed (row 181)", () => {
    const gaps = ["GroupInvite objects cannot be listed: denied."];
    const dark = { ...liveAccess([], gaps), uncounted: ["iam:GroupInvite"] };
    assert.equal(whoCanReport(callWith(), "CAP_TAG_LIST", dark).exit, UNKNOWN);
  });

  it("says in why that a person may have it, and ends with 1 (row 181)", () => {
    const asked = (identity: string, live = liveAccess(offers)) => {
      const call = { ...callWith(), arguments: [identity, "CAP_TAG_LIST", "r/o"] };
      const { exit, notes } = whyReport(call, live);
      return [exit, notes[0]];
    };
    assert.deepEqual(asked("person"), [UNKNOWN, '"ann@example.com" may have CAP_TAG_LIST in "acme/ops".']);
    const denied = [FOUND, '"acme/team/ci" does not have CAP_TAG_LIST in "acme/ops".'];
    assert.deepEqual(asked("ci"), denied);
    // So it is while invites cannot be listed.
    const unread = { ...liveAccess(), uncounted: ["iam:GroupInvite"] };
    assert.deepEqual([asked("person", unread)[0], asked("person", liveAccess())[0]], [UNKNOWN, FOUND]);
    assert.deepEqual(asked("ci", unread), denied);
  });

  it("shows a custom role with the name of a built-in one as custom, everywhere (row 181)", () => {
    const spoof = liveAccess([
      liveObject("iam:Role", "r/v", { name: "viewer", capabilities: ["CAP_REPO_DELETE"] }),
      liveObject("iam:RoleBinding", "r/t/z", { identityUid: "r/t/ci", roleUid: "r/v" }),
    ]);
    const call = callWith();
    const list = listReport(call, undefined, spoof);
    const why = whyReport({ ...call, arguments: ["ci", "CAP_REPO_DELETE", "r/t"] }, spoof);
    for (const { tables } of [whoCanReport(call, "CAP_REPO_DELETE", spoof), list, why])
      assert.ok(tables[0].rows.some((row) => row.includes("viewer (custom)")));
  });
});
