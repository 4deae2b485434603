import assert from "node:assert/strict";
import {
  type Attempted,
  decide,
  MAX_ATTEMPTS,
  type Outcome,
  waitOf,
} from "../../../../src/client/api/layers/retry-matrix";
import type { Effect } from "../../../../src/description/wire/api-request";
import type { Code } from "../../../../src/description/wire/status";

type Verdict = "retry" | "stop" | "ambiguous";

function verdict(method: string, effect: Effect, outcome: Outcome, attempt = 1): Verdict {
  const decision = decide({ method, effect }, attempt, outcome);
  if (decision.kind === "retry") return "retry";
  return decision.ambiguous ? "ambiguous" : "stop";
}

function waitAfter(outcome: Outcome, attempt: number, random: number): number {
  const request: Attempted = { method: "GET", effect: "idempotent" };
  const decision = decide(request, attempt, outcome);
  return decision.kind === "retry" ? waitOf(decision, () => random) : assert.fail("it is to be tried again");
}

const answered = (code: Code | undefined, http = 0): Outcome => ({ kind: "answered", code, http });

describe("the retry matrix (row 29)", () => {
  // Outcome, then what follows for GET, PATCH or DELETE, and for a POST that creates.
  const rows: [string, Outcome, Verdict, Verdict, Verdict][] = [
    ["connection refused", { kind: "unsent", permanent: false }, "retry", "retry", "retry"],
    ["bad certificate", { kind: "unsent", permanent: true }, "stop", "stop", "stop"],
    ["lost answer", { kind: "lost" }, "retry", "retry", "ambiguous"],
    ["UNAVAILABLE", answered("UNAVAILABLE"), "retry", "retry", "ambiguous"],
    ["502 of a proxy", answered(undefined, 502), "retry", "retry", "ambiguous"],
    ["504 of a proxy", answered(undefined, 504), "retry", "retry", "ambiguous"],
    ["DEADLINE_EXCEEDED", answered("DEADLINE_EXCEEDED"), "retry", "retry", "ambiguous"],
    ["RESOURCE_EXHAUSTED", answered("RESOURCE_EXHAUSTED"), "retry", "retry", "retry"],
    ["429 of a proxy", answered(undefined, 429), "retry", "retry", "retry"],
    ["ABORTED", answered("ABORTED"), "retry", "retry", "ambiguous"],
    ["INTERNAL", answered("INTERNAL"), "retry", "stop", "ambiguous"],
    ["UNKNOWN", answered("UNKNOWN"), "retry", "stop", "ambiguous"],
    ["500 of a proxy", answered(undefined, 500), "retry", "stop", "ambiguous"],
    ["INVALID_ARGUMENT", answered("INVALID_ARGUMENT"), "stop", "stop", "stop"],
    ["NOT_FOUND", answered("NOT_FOUND"), "stop", "stop", "stop"],
    ["ALREADY_EXISTS", answered("ALREADY_EXISTS"), "stop", "stop", "stop"],
    ["FAILED_PRECONDITION", answered("FAILED_PRECONDITION"), "stop", "stop", "stop"],
    ["PERMISSION_DENIED", answered("PERMISSION_DENIED"), "stop", "stop", "stop"],
    ["UNAUTHENTICATED", answered("UNAUTHENTICATED"), "stop", "stop", "stop"],
    ["OUT_OF_RANGE", answered("OUT_OF_RANGE"), "stop", "stop", "stop"],
    ["UNIMPLEMENTED", answered("UNIMPLEMENTED"), "stop", "stop", "stop"],
    ["404 of a proxy", answered(undefined, 404), "stop", "stop", "stop"],
    ["301", answered(undefined, 301), "stop", "stop", "stop"],
    // The body's code decides, whatever the HTTP status says.
    ["503 with FAILED_PRECONDITION", answered("FAILED_PRECONDITION", 503), "stop", "stop", "stop"],
    ["500 with UNAVAILABLE", answered("UNAVAILABLE", 500), "retry", "retry", "ambiguous"],
  ];
  for (const [name, outcome, read, write, create] of rows) {
    it(`says after ${name}: ${read} for a read, ${write} for a write, ${create} for a create`, () => {
      assert.equal(verdict("GET", "idempotent", outcome), read);
      assert.equal(verdict("PATCH", "idempotent", outcome), write);
      assert.equal(verdict("DELETE", "idempotent", outcome), write);
      assert.equal(verdict("POST", "create", outcome), create);
    });
  }

  it("allows two attempts for a read of a broken server, and five for anything else", () => {
    assert.equal(verdict("GET", "idempotent", answered("INTERNAL"), 2), "stop");
    assert.equal(verdict("GET", "idempotent", { kind: "lost" }, MAX_ATTEMPTS - 1), "retry");
    assert.equal(verdict("GET", "idempotent", { kind: "lost" }, MAX_ATTEMPTS), "stop");
  });

  it("allows any number of attempts while the platform limits the rate (row 104)", () => {
    for (const effect of ["idempotent", "create"] as const) {
      assert.equal(verdict("POST", effect, answered("RESOURCE_EXHAUSTED"), 1_000_000), "retry");
      assert.equal(verdict("POST", effect, { kind: "unsent", permanent: false }, MAX_ATTEMPTS), "stop");
    }
  });

  it("waits for a random time up to a bound that doubles to ten seconds (row 31)", () => {
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const bound = Math.min(10_000, 200 * 2 ** attempt);
      assert.equal(waitAfter({ kind: "lost" }, attempt, 0), 0);
      assert.equal(waitAfter({ kind: "lost" }, attempt, 0.5), bound / 2);
    }
  });

  it("waits at least as long as the server asks", () => {
    const outcome: Outcome = { kind: "answered", code: "RESOURCE_EXHAUSTED", http: 429, retryAfterMs: 7_000 };
    assert.equal(waitAfter(outcome, 1, 0.5), 7_000);
  });
});
