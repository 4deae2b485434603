import assert from "node:assert/strict";
import { assess } from "../../../../src/command/commands/advisories/assess";
import { type Pin, pinsOf } from "../../../../src/command/commands/advisories/pins";
import { type AdvisoryFindings, advisoriesReport } from "../../../../src/command/commands/advisories/report";
import type { FailOn } from "../../../../src/command/commands/advisories/severity";
import type { StateResource } from "../../../../src/command/stack/export";
import type { AdvisoryEventResult, AdvisoryResult } from "../../../../src/program/generated/results";

const eventOf = (createTime: string, what: Partial<AdvisoryEventResult>): AdvisoryEventResult => ({
  uid: "o/a/e",
  createTime,
  author: "a",
  reviewState: "REVIEW_STATE_APPROVED",
  ...what,
});

const advisoryOf = (events: readonly AdvisoryEventResult[], more: Partial<AdvisoryResult> = {}): AdvisoryResult => ({
  ...{ uid: "o/a", advisoryId: "ADV-1", author: "a", aliases: [], severities: [] },
  ...{ artifactName: "curl", artifactType: "apk", artifactArchitecture: "x86_64" },
  ...{ componentName: "libx", componentType: "apk", componentLocation: "" },
  ...{ createTime: "2026-01-05T08:30:00Z", updateTime: "2026-01-05T08:30:00Z" },
  events: [...events],
  ...more,
});
/** An advisory with an event of the next day. */
const nextDay = (what: Partial<AdvisoryEventResult>, more: Partial<AdvisoryResult> = {}) =>
  advisoryOf([eventOf("2026-01-06T08:30:00Z", what)], more);
const FIXED = { fixed: { fixedVersion: "1.2-r1" } };
const PATCHED = { patched: { patchedVersions: ["1.1-r5"] } };

describe("an advisory on an artifact", () => {
  const told = (what: Partial<AdvisoryEventResult>, version: string | undefined) =>
    assess([nextDay(what)], [{ ...pinned, version }], ["any"])[0]?.status;

  it("is open if a pinned version does not have the fix, or may not have it", () => {
    assert.deepEqual(
      [undefined, "1.2-r0", "1.2-r1", "2", "weird"].map((version) => told(FIXED, version)),
      ["fixed", "fix not taken", "fixed", "fixed", "fix not taken"],
    );
    assert.deepEqual([told(PATCHED, "1.1-r5"), told(PATCHED, "1.1-r6")], ["patched", "fix not taken"]);
  });

  it("is open if an upper bound excludes the fix, or the fix has no version (row 210)", () => {
    const bounds = ["<1.2-r1", "<1.2-r2", "<=1.2-r0", "<=1.2-r1", "~1.1", "~1.2", "~1", "~1.20", "~1.3", "<weird"];
    assert.deepEqual(
      bounds.filter((bound) => told(FIXED, bound) === "fixed"),
      ["<1.2-r2", "<=1.2-r1", "~1.2", "~1", "~1.20", "~1.3"],
    );
    assert.equal(told({ fixed: { fixedVersion: "1.20" } }, "~1.2"), "fix not taken");
    assert.deepEqual([told(PATCHED, "<1.1-r5"), told(PATCHED, "<2")], ["fix not taken", "patched"]);
    for (const what of [{ fixed: {} }, { patched: {} }]) assert.equal(told(what, "1.2-r0"), "fix not taken");
  });

  it("comes first while it is open, and last among open ones if its severity is unknown (row 164)", () => {
    const fixed = nextDay({ fixed: {} }).events;
    const rated = (advisoryId: string, events: readonly AdvisoryEventResult[], ...scores: string[]) =>
      advisoryOf(events, { advisoryId, severities: scores.map((score) => ({ type: "TYPE_CVSS_V3", score })) });
    const advisories = [
      rated("closed unknown", fixed),
      rated("open unknown", []),
      rated("closed critical", fixed, "9.8"),
      rated("open low", [], "1.0"),
    ];
    const order = assess(advisories, [pinned], ["any"]).map(({ advisory }) => advisory.advisoryId);
    assert.deepEqual(order, ["open low", "open unknown", "closed critical", "closed unknown"]);
  });
});

const pinned: Pin = { artifact: "curl", version: undefined, urns: [], digestUrns: [] };
type Given = Partial<Omit<AdvisoryFindings, "assessed">>;
const reportOn = (advisories: readonly AdvisoryResult[], given: Given = {}) => {
  const { pins = [pinned], failOn = ["any"] } = given;
  const assessed = assess(advisories, pins, failOn);
  const others = { showsAll: false, isStack: false, hidden: [], unseen: new Map(), ...given };
  const { exit, notes, tables, document } = advisoriesReport({ ...others, assessed, pins, failOn });
  return { exit, text: notes.join("\n"), rows: tables[0].rows, document };
};

