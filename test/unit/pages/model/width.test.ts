import assert from "node:assert/strict";
import fc from "fast-check";
import { cutToWidth } from "../../../../src/pages/model/width";

describe("a name in a picture", () => {
  it("is whole where it fits, and cut with a sign where it does not", () => {
    assert.deepEqual(cutToWidth("abcdef", 6), { cut: "abcdef", width: 6, isCut: false });
    assert.deepEqual(cutToWidth("abcdefg", 6), { cut: "abcde…", width: 6, isCut: true });
    assert.deepEqual(cutToWidth("日本語", 5), { cut: "日本…", width: 5, isCut: true });
    assert.deepEqual(cutToWidth("日本語", 4), { cut: "日…", width: 3, isCut: true });
  });

  it("that is a path keeps its end", () => {
    assert.deepEqual(cutToWidth("acme/web/team", 6, "start"), { cut: "…/team", width: 6, isCut: true });
    assert.deepEqual(cutToWidth("web", 6, "start"), { cut: "web", width: 3, isCut: false });
  });

  it("never takes more than its space", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom("start" as const, "end" as const),
        (text, most, side) => {
          const { cut, width } = cutToWidth(text, most, side);
          assert.ok(width <= most, `${width} in ${most}`);
          assert.ok(cut === text || (side === "end" ? cut.endsWith("…") : cut.startsWith("…")));
        },
      ),
    );
  });
});
