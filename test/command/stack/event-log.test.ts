import assert from "node:assert/strict";
import { readRefreshLog, withUncompared } from "../../../src/command/stack/event-log";

const urnOf = (name: string) => `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/iam:Group::${name}`;
const state = (values: object = {}, more: object = {}) => {
  const place = { type: "t", urn: "u", id: "a/b", parent: "", provider: "", custom: true };
  return { ...place, inputs: values, outputs: values, ...more };
};

let sequence = 0;
const line = (event: object) => JSON.stringify({ sequence: sequence++, timestamp: 1, ...event });
const begun = (name: string) =>
  line({ resourcePreEvent: { metadata: { op: "refresh", urn: urnOf(name) }, planning: true } });
const done = (name: string, op: string, more: object = {}) => {
  const type = "pulumi-nodejs:dynamic/platform/iam:Group";
  const sides = { old: state({ name: "old" }), new: op === "delete" ? null : state({ name: "new" }) };
  const metadata = { op, urn: urnOf(name), type, ...sides, detailedDiff: null, provider: "", ...more };
  return line({ resOutputsEvent: { metadata, planning: true } });
};
const failed = (name: string, message: string) =>
  line({ diagnosticEvent: { urn: name === "" ? "" : urnOf(name), message, color: "never", severity: "error" } });
const summary = (resourceChanges: object = {}) => {
  const rest = { maybeCorrupt: false, durationSeconds: 1, PolicyPacks: {}, isPreview: true };
  return line({ summaryEvent: { ...rest, resourceChanges } });
};
const log = (...lines: string[]) => readRefreshLog(`${lines.join("\n")}\n`);

/** Entries of a state. */
const held = (...names: string[]) =>
  names.map((name) => ({ urn: urnOf(name), isPendingDelete: false, isHalfReplaced: name === "half" }));

describe("the event log of a refresh", () => {
  it("has the outcome of each resource", () => {
    const { resources, unread, errors } = log(
      ...["same", "changed", "deleted"].map(begun),
      done("same", "same"),
      done("changed", "update", { detailedDiff: { name: { diffKind: "update", inputDiff: true } } }),
      done("deleted", "delete", { old: state({}, { delete: true, external: true }) }),
      summary({ same: 1, update: 1, delete: 1 }),
    );
    assert.deepEqual(
      resources.map((one) => [one.outcome, one.paths, one.isPendingDelete, one.isReadOnly, one.live?.inputs.name]),
      [
        ["same", undefined, false, false, "new"],
        ["changed", ["name"], false, false, "new"],
        ["deleted", undefined, true, true, undefined],
      ],
    );
    assert.deepEqual([unread, errors], [[], []]);
  });

  it("names resources that could not be read, with the first error, and those without an outcome", () => {
    const { unread, errors, resources } = log(
      ...["a", "b", "c"].map(begun),
      failed("a", "refused\n"),
      failed("a", "and more"),
      failed("", "preview failed"),
      done("c", "same"),
      summary({ same: 1 }),
    );
    assert.deepEqual(unread, [
      { urn: urnOf("a"), message: "refused" },
      { urn: urnOf("b"), message: "the engine reports no outcome" },
    ]);
    assert.deepEqual([errors, resources.length], [["preview failed"], 1]);
  });

  it("has a resource of the state that it does not mention as unread, each entry of the state by itself", () => {
    const [read = assert.fail(), missing = assert.fail(), other = assert.fail()] = held("read", "missing", "other");
    const only = log(done("read", "same"), failed("other", "refused"), summary({ same: 1 }));
    assert.deepEqual(withUncompared(only, [read]).unread, [{ urn: urnOf("other"), message: "refused" }]);
    assert.deepEqual(withUncompared(only, [read, { ...read, isPendingDelete: true }, missing, other]).unread, [
      { urn: urnOf("other"), message: "refused" },
      { urn: urnOf("read"), message: "the engine's event log does not mention it" },
      { urn: urnOf("missing"), message: "the engine's event log does not mention it" },
    ]);
  });

  it("has a resource as unread whose replacement was interrupted, because the engine does not read it (row 294)", () => {
    const both = log(done("whole", "same"), done("half", "same"), summary({ same: 2 }));
    const { resources, unread } = withUncompared(both, held("whole", "half"));
    const message =
      "its replacement was interrupted, so the engine does not compare it. Run pulumi up, which completes the replacement";
    assert.deepEqual([resources.map(({ urn }) => urn), unread], [[urnOf("whole")], [{ urn: urnOf("half"), message }]]);
  });

  it("counts an outcome once that it repeats", () => {
    const lines = [begun("a"), done("a", "same")];
    const { resources, unread } = log(...lines, ...lines, summary({ same: 1 }));
    assert.deepEqual([resources.length, unread], [1, []]);
    assert.throws(() => log(done("a", "same"), done("a", "update"), summary({ same: 1 })), /counts 0 changed/);
  });

  it("skips warnings, and events that it does not need", () => {
    const warning = { diagnosticEvent: { urn: urnOf("a"), message: "w", color: "never", severity: "warning" } };
    assert.deepEqual(log(line(warning), line({ newSortOfEvent: {} }), line({ cancelEvent: {} }), summary()), {
      resources: [],
      unread: [],
      errors: [],
    });
  });

  it("is refused if it has another form or ends early", () => {
    const wrong: readonly (readonly [string, RegExp])[] = [
      ["", /ends before its summary/],
      [done("a", "same"), /ends before its summary/],
      [`${summary()}\n{"sequence": 1,`, /line 2, which is not a JSON object/],
      [done("a", "create"), /line 1, resOutputsEvent\.metadata\.op/],
      [done("a", "update").replace('"planning":true', '"planning":false'), /line 1, resOutputsEvent\.planning/],
      [`${done("a", "update", { new: null })}\n${summary({ update: 1 })}`, /a step update that lacks a state/],
      [`${done("a", "same", { old: null })}\n${summary({ same: 1 })}`, /a step same that lacks a state/],
      [`${done("a", "same")}\n${summary({ same: 6 })}`, /its summary counts 6 same, but it contains 1/],
      [summary({ delete: 1 }), /its summary counts 1 deleted, but it contains 0/],
    ];
    for (const [text, message] of wrong) assert.throws(() => readRefreshLog(text), { name: "PulumiError", message });
  });
});
