import assert from "node:assert/strict";
import fc from "fast-check";
import { fragmentOf, selectionOf } from "../../../../src/pages/graph/address";

describe("what is chosen, in the address of a page", () => {
  it("is read back as it was, whatever the id, also the empty one of every group", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("group" as const, "identity" as const, "role" as const),
        fc.string({ unit: "grapheme" }),
        (kind, id) => {
          assert.deepEqual(selectionOf(fragmentOf({ kind, id })), { kind, id });
        },
      ),
    );
  });

  it("is nothing in an address of something else", () => {
    for (const text of ["", "#", "#group", "#thing=", "#thing=1", "#constructor=1", "#group=%E0%A4"]) {
      assert.equal(selectionOf(text), undefined, text);
    }
  });
});
