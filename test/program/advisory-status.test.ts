import assert from "node:assert/strict";
import { type AdvisoryEventResult, isOpenAdvisory } from "../../src";
import { reviewStates } from "../../src/description/operations/advisories";
import { advisoryStatus } from "../../src/program/advisory-status";

const eventOf = (
  day: number,
  what: Partial<AdvisoryEventResult>,
  reviewState: AdvisoryEventResult["reviewState"] = "REVIEW_STATE_APPROVED",
): AdvisoryEventResult => ({
  uid: "o/a/e",
  createTime: `2026-01-0${day}T08:30:00Z`,
  author: "a",
  reviewState,
  ...what,
});
const statusOf = (...events: AdvisoryEventResult[]) => advisoryStatus({ events });

describe("the status of an advisory", () => {
  const detected = eventOf(1, { detection: {} });
  const fixed = eventOf(2, { fixed: { fixedVersion: "1.2-r0" } });

  it("is that of its newest event, in whatever order they come (row 162)", () => {
    assert.equal(statusOf(detected), "detected");
    for (const events of [
      [detected, fixed],
      [fixed, detected],
    ])
      assert.equal(statusOf(...events), "fixed");
    assert.equal(statusOf(fixed, eventOf(3, { truePositiveDetermination: {} }), detected), "affected");
    assert.equal(statusOf(fixed, eventOf(2, { detection: {} })), "detected");
    assert.equal(statusOf(eventOf(2, { detection: {} }), fixed), "detected");
  });

  it("heeds approved events alone: a fix that is pending or was rejected closes nothing (row 162)", () => {
    for (const state of reviewStates.filter((name) => name !== "REVIEW_STATE_APPROVED")) {
      for (const closing of [{ fixed: {} }, { patched: {} }, { falsePositiveDetermination: {} }]) {
        assert.equal(statusOf(detected, eventOf(2, closing, state)), "detected", state);
        assert.equal(isOpenAdvisory({ events: [eventOf(2, closing, state)] }), true, state);
      }
      assert.equal(statusOf(fixed, eventOf(3, { detection: {} }, state)), "fixed", state);
    }
  });

  it("stays when its component only moves, and changes when an unknown kind of event comes (row 162)", () => {
    const moved = eventOf(3, { componentLocationChanged: { newLocation: "/usr/lib/x" } });
    assert.equal(statusOf(detected, fixed, moved), "fixed");
    assert.equal(statusOf(detected, eventOf(2, { fixNotPlanned: {} }), moved), "fix not planned");
    assert.equal(statusOf(moved), "detected");
    assert.equal(statusOf(fixed, eventOf(3, {})), "detected");
  });

  it("is withdrawn once it was, and detected where nothing is known of it", () => {
    assert.equal(advisoryStatus({ events: [detected], deleteTime: "2026-01-06T08:30:00Z" }), "withdrawn");
    assert.equal(statusOf(), "detected");
    assert.equal(statusOf(detected, eventOf(2, {})), "detected");
  });

  it("is open until it is fixed, patched, withdrawn or does not apply (row 165)", () => {
    const open = (what: Partial<AdvisoryEventResult>) => isOpenAdvisory({ events: [detected, eventOf(2, what)] });
    for (const closing of [{ fixed: {} }, { patched: {} }, { falsePositiveDetermination: {} }])
      assert.equal(open(closing), false);
    const opening = ["detection", "truePositiveDetermination", "fixNotPlanned", "analysisNotPlanned"] as const;
    for (const kind of [...opening, "pendingUpstreamFix"]) assert.equal(open({ [kind]: {} }), true, kind);
    assert.equal(isOpenAdvisory({ events: [detected], deleteTime: "2026-01-06T08:30:00Z" }), false);
  });
});
