import assert from "node:assert/strict";
import { CallError } from "../../src/command/declaration";
import { durationText, parseTime, timeText } from "../../src/command/times";

const NOW = Date.parse("2026-01-31T12:00:00Z");

describe("a time in a call", () => {
  it("is an instant, a day in UTC, or how long ago", () => {
    for (const [text, time] of [
      ["2026-01-05T08:30:00Z", "2026-01-05T08:30:00.000Z"],
      ["2026-01-05T08:30+02:00", "2026-01-05T06:30:00.000Z"],
      ["2026-01-05", "2026-01-05T00:00:00.000Z"],
      ["30d", "2026-01-01T12:00:00.000Z"],
      ["90m", "2026-01-31T10:30:00.000Z"],
    ] as const)
      assert.equal(new Date(parseTime(text, NOW)).toISOString(), time, text);
  });

  it("is nothing that could mean two things, no day that there is not, and none before 1970", () => {
    const wrong =
      "yesterday 01/02/2026 2026-02-30 2026-01-05T08:30:00 2026-1-5 30 -3d 1.5d 999999w 2026-13-01 2026-01-05T25:00:00Z";
    for (const text of ["", "3 d", ...wrong.split(" ")]) assert.throws(() => parseTime(text, NOW), CallError, text);
  });
});

describe("times for people", () => {
  it("have no fraction of a second, and are lengths in their two largest units", () => {
    assert.equal(timeText(Date.parse("2026-01-05T08:30:00.250Z")), "2026-01-05 08:30:00Z");
    assert.deepEqual(
      [0, 0.4, 59, 60, 3601, 3660, 90_000, 86_400, 26_352_000, -5].map(durationText).join(", "),
      "0s, 0s, 59s, 1m, 1h, 1h 1m, 1d 1h, 1d, 305d, 0s",
    );
  });
});
