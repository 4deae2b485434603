import assert from "node:assert/strict";
import { churnOf, markOf, movesSince } from "../../../src/command/commands/history/intervals";
import { parseReference } from "../../../src/command/commands/history/reference";
import { CallError } from "../../../src/command/declaration";

describe("the name of a tag", () => {
  it("has an optional organization, an image and an optional tag", () => {
    for (const [text, reference, host] of [
      ["acme/web:1.2", { org: "acme", image: "web", tag: "1.2" }],
      ["acme/team/web:v1", { org: "acme", image: "team/web", tag: "v1" }],
      ["nginx", { org: "public", image: "nginx", tag: "latest" }],
      ["registry.example.com/acme/web:1", { org: "acme", image: "web", tag: "1" }, "registry.example.com"],
      ["127.0.0.1:80/web:1", { org: "public", image: "web", tag: "1" }, "127.0.0.1:80"],
    ] as const)
      assert.deepEqual(
        parseReference(text, host ?? "other.example.com", () => "public"),
        reference,
      );
  });

  it("is refused in any other form", () => {
    const wrong = "/ acme/ /web:1 Acme/web:1 acme/web: acme/web:-1 other:80/web:1 acme//web acme/web@sha256:1 ../x:1";
    for (const text of ["", "acme/web:a b", `a:${"x".repeat(129)}`, ...wrong.split(" ")])
      assert.throws(() => parseReference(text, "host", () => "public"), CallError, text);
  });
});

describe("the moves of a tag", () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  const record = (day: number, digest: string) => ({ updateTimestamp: at(day), digest });
  const DAY = 86_400;

  const upTo = (day: number, records: readonly ReturnType<typeof record>[], since?: number) =>
    movesSince(records, since === undefined ? undefined : Date.parse(at(since)), Date.parse(at(day)));

  it("last until the next move or the end of the window, and never less than nothing", () => {
    const { intervals } = upTo(4, [record(1, "a"), record(3, "b")]);
    assert.deepEqual(
      intervals.map(({ seconds, until }) => [seconds, until]),
      [
        [2 * DAY, Date.parse(at(3))],
        [DAY, undefined],
      ],
    );
    // The clock of the registry may be ahead.
    assert.equal(upTo(1, [record(3, "a")]).intervals[0]?.seconds, 0);
  });

  it("are changes if the digest is another one, also than that before the window", () => {
    const moves = [record(1, "a"), record(2, "a"), record(4, "b"), record(5, "a")];
    const churn = { digests: 2, changes: 2, medianSeconds: 2 * DAY, ageSeconds: 4 * DAY };
    assert.deepEqual(churnOf(upTo(9, moves).intervals), churn);
    const changesAfter = (before: string) => churnOf(upTo(3, [record(1, before), record(2, "b")], 2).intervals).changes;
    assert.deepEqual(["a", "b"].map(changesAfter), [1, 0]);
  });

  it("are marked if they are special: the first, to the same digest, back to a former digest", () => {
    const records = ["a", "b", "b", "a"].map((digest, i) => record(i + 1, digest));
    const marks = upTo(9, records).intervals.map((interval) => {
      const mark = markOf(interval);
      return typeof mark === "string" ? mark : mark.text;
    });
    assert.deepEqual(marks, ["first", "", "same", "roll-back"]);
  });

  it("in a window are judged by the whole history: back to a digest from before the window is a roll-back", () => {
    const records = [record(1, "a"), record(3, "b"), record(5, "a"), record(6, "c")];
    const { before, intervals } = upTo(9, records, 4);
    assert.equal(before, "b");
    assert.deepEqual(
      intervals.map(({ digest, isRollback, isChange }) => [digest, isRollback, isChange]),
      [
        ["a", true, true],
        ["c", false, true],
      ],
    );
    assert.deepEqual(upTo(9, records, 7), { before: "c", intervals: [] });
  });
});
