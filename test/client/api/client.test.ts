import assert from "node:assert/strict";
import {
  InvalidArgumentError,
  isAmbiguous,
  NotFoundError,
  PreconditionError,
  ProtocolError,
  TransportError,
} from "../../../src/client/api/errors";
import { RetryBudget } from "../../../src/client/api/layers/retrying";
import { AttemptError } from "../../../src/client/api/transport";
import { path } from "../../../src/description/wire/path";
import { formatStatus, type Status } from "../../../src/description/wire/status";
import { scriptedClient } from "../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;
const refusal = (status: Status, http: number, headers?: Record<string, string>) => ({
  status: http,
  json: formatStatus(status),
  ...(headers === undefined ? {} : { headers }),
});
const unavailable = refusal({ code: "UNAVAILABLE", message: "down", details: [] }, 503);
const maskRefusal = refusal(
  {
    code: "INVALID_ARGUMENT",
    message: 'Invalid argument: update_mask: unknown field path "claimMatch"',
    details: [{ kind: "BadRequest", fieldViolations: [{ field: "update_mask", description: "unknown" }] }],
  },
  400,
);

describe("the client", () => {
  it("retries a read while the server is unavailable, and reports the number of attempts", async () => {
    const good = scriptedClient([unavailable, unavailable, { json: { uid: "org/team" } }]);
    assert.deepEqual(await good.client.get(target), { uid: "org/team" });
    assert.deepEqual(good.waits, [200, 400]);
    const bad = scriptedClient(Array(5).fill(unavailable));
    await assert.rejects(bad.client.get(target), {
      name: "UnavailableError",
      message: '[UNAVAILABLE] GET /iam/v2/groups/org/team: "down" (after 5 attempts)',
    });
    const broken = refusal({ code: "INTERNAL", message: "", details: [] }, 500);
    await assert.rejects(scriptedClient([broken, broken]).client.get(target), {
      message: "[INTERNAL] GET /iam/v2/groups/org/team: the platform gave no message (after 2 attempts)",
    });
  });

  it("sends a create once when its response is lost, and reports it as ambiguous", async () => {
    for (const answer of [new AttemptError("reset", false), { text: "<html>" }, { text: '{"uid":"or' }, unavailable]) {
      const { client, left } = scriptedClient([answer]);
      await assert.rejects(client.create(target, { name: "x" }), (error) => isAmbiguous(error) && left.length === 0);
    }
  });

  it("sends a create again if no byte of it was written", async () => {
    const { client } = scriptedClient([new AttemptError("refused", true), { json: { uid: "a" } }]);
    assert.deepEqual(await client.create(target, {}), { uid: "a" });
  });

  it("waits as long as RetryInfo says", async () => {
    const info = { kind: "RetryInfo", retryDelay: "2s" } as const;
    const { client, waits } = scriptedClient([
      refusal({ code: "RESOURCE_EXHAUSTED", message: "", details: [info] }, 429),
      {},
    ]);
    await client.get(target);
    assert.deepEqual(waits, [2_000]);
  });

  it("stops retrying when the run's retry budget is spent", async () => {
    const budget = new RetryBudget(5);
    const { client, requests } = scriptedClient([unavailable, unavailable], { budget });
    await assert.rejects(client.get(target), /too many retries in this run/);
    assert.equal(requests.length, 2);
  });

  it("distinguishes a missing resource from an unknown path", async () => {
    const info = { kind: "ResourceInfo", resourceType: "t", resourceName: "n", description: "d" } as const;
    const missing = scriptedClient([refusal({ code: "NOT_FOUND", message: "gone", details: [info] }, 404)]);
    await assert.rejects(
      missing.client.get(target),
      (error) =>
        error instanceof NotFoundError && error.resource !== undefined && !error.message.includes("the base URL"),
    );
    const unknown = scriptedClient([{ status: 404, json: { code: 5, message: "Not Found" } }]);
    await assert.rejects(
      unknown.client.get(target),
      (error) =>
        error instanceof NotFoundError &&
        error.resource === undefined &&
        error.message ===
          '[NOT_FOUND] GET /iam/v2/groups/org/team: "Not Found". The platform does not know this path. Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)',
    );
  });

  it("recognizes a proxy's page, a redirect and a login page", async () => {
    for (const answer of [
      { status: 404, text: "<html>not found</html>" },
      { status: 404, text: "" },
      { status: 404, json: {} },
      { status: 301, headers: { location: "https://login.example.com" } },
      { status: 410, text: "gone" },
      { status: 403, text: "<html>" },
    ]) {
      const { client } = scriptedClient([answer]);
      await assert.rejects(client.get(target), ProtocolError, JSON.stringify(answer));
    }
  });

  it("keeps the violations of a failed precondition and of a bad request", async () => {
    const violations = [{ type: "RESOURCE_NOT_EMPTY", subject: "", description: "has repos" }];
    const blocked = scriptedClient([
      refusal(
        { code: "FAILED_PRECONDITION", message: "no", details: [{ kind: "PreconditionFailure", violations }] },
        400,
      ),
    ]);
    await assert.rejects(
      blocked.client.delete(target),
      (error) => error instanceof PreconditionError && error.violations[0]?.type === "RESOURCE_NOT_EMPTY",
    );
    const invalid = scriptedClient([maskRefusal]);
    await assert.rejects(
      invalid.client.get(target),
      (error) => error instanceof InvalidArgumentError && error.violations[0]?.field === "update_mask",
    );
  });

  it("accepts an empty answer to a delete, and an object, and says whether the platform's gateway sent it (row 101)", async () => {
    const headers = { "grpc-metadata-content-type": "application/grpc" };
    const { client } = scriptedClient([
      { text: "" },
      { json: {} },
      { json: {}, headers: { "content-type": "application/grpc" } },
      { text: "", headers },
      { json: {}, headers },
    ]);
    const answers: boolean[] = [];
    for (let n = 0; n < 5; n++) answers.push(await client.delete(target));
    assert.deepEqual(answers, [false, false, false, true, true]);
  });

  it("does not report a refused connection as ambiguous", async () => {
    const { client } = scriptedClient(Array(5).fill(new AttemptError("refused", true)));
    await assert.rejects(client.create(target, {}), (error) => error instanceof TransportError && !error.ambiguous);
  });
});

