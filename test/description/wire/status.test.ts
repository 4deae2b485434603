import assert from "node:assert/strict";
import { codeNames, formatStatus, parseStatus } from "../../../src/description/wire/status";

describe("google.rpc.Status", () => {
  it("is parsed as it was written, for every code", () => {
    for (const code of codeNames) {
      const status = { code, message: "m", details: [{ kind: "RetryInfo", retryDelay: "2s" }] } as const;
      assert.deepEqual(parseStatus(JSON.parse(JSON.stringify(formatStatus(status)))), status);
    }
  });

  it("is not recognized with a code outside of 1 to 16 (row 35)", () => {
    for (const code of [0, 17, -1, "5", 5.5, 1e20, null, undefined])
      assert.equal(parseStatus({ code, message: "x" }), undefined, String(code));
    for (const body of [null, "x", [], 5]) assert.equal(parseStatus(body), undefined);
  });

  it("may lack details, and unknown details are left out", () => {
    assert.deepEqual(parseStatus({ code: 5, message: "Not Found" }), {
      code: "NOT_FOUND",
      message: "Not Found",
      details: [],
    });
    assert.deepEqual(
      parseStatus({ code: 5, details: [{ "@type": "type.googleapis.com/google.rpc.DebugInfo" }, 7] })?.details,
      [],
    );
  });
});