describe("the report on advisories", () => {
  const fixed = nextDay(FIXED);

  it("has closed advisories only if asked, and always in JSON", () => {
    for (const [showsAll, count] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const { rows, document } = reportOn([advisoryOf([]), fixed], { showsAll });
      assert.deepEqual([rows.length, (document.advisories as unknown[]).length], [count, 2]);
    }
  });

  it("says how many scores cannot be read, and --fail-on decides about these (row 164)", () => {
    const odd = advisoryOf([], { severities: [{ type: "TYPE_CVSS_V4", score: "CVSS:5.0/AV:N" }] });
    const exits = ([["high"], ["high", "unknown"], ["unknown"], ["any"], ["never"]] as const).map((failOn) => {
      const { exit, text } = reportOn([odd], { failOn });
      assert.match(text, /1 open one has an unknown severity, because no score can be read/);
      return exit;
    });
    assert.deepEqual(exits, [0, 2, 2, 2, 0]);
  });

  it("ends with 1 if no advisory names a mirror, and the token may not see the name of its source", () => {
    const pins = [pinned, { ...pinned, artifact: "ours" }];
    const on = (...unseen: [urn: string, name: string][]) =>
      reportOn([fixed], { pins, isStack: true, unseen: new Map(unseen) });
    const [known, unknown] = [on(["urn:a", "curl"]), on(["urn:a", "curl"], ["urn:b", "ours"])];
    assert.deepEqual([known.exit, known.document.notCovered], [0, []]);
    assert.deepEqual([unknown.exit, unknown.document.notCovered], [1, ["urn:b"]]);
    assert.match(unknown.text, /the token may not see the repo that it mirrors: urn:b\.$/);
  });

  const misspelled = { ...pinned, artifact: "curll" };
  for (const [what, advisories, given, text] of [
    [
      "names an artifact, which may be misspelled (row 163)",
      [],
      { pins: [misspelled] },
      /^No advisory names "curll", so the name may be misspelled\.\n0 open, 0 closed; /,
    ],
    ["names one of several (row 163)", [advisoryOf([])], { pins: [misspelled, pinned] }, /^No advisory names "curll"/],
    [
      "names anything that the stack pins (row 207)",
      [],
      { isStack: true },
      /^The result is unknown, because no advisory names anything that the stack pins\. /m,
    ],
    [
      "can name anything, because the stack pins nothing (row 207)",
      [],
      { isStack: true, pins: [] },
      /^The result is unknown, because the stack pins no packages or images\.$/m,
    ],
  ] as const satisfies readonly (readonly [string, readonly AdvisoryResult[], Given, RegExp])[])
    it(`ends with 1 if no advisory ${what}`, () => {
      const report = reportOn(advisories, given);
      assert.equal(report.exit, 1);
      assert.match(report.text, text);
    });

  it("ends with 1 and names the tag if its digest hides whether it has a fix (row 269)", () => {
    const pins = [{ ...pinned, urns: ["urn:tag"], digestUrns: ["urn:tag"] }];
    const { exit, text } = reportOn([fixed], { isStack: true, pins });
    assert.equal(exit, 1);
    assert.match(text, /^1 may be fixed in the stack\. This is unknown, because a digest hides the version\.$/m);
    assert.match(text, /^Pinned by a digest: urn:tag\.$/m);
    assert.equal(reportOn([fixed], { isStack: true, pins, failOn: ["never"] }).exit, 0);
  });
});

describe("an advisory with a score that cannot be read beside others (row 164)", () => {
  const found = (failOn: FailOn, ...scores: string[]) =>
    assess(
      [advisoryOf([], { severities: scores.map((score) => ({ type: "TYPE_CVSS_V3", score })) })],
      [pinned],
      failOn,
    ).map(({ severity, score, isFinding }) => [severity, score, isFinding])[0];

  it("is unknown beside 0.0, and a finding of unknown beside any score, because it may be the higher one", () => {
    assert.deepEqual(found(["high", "unknown"], "0.0", "CVSS:9.9/x"), ["unknown", undefined, true]);
    assert.deepEqual(found(["high", "unknown"], "5.0", "CVSS:9.9/x"), ["medium", 5, true]);
    assert.deepEqual(found(["high"], "5.0", "CVSS:9.9/x"), ["medium", 5, false]);
    assert.deepEqual(found(["high", "unknown"], "5.0", "0.0"), ["medium", 5, false]);
  });
});

describe("a fix of what a stack pins by a digest (row 269)", () => {
  const pin = { artifact: "curl", version: undefined, urns: ["urn:repo", "urn:tag"], digestUrns: ["urn:tag"] };
  const told = (advisory: AdvisoryResult, failOn: FailOn = ["any"]) => {
    const [{ status, isOpen, isFinding, isUnknown } = assert.fail()] = assess([advisory], [pin], failOn);
    return { status, isOpen, isFinding, isUnknown };
  };

  it("is unknown with any version, so it is neither closed nor a finding", () => {
    const unknown = { status: "fix unknown", isOpen: true, isFinding: false, isUnknown: true };
    for (const what of [FIXED, PATCHED]) assert.deepEqual(told(nextDay(what)), unknown);
    assert.equal(told(nextDay(FIXED), ["never"]).isUnknown, false);
  });

  it("changes nothing for an advisory that is open or does not apply", () => {
    const open = { status: "detected", isOpen: true, isFinding: true, isUnknown: false };
    assert.deepEqual(told(advisoryOf([])), open);
    assert.equal(told(nextDay(FIXED, { deleteTime: "2026-01-07T08:30:00Z" })).status, "withdrawn");
  });

  it("is that of the tags of a repo, and of no repo alone", async () => {
    const repo: StateResource = { urn: "urn:repo", kind: "registry:Repo", uid: "o/a", values: { name: "curl" } };
    const values = { parentUid: "o/a", name: "v1", digest: `sha256:${"a".repeat(64)}` };
    const tag: StateResource = { urn: "urn:tag", kind: "registry:Tag", uid: "o/a/t", values };
    const noClient = () => assert.fail("asked");
    assert.deepEqual((await pinsOf([repo, tag], noClient)).pins, [pin]);
    assert.deepEqual((await pinsOf([repo], noClient)).pins, [{ ...pin, urns: ["urn:repo"], digestUrns: [] }]);
  });
});
