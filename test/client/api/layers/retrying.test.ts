import assert from "node:assert/strict";
import type { Client, ClientOptions } from "../../../../src/client/api/client";
import { isAmbiguous } from "../../../../src/client/api/errors";
import type { TokenSource } from "../../../../src/client/api/layers/authorized";
import { Secret } from "../../../../src/client/api/secret";
import { AttemptError } from "../../../../src/client/api/transport";
import { path } from "../../../../src/description/wire/path";
import { type Code, formatStatus, httpStatusOf } from "../../../../src/description/wire/status";
import { type Scripted, scriptedClient } from "../../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;

/**
 * What a client does about a fault.
 * - `retry`: sends five times in all, and ends well when the fault goes away.
 * - `wait`: sends until the operation's time is over, and ends well when the fault goes away.
 * - `once more`: sends twice in all.
 * - `fail`: sends once; nothing has happened.
 * - `look`: sends once; it may have happened, so a create must look.
 */
type Verdict = "retry" | "wait" | "once more" | "fail" | "look";

const requests: Readonly<Record<Verdict, number>> = { retry: 5, wait: 28, "once more": 2, fail: 1, look: 1 };

const methods: readonly (readonly [name: string, call: (client: Client) => Promise<unknown>])[] = [
  ["GET", (client) => client.get(target)],
  ["PATCH", (client) => client.update(target, { name: "x" }, ["name"])],
  ["DELETE", (client) => client.delete(target)],
  ["POST", (client) => client.create(target, { name: "x" })],
];

/** A token of which there is always another. */
const tokens: TokenSource = {
  current: async () => new Secret("old-token"),
  renew: async () => new Secret("new-token"),
};

/** Plays a fault to each method, for ever and once, and compares how often it was sent and how it ended. */
async function expectVerdicts(
  fault: Scripted,
  error: string,
  verdicts: readonly [get: Verdict, patch: Verdict, del: Verdict, post: Verdict],
  options: Partial<ClientOptions> = {},
): Promise<void> {
  for (const [i, [name, call]] of methods.entries()) {
    const verdict = verdicts[i] ?? "fail";
    const lasting = scriptedClient(Array(50).fill(fault), options);
    const thrown = await call(lasting.client).catch((cause: unknown) => cause);
    assert.deepEqual(
      {
        name,
        error: thrown instanceof Error && thrown.name,
        sent: lasting.requests.length,
        isAmbiguous: isAmbiguous(thrown),
      },
      { name, error, sent: requests[verdict], isAmbiguous: verdict === "look" },
    );
    const passing = scriptedClient([fault, { json: { uid: "org/team" } }], options);
    const result = await call(passing.client).catch((cause: unknown) => cause);
    const endsWell = verdict === "retry" || verdict === "wait" || verdict === "once more";
    assert.equal(passing.requests.length, endsWell ? 2 : 1, name);
    // A delete returns whether the platform's gateway reports it, and this reply lacks its header.
    if (endsWell) assert.deepEqual(result, name === "DELETE" ? false : { uid: "org/team" }, name);
  }
}

const all = (verdict: Verdict) => [verdict, verdict, verdict, verdict] as const;
const unlessCreate = ["retry", "retry", "retry", "look"] as const;
const broken = ["once more", "fail", "fail", "look"] as const;

