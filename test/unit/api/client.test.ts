import assert from "node:assert/strict";
import { fixedToken, type TokenSource } from "../../../src/api/credentials";
import {
  InvalidArgumentError,
  isAmbiguous,
  NotFoundError,
  PreconditionError,
  ProtocolError,
  TransportError,
} from "../../../src/api/errors";
import { literal, path } from "../../../src/api/path";
import { RetryBudget } from "../../../src/api/retry";
import { Secret } from "../../../src/api/secret";
import { formatStatus, type Status } from "../../../src/api/status";
import { AttemptError } from "../../../src/api/transport";
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
  it("retries a read while the server is unavailable, and says after how many attempts it gave up", async () => {
    const good = scriptedClient([unavailable, unavailable, { json: { uid: "org/team" } }]);
    assert.deepEqual(await good.client.get(target), { uid: "org/team" });
    assert.deepEqual(good.waits, [200, 400]);
    const bad = scriptedClient(Array(5).fill(unavailable));
    await assert.rejects(bad.client.get(target), {
      name: "UnavailableError",
      message: "[UNAVAILABLE] GET /iam/v2/groups/org/team: down (after 5 attempts)",
    });
  });

  it("sends a create once when its answer is lost, and calls that ambiguous", async () => {
    for (const answer of [
      new AttemptError("reset", false, false),
      { text: "<html>" },
      { text: '{"uid":"or' },
      unavailable,
    ]) {
      const { client, left } = scriptedClient([answer]);
      await assert.rejects(client.create(target, { name: "x" }), (error) => isAmbiguous(error) && left.length === 0);
    }
  });

  it("sends a create again when nothing of it was written", async () => {
    const { client } = scriptedClient([new AttemptError("refused", true, false), { json: { uid: "a" } }]);
    assert.deepEqual(await client.create(target, {}), { uid: "a" });
  });

  it("does not wait longer than an operation may take, and says so", async () => {
    const busy = refusal({ code: "RESOURCE_EXHAUSTED", message: "slow down", details: [] }, 429, {
      "retry-after": "1000000",
    });
    const { client, waits } = scriptedClient([busy]);
    await assert.rejects(client.get(target), /slow down \(the next try would come too late\)/);
    assert.deepEqual(waits, []);
  });

  it("waits as long as RetryInfo asks", async () => {
    const info = { kind: "RetryInfo", retryDelay: "2s" } as const;
    const { client, waits } = scriptedClient([
      refusal({ code: "RESOURCE_EXHAUSTED", message: "", details: [info] }, 429),
      {},
    ]);
    await client.get(target);
    assert.deepEqual(waits, [2_000]);
  });

  it("stops retrying when the run's budget is spent", async () => {
    const budget = new RetryBudget(5);
    const { client, requests } = scriptedClient([unavailable, unavailable], { budget });
    await assert.rejects(client.get(target), /too many retries in this run/);
    assert.equal(requests.length, 2);
  });

  it("tells a missing resource from an unknown path", async () => {
    const info = { kind: "ResourceInfo", resourceType: "t", resourceName: "n", description: "d" } as const;
    const missing = scriptedClient([refusal({ code: "NOT_FOUND", message: "gone", details: [info] }, 404)]);
    await assert.rejects(
      missing.client.get(target),
      (error) => error instanceof NotFoundError && error.resource !== undefined,
    );
    const unknown = scriptedClient([{ status: 404, json: { code: 5, message: "Not Found" } }]);
    await assert.rejects(
      unknown.client.get(target),
      (error) => error instanceof NotFoundError && error.resource === undefined,
    );
  });

  it("takes a proxy's page, a redirect and a login page for what they are", async () => {
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

  it("accepts an empty answer to a delete, and an object", async () => {
    const { client } = scriptedClient([{ text: "" }, { json: {} }]);
    assert.deepEqual(await client.delete(target), {});
    assert.deepEqual(await client.delete(target), {});
  });

  it("drops keys that would reach into a prototype", async () => {
    const { client } = scriptedClient([{ text: '{"__proto__":{"polluted":1},"constructor":{"x":1},"uid":"a"}' }]);
    const answer = await client.get(target);
    assert.deepEqual(Object.keys(answer), ["constructor", "uid"]);
    assert.equal(Object.getPrototypeOf(answer), Object.prototype);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it("does not call a refused connection ambiguous", async () => {
    const { client } = scriptedClient(Array(5).fill(new AttemptError("refused", true, false)));
    await assert.rejects(client.create(target, {}), (error) => error instanceof TransportError && !error.ambiguous);
  });
});

describe("the spelling of masks", () => {
  const masks = (requests: readonly { query?: readonly (readonly [string, string])[] }[]) =>
    requests.map(({ query }) => query?.[0]?.[1]);

  it("is the spec's first, and the proto's from then on where the server wants that", async () => {
    const { client, requests } = scriptedClient([maskRefusal, {}, {}]);
    await client.update(target, {}, ["claimMatch.subject", "name"]);
    await client.update(target, {}, ["roleUid"]);
    assert.deepEqual(masks(requests), ["claimMatch.subject,name", "claim_match.subject,name", "role_uid"]);
  });

  it("stays the spec's where the server accepts it", async () => {
    const { client, requests } = scriptedClient([{}, {}]);
    await client.update(target, {}, ["roleUid"]);
    await client.update(target, {}, ["catalogTier"]);
    assert.deepEqual(masks(requests), ["roleUid", "catalogTier"]);
  });

  it("is found out once by concurrent updates", async () => {
    const { client, requests } = scriptedClient([maskRefusal, {}, {}, {}]);
    await Promise.all([1, 2, 3].map(() => client.update(target, {}, ["roleUid"])));
    assert.deepEqual(masks(requests), ["roleUid", "role_uid", "role_uid", "role_uid"]);
  });

  it("is not asked about for one-word names, nor learnt from another error", async () => {
    const other = refusal({ code: "INVALID_ARGUMENT", message: "Invalid argument: name: bad", details: [] }, 400);
    const { client, requests } = scriptedClient([other, {}, {}]);
    await assert.rejects(client.update(target, {}, ["roleUid"]), InvalidArgumentError);
    await client.update(target, {}, ["name"]);
    await client.update(target, {}, ["roleUid"]);
    assert.deepEqual(masks(requests), ["roleUid", "name", "roleUid"]);
  });
});

describe("the token", () => {
  const expired = refusal({ code: "UNAUTHENTICATED", message: "token expired", details: [] }, 401);

  it("is sent as a bearer token", async () => {
    const { client, requests } = scriptedClient([{}], { tokens: fixedToken("tok-123456", "T") });
    await client.get(target);
    assert.equal(requests[0]?.headers?.authorization, "Bearer tok-123456");
  });

  it("is renewed once after a 401, also for a create", async () => {
    const renewals: string[] = [];
    const tokens: TokenSource = {
      current: async () => new Secret("old-token"),
      renew: async (refused) => {
        renewals.push(refused.reveal());
        return new Secret("new-token");
      },
    };
    const { client, requests } = scriptedClient([expired, { json: { uid: "a" } }], { tokens });
    await client.create(target, {});
    assert.deepEqual(renewals, ["old-token"]);
    assert.equal(requests[1]?.headers?.authorization, "Bearer new-token");
    const again = scriptedClient([expired, expired], { tokens });
    await assert.rejects(again.client.get(target), /PLATFORM_TOKEN/);
  });

  it("never stands in an error that echoes it", async () => {
    const echo = refusal({ code: "INVALID_ARGUMENT", message: "bad header: Bearer tok-secret-1", details: [] }, 400);
    const { client } = scriptedClient([echo], { tokens: fixedToken("tok-secret-1", "T") });
    await assert.rejects(client.get(literal("/x")), (error: Error) => !error.message.includes("tok-secret-1"));
  });

  it("is refused, unshown, when it cannot be one", () => {
    for (const text of ["", "  ", "a\nb", "a b", "tök", "x".repeat(20_000)]) {
      assert.throws(
        () => fixedToken(text, "PLATFORM_TOKEN"),
        (error: Error) =>
          error.name === "ConfigurationError" &&
          /^PLATFORM_TOKEN: /.test(error.message) &&
          (text.trim().length < 3 || !error.message.includes(text)),
      );
    }
  });
});
