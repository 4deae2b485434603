import assert from "node:assert/strict";
import { codeNames, findDetail, formatStatus, httpStatusOf, parseStatus } from "../../../src/api/status";

describe("google.rpc.Status", () => {
  it("reads back what it writes, for every code", () => {
    for (const code of codeNames) {
      const status = { code, message: "m", details: [{ kind: "RetryInfo", retryDelay: "2s" }] } as const;
      assert.deepEqual(parseStatus(JSON.parse(JSON.stringify(formatStatus(status)))), status);
    }
  });

  it("knows that a failed precondition travels as 400 and an abort as 409", () => {
    assert.equal(httpStatusOf("FAILED_PRECONDITION"), 400);
    assert.equal(httpStatusOf("ABORTED"), 409);
    assert.equal(httpStatusOf("ALREADY_EXISTS"), 409);
  });

  it("takes nothing for a status whose code is not from 1 to 16 (row 35)", () => {
    for (const code of [0, 17, -1, "5", 5.5, 1e20, null, undefined]) {
      assert.equal(parseStatus({ code, message: "x" }), undefined, String(code));
    }
    for (const body of [null, "x", [], 5]) assert.equal(parseStatus(body), undefined);
  });

  it("reads a status without details, and leaves unknown details out", () => {
    assert.deepEqual(parseStatus({ code: 5, message: "Not Found" }), {
      code: "NOT_FOUND",
      message: "Not Found",
      details: [],
    });
    assert.deepEqual(
      parseStatus({ code: 5, details: [{ "@type": "type.googleapis.com/google.rpc.Help" }, 7] })?.details,
      [],
    );
  });

  it("finds a detail by its kind", () => {
    const status = parseStatus({
      code: 9,
      message: "m",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
          violations: [{ type: "RESOURCE_NOT_EMPTY", description: "has repos" }],
        },
      ],
    });
    assert.deepEqual(status && findDetail(status, "PreconditionFailure")?.violations, [
      { type: "RESOURCE_NOT_EMPTY", subject: "", description: "has repos" },
    ]);
  });
});