describe("a failed request (row 29)", () => {
  const ends: [why: string, fault: Scripted, error: string, verdicts: Parameters<typeof expectVerdicts>[2]][] = [
    ["no connection", new AttemptError("refused", true), "TransportError", all("retry")],
    ["a bad certificate", new AttemptError("not trusted", true, { permanent: true }), "TransportError", all("fail")],
    ["a reset or a timeout", new AttemptError("reset", false), "TransportError", unlessCreate],
    ["a success that is a page", { text: "<html>" }, "ProtocolError", unlessCreate],
    ["a success that is cut off", { text: '{"uid":"org/' }, "ProtocolError", unlessCreate],
    ["a success without an object", { text: "[]" }, "ProtocolError", unlessCreate],
  ];
  for (const [why, fault, error, verdicts] of ends)
    it(`is handled as in the matrix after ${why}`, () => expectVerdicts(fault, error, verdicts));

  const codes: Readonly<Record<Code, readonly [error: string, verdicts: Parameters<typeof expectVerdicts>[2]]>> = {
    CANCELLED: ["ApiError", unlessCreate],
    UNKNOWN: ["ApiError", broken],
    INVALID_ARGUMENT: ["InvalidArgumentError", all("fail")],
    DEADLINE_EXCEEDED: ["ApiError", unlessCreate],
    NOT_FOUND: ["NotFoundError", all("fail")],
    ALREADY_EXISTS: ["AlreadyExistsError", all("fail")],
    PERMISSION_DENIED: ["PermissionDeniedError", all("fail")],
    RESOURCE_EXHAUSTED: ["RateLimitError", all("wait")],
    FAILED_PRECONDITION: ["PreconditionError", all("fail")],
    ABORTED: ["ApiError", unlessCreate],
    OUT_OF_RANGE: ["ApiError", all("fail")],
    UNIMPLEMENTED: ["ApiError", all("fail")],
    INTERNAL: ["ApiError", broken],
    UNAVAILABLE: ["UnavailableError", unlessCreate],
    DATA_LOSS: ["ApiError", broken],
    UNAUTHENTICATED: ["UnauthenticatedError", all("once more")],
  };
  for (const [name, [error, verdicts]] of Object.entries(codes)) {
    const code = name as Code; // The keys of the record above.
    const fault = { status: httpStatusOf(code), json: formatStatus({ code, message: "no", details: [] }) };
    const report = code === "ABORTED" ? " (report: a 409 of a concurrent change fails the run)" : "";
    it(`is handled as in the matrix after ${code}${report}`, () => expectVerdicts(fault, error, verdicts, { tokens }));
  }

  const statuses: readonly (readonly [http: number, verdicts: Parameters<typeof expectVerdicts>[2]])[] = [
    [301, all("fail")],
    [400, all("fail")],
    [401, all("once more")],
    [403, all("fail")],
    [404, all("fail")],
    [408, unlessCreate],
    [409, all("fail")],
    [410, all("fail")],
    [413, all("fail")],
    [429, all("wait")],
    [500, broken],
    [501, all("fail")],
    [502, unlessCreate],
    [503, unlessCreate],
    [504, unlessCreate],
  ];
  for (const [status, verdicts] of statuses) {
    it(`is handled as in the matrix after HTTP ${status} without a body`, () =>
      expectVerdicts({ status, text: "" }, "ProtocolError", verdicts, { tokens }));
  }

  it("is repeated when a server says that it will be back, but a create searches first (row 104)", async () => {
    const untilThen = ["wait", "wait", "wait", "look"] as const;
    const back = { headers: { "retry-after": "1" } };
    const status = { status: 503, json: formatStatus({ code: "UNAVAILABLE", message: "no", details: [] }), ...back };
    await expectVerdicts(status, "UnavailableError", untilThen);
    await expectVerdicts({ status: 503, text: "", ...back }, "ProtocolError", untilThen);
    await expectVerdicts({ status: 504, text: "", ...back }, "ProtocolError", unlessCreate);
    await expectVerdicts({ status: 500, text: "", ...back }, "ProtocolError", broken);
    for (const past of ["0", "soon"])
      await expectVerdicts({ status: 503, text: "", headers: { "retry-after": past } }, "ProtocolError", unlessCreate);
  });

  it("is not repeated with a refused token when there is no other", async () => {
    const none: TokenSource = { current: tokens.current, renew: async () => undefined };
    await expectVerdicts({ status: 401, text: "" }, "ProtocolError", all("fail"), { tokens: none });
    await expectVerdicts({ status: 401, text: "" }, "ProtocolError", all("fail"));
  });
});

describe("the code in the body of an answer", () => {
  it("takes precedence over the HTTP status (row 34)", async () => {
    const body = (code: number) => ({ code, message: "no" });
    await expectVerdicts({ status: 503, text: "<html>busy</html>" }, "ProtocolError", unlessCreate);
    await expectVerdicts({ status: 500, json: body(14) }, "UnavailableError", unlessCreate);
    await expectVerdicts({ status: 503, json: body(9) }, "PreconditionError", all("fail"));
    await expectVerdicts({ status: 429, json: body(3) }, "InvalidArgumentError", all("fail"));
    await expectVerdicts({ status: 401, json: body(9) }, "PreconditionError", all("fail"), { tokens });
    await expectVerdicts({ status: 400, json: body(16) }, "UnauthenticatedError", all("once more"), { tokens });
    await expectVerdicts({ status: 404, json: body(8) }, "RateLimitError", all("wait"));
  });

  it("is ignored unless it is a whole number from 1 to 16 (row 35)", async () => {
    for (const code of ["0", "17", "-1", '"5"', "5.5", "1e20", "null", "[5]", "true"]) {
      const text = `{"code":${code},"message":"no"}`;
      await expectVerdicts({ status: 503, text }, "ProtocolError", unlessCreate);
      await expectVerdicts({ status: 404, text }, "ProtocolError", all("fail"));
    }
  });
});
