import assert from "node:assert/strict";
import { churnOf, intervalsOf } from "../../../../src/cli/commands/history/intervals";
import { parseReference } from "../../../../src/cli/commands/history/reference";
import { CallError } from "../../../../src/cli/declaration";

describe("the name of an image's tag", () => {
  it("has an organization, an image and a tag, of which two may be left out", () => {
    const told = [
      "acme/web:1.2",
      "acme/team/web:v1",
      "nginx",
      "nginx:latest-dev",
      "registry.example.com/acme/web:1",
      "127.0.0.1:80/web:1",
    ];
    const hosts = [undefined, undefined, undefined, undefined, "registry.example.com", "127.0.0.1:80"];
    assert.deepEqual(
      told.map((text, i) => parseReference(text, hosts[i])),
      [
        { org: "acme", image: "web", tag: "1.2" },
        { org: "acme", image: "team/web", tag: "v1" },
        { image: "nginx", tag: "latest" },
        { image: "nginx", tag: "latest-dev" },
        { org: "acme", image: "web", tag: "1" },
        { image: "web", tag: "1" },
      ],
    );
  });

  it("is refused where it could be something else", () => {
    const wrong = [
      "",
      "/",
      "acme/",
      "/web:1",
      "Acme/web:1",
      "acme/web:",
      "acme/web:-1",
      "acme/web:a b",
      "other:80/web:1",
      "acme//web",
      "acme/web@sha256:1",
      "../x:1",
      `a:${"x".repeat(129)}`,
    ];
    for (const text of wrong) assert.throws(() => parseReference(text), CallError, text);
  });
});

describe("the times that digests stood", () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  const record = (day: number, digest: string) => ({ updateTimestamp: at(day), digest });
  const DAY = 86_400;

  it("end with the next move, and the last with the window", () => {
    const [first, second] = intervalsOf([record(1, "a"), record(3, "b")], undefined, Date.parse(at(4)));
    assert.deepEqual([first?.seconds, first?.until, first?.isChange], [2 * DAY, Date.parse(at(3)), false]);
    assert.deepEqual([second?.seconds, second?.until, second?.isChange], [DAY, undefined, true]);
  });

  it("are never negative, though the registry's clock may be ahead", () => {
    assert.equal(intervalsOf([record(3, "a")], undefined, Date.parse(at(1)))[0]?.seconds, 0);
  });

  it("count a move to the same digest as no change", () => {
    const moves = [record(1, "a"), record(2, "a"), record(4, "b"), record(5, "a")];
    const intervals = intervalsOf(moves, undefined, Date.parse(at(9)));
    assert.deepEqual(churnOf(intervals), { digests: 2, changes: 2, medianSeconds: 2 * DAY, ageSeconds: 4 * DAY });
  });

  it("count the first move as a change where the tag had another digest before", () => {
    const changed = churnOf(intervalsOf([record(2, "b")], "a", Date.parse(at(3))));
    const same = churnOf(intervalsOf([record(2, "b")], "b", Date.parse(at(3))));
    assert.deepEqual([changed.changes, same.changes], [1, 0]);
    assert.equal(changed.medianSeconds, null);
  });

  it("are nothing where there is nothing", () => {
    assert.deepEqual(churnOf([]), { digests: 0, changes: 0, medianSeconds: null, ageSeconds: null });
  });
});
