import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/client/api/credentials/token";
import { logged } from "../../../../src/client/api/layers/logged";
import { remember } from "../../../../src/client/api/secret";
import { AttemptError, type Transport } from "../../../../src/client/api/transport";
import { path, segment } from "../../../../src/description/wire/path";
import { type Scripted, scripted, scriptedClient } from "../../../support/scripted";

const CANARY = "canary-of-the-log";
/** A secret that a path holds in another spelling. */
const ODD = "canary/of the%log";
remember(ODD);
const target = path`/iam/v2/groups/${"org/a"}`;

/** What a log has after some calls of a client whose server gives these answers, of 7 ms each. */
async function linesOf(
  answers: readonly Scripted[],
  call: (client: ReturnType<typeof scriptedClient>["client"]) => Promise<unknown>,
) {
  const lines: string[] = [];
  let now = 0;
  const server = scripted(answers);
  const slow: Transport = (request) => {
    now += 7;
    return server.transport(request);
  };
  const log = logged(
    slow,
    (line) => lines.push(line),
    () => now,
  );
  const { client } = scriptedClient([], { transport: log, tokens: fixedToken(CANARY, "T") });
  await call(client).catch(() => undefined);
  return lines;
}

describe("the log of requests", () => {
  it("has one line for each attempt: method, path, status, time, and the server's request id (row 71)", async () => {
    const lines = await linesOf(
      [
        { status: 503, json: { code: 14, message: "down" } },
        new AttemptError("the connection broke (ECONNRESET)", false),
        { json: { uid: "a" }, headers: { "x-request-id": "1f-0.a:b_c" } },
      ],
      (client) => client.get(target),
    );
    assert.deepEqual(lines, [
      "platform: GET /iam/v2/groups/org/a: HTTP 503 (7 ms)",
      "platform: GET /iam/v2/groups/org/a: the connection broke (ECONNRESET) (7 ms)",
      "platform: GET /iam/v2/groups/org/a: HTTP 200, request 1f-0.a:b_c (7 ms)",
    ]);
  });

  it("contains no query, header or body, nor a secret in a path, however it is encoded (rows 71, 115)", async () => {
    const answer = { json: { uid: CANARY }, headers: { "x-request-id": CANARY, "set-cookie": CANARY } };
    for (const [line, call] of [
      ["PATCH /iam/v2/groups/org/a", (client) => client.update(target, { name: CANARY }, [CANARY])],
      ["POST /iam/v2/groups/org/a", (client) => client.create(target, { clientSecret: CANARY })],
      ["GET /iam/v2/groups/org/a", (client) => client.get(target, [["filter", CANARY]])],
      ["GET /v2/[redacted]", (client) => client.get(path`/v2/${segment(CANARY)}`)],
      ["GET /v2/[redacted]", (client) => client.get(path`/v2/${segment(ODD)}`)],
    ] as const satisfies [string, Parameters<typeof linesOf>[1]][]) {
      assert.deepEqual(await linesOf([answer], call), [`platform: ${line}: HTTP 200, request [redacted] (7 ms)`]);
    }
  });

  it("leaves out a malformed request id (row 71)", async () => {
    for (const id of ["", "two words", "a\nb", "x".repeat(65), '"']) {
      const answer = { json: {}, headers: { "x-request-id": id } };
      assert.deepEqual(await linesOf([answer], (client) => client.delete(target)), [
        "platform: DELETE /iam/v2/groups/org/a: HTTP 200 (7 ms)",
      ]);
    }
  });
});
