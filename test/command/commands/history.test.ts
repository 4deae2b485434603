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
      ["nginx:latest-dev", { org: "public", image: "nginx", tag: "latest-dev" }],
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

  it("last until the next move or the end of the window", () => {
    const [first, second] = movesSince([record(1, "a"), record(3, "b")], undefined, Date.parse(at(4))).intervals;
    assert.deepEqual([first?.seconds, first?.until, first?.isChange], [2 * DAY, Date.parse(at(3)), false]);
    assert.deepEqual([second?.seconds, second?.until, second?.isChange], [DAY, undefined, true]);
  });

  it("have no negative lifetime if the clock of the registry is ahead", () => {
    assert.equal(movesSince([record(3, "a")], undefined, Date.parse(at(1))).intervals[0]?.seconds, 0);
  });

  it("to the same digest are not changes", () => {
    const moves = [record(1, "a"), record(2, "a"), record(4, "b"), record(5, "a")];
    const { intervals } = movesSince(moves, undefined, Date.parse(at(9)));
    assert.deepEqual(churnOf(intervals), { digests: 2, changes: 2, medianSeconds: 2 * DAY, ageSeconds: 4 * DAY });
  });

  it("count the first one as a change if the tag had another digest before", () => {
    const churnAfter = (before: string) =>
      churnOf(movesSince([record(1, before), record(2, "b")], Date.parse(at(2)), Date.parse(at(3))).intervals);
    const [changed, same] = [churnAfter("a"), churnAfter("b")];
    assert.deepEqual([changed.changes, same.changes], [1, 0]);
    assert.equal(changed.medianSeconds, null);
  });

  it("are marked if they are special: the first, to the same digest, back to a former digest", () => {
    const records = ["a", "b", "b", "a"].map((digest, i) => record(i + 1, digest));
    const marks = movesSince(records, undefined, Date.parse(at(9))).intervals.map((interval) => {
      const mark = markOf(interval);
      return typeof mark === "string" ? mark : mark.text;
    });
    assert.deepEqual(marks, ["first", "", "same", "roll-back"]);
  });

  it("in a window are judged by the whole history: back to a digest from before the window is a roll-back", () => {
    const records = [record(1, "a"), record(3, "b"), record(5, "a"), record(6, "c")];
    const { before, intervals } = movesSince(records, Date.parse(at(4)), Date.parse(at(9)));
    assert.equal(before, "b");
    assert.deepEqual(
      intervals.map(({ digest, isRollback, isChange }) => [digest, isRollback, isChange]),
      [
        ["a", true, true],
        ["c", false, true],
      ],
    );
    assert.equal(movesSince(records, Date.parse(at(3)), Date.parse(at(9))).before, "a");
    assert.equal(movesSince(records, undefined, Date.parse(at(9))).before, undefined);
    assert.deepEqual(movesSince(records, Date.parse(at(7)), Date.parse(at(9))), { before: "c", intervals: [] });
  });

  it("can be none", () => {
    assert.deepEqual(churnOf([]), { digests: 0, changes: 0, medianSeconds: null, ageSeconds: null });
  });
});
