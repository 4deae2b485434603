import assert from "node:assert/strict";
import { shownValues } from "../../../src/client/api/claims";

describe("values in a message", () => {
  it("have their names, and values other than text are left out", () => {
    const values = { issuer: "https://a", audience: ["b", "c"], depth: 5, none: "", empty: [] };
    assert.equal(shownValues(values), 'issuer "https://a", audience "b" and "c"');
  });

  it("are on one line in quotes, and so are names from a server (row 118)", () => {
    const shown = shownValues({ "\n::error::x\u001b[2J": "a\n::stop", ok: "b" });
    assert.equal(shown, '" ::error::x [2J" "a ::stop", ok "b"');
  });

  it("are at most ten", () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${i}`, "v"]));
    assert.equal(shownValues(many).split(", ").length, 10);
  });
});