describe("a request to the platform", () => {
  it("has a JSON content type when it has a body, and may take half a minute", async () => {
    const { client, requests } = scriptedClient([{}, {}]);
    await client.create(target, { name: "team" });
    await client.get(target);
    assert.deepEqual(
      requests.map(({ headers, timeoutMs }) => [headers?.["content-type"], timeoutMs]),
      [
        ["application/json", 30_000],
        [undefined, 30_000],
      ],
    );
  });

  it("is not sent after its deadline, even if the wait took longer than planned", async () => {
    let now = 0;
    const oversleep = async () => {
      now += 500_000;
    };
    const { client, requests } = scriptedClient([unavailable], { clock: () => now, sleep: oversleep });
    await assert.rejects(client.get(target), {
      name: "UnavailableError",
      message: /"down" \(the next attempt would exceed the time limit: an operation may take 120 s/,
    });
    assert.equal(requests.length, 1);
  });
});

describe("a body above the server's limit", () => {
  it("is not sent again", async () => {
    const message = "grpc: received message larger than max (5000000 vs. 4194304)";
    const tooLarge = refusal({ code: "RESOURCE_EXHAUSTED", message, details: [] }, 429);
    const { client, requests } = scriptedClient(Array(5).fill(tooLarge));
    await client
      .update(path`/registry/v2/repos/${"org/r"}`, { content: "x".repeat(5_000_000) }, ["content"])
      .catch(() => {});
    assert.ok(requests.length <= 1, `${requests.length} requests`);
  });
});
