import assert from "node:assert/strict";
import { RetryBudget } from "../../../src/api/layers/retrying";
import { path } from "../../../src/api/path";
import { remember, Secret, scrub } from "../../../src/api/secret";
import { type BadRequest, formatStatus } from "../../../src/api/status";
import { scriptedClient } from "../../support/scripted";

const group = path`/iam/v2/groups/${"org/a"}`;
const refusal = (code: "INTERNAL" | "NOT_FOUND" | "UNAVAILABLE", message = "no") => ({
  status: { INTERNAL: 500, NOT_FOUND: 404, UNAVAILABLE: 503 }[code],
  json: formatStatus({ code, message, details: [] }),
});

describe("what a failed call says", () => {
  it("tells how often it was tried, when more than once", async () => {
    const twice = scriptedClient([refusal("INTERNAL"), refusal("INTERNAL")]);
    await assert.rejects(twice.client.get(group), { message: /: "no" \(after 2 attempts\)$/ });
    const once = scriptedClient([refusal("INTERNAL")]);
    await assert.rejects(once.client.delete(group), { message: /: "no"$/ });
  });

  it("tells why it was not tried again", async () => {
    const script = [refusal("UNAVAILABLE"), refusal("UNAVAILABLE")];
    const { client } = scriptedClient(script, { budget: new RetryBudget(5) });
    await assert.rejects(client.get(group), { message: /: "no" \(after 2 attempts; too many retries in this run\)$/ });
  });

  it("says so when the server gave no message", async () => {
    const { client } = scriptedClient([refusal("INTERNAL", "")]);
    await assert.rejects(client.delete(group), {
      message: "[INTERNAL] DELETE /iam/v2/groups/org/a: the server gave no message",
    });
  });

  it("points at the base URL when the platform does not know the path", async () => {
    const { client } = scriptedClient([refusal("NOT_FOUND")]);
    await assert.rejects(client.get(group), {
      message: /: "no"\. The platform does not know this path: check the base URL/,
    });
  });
});

describe("what stands between us and the platform", () => {
  it("is told from a redirect, whatever it answers", async () => {
    for (const [status, message] of [
      [399, /: redirected \(HTTP 399\), which is never followed/],
      [400, /: HTTP 400, and not in the platform's form/],
    ] as const) {
      const { client } = scriptedClient([{ status, text: "no" }]);
      await assert.rejects(client.get(group), { name: "ProtocolError", message });
    }
  });

  it("may say twice when to come back: the first time counts", async () => {
    const headers = { "retry-after": ["7", "9"] as unknown as string }; // As undici tells of a header that comes twice.
    const { client, waits } = scriptedClient([{ ...refusal("UNAVAILABLE"), headers }, {}]);
    await client.get(group);
    assert.deepEqual(waits, [7_000]);
  });
});

describe("a request to the platform", () => {
  it("says that it is JSON when it has a body, and may take half a minute", async () => {
    const { client, requests } = scriptedClient([{}, {}]);
    await client.create(group, { name: "team" });
    await client.get(group);
    assert.deepEqual(
      requests.map(({ headers, timeoutMs }) => [headers?.["content-type"], timeoutMs]),
      [
        ["application/json", 30_000],
        [undefined, 30_000],
      ],
    );
  });

  it("is not sent once its time is up, though the wait was longer than asked for", async () => {
    let now = 0;
    const oversleep = async () => {
      now += 500_000;
    };
    const { client, requests } = scriptedClient([refusal("UNAVAILABLE")], { clock: () => now, sleep: oversleep });
    await assert.rejects(client.get(group), { name: "TransportError", message: /not sent/ });
    assert.equal(requests.length, 1);
  });

  it("shows no secret of six characters or more; shorter ones would black out words", () => {
    for (const secret of ["abc-12", "xyz-7"]) remember(secret);
    assert.equal(scrub("abc-12 xyz-7"), "[redacted] xyz-7");
  });
});

describe("an update", () => {
  it("names its mask in the query, and looks again for the spelling when the first look came to nothing", async () => {
    const { client, requests } = scriptedClient([refusal("NOT_FOUND"), {}]);
    await assert.rejects(client.update(group, {}, ["roleUid"]));
    await client.update(group, {}, ["roleUid"]);
    assert.deepEqual(
      requests.map(({ query }) => query),
      [[["updateMask", "roleUid"]], [["updateMask", "roleUid"]]],
    );
  });
});

describe("a server that does not know the spelling of a mask", () => {
  const ways: readonly (readonly [how: string, message: string, fieldViolations: BadRequest["fieldViolations"]])[] = [
    ["in words", "unknown path in update_mask", []],
    ["by naming the field", "no", [{ field: "updateMask", description: "unknown path" }]],
  ];
  for (const [how, message, fieldViolations] of ways) {
    it(`may say so ${how}`, async () => {
      const details = [{ kind: "BadRequest", fieldViolations } as const];
      const refused = { status: 400, json: formatStatus({ code: "INVALID_ARGUMENT", message, details }) };
      const { client, requests } = scriptedClient([refused, {}]);
      await client.update(group, {}, ["roleUid"]);
      assert.deepEqual(requests[1]?.query, [["updateMask", "role_uid"]]);
    });
  }
});

describe("the allowance of retries", () => {
  it("is twenty to begin with, and a fifth of one more for each request that goes well", () => {
    const budget = new RetryBudget();
    for (let i = 0; i < 20; i++) assert.equal(budget.take(), true);
    for (let i = 0; i < 4; i++) budget.refill();
    assert.equal(budget.take(), false);
    budget.refill();
    assert.deepEqual([budget.take(), budget.take()], [true, false]);
  });

  it("never grows beyond what it was", () => {
    const budget = new RetryBudget();
    for (let i = 0; i < 50; i++) budget.refill();
    for (let i = 0; i < 20; i++) assert.equal(budget.take(), true);
    for (let i = 0; i < 4; i++) budget.refill();
    assert.equal(budget.take(), false);
  });
});

describe("a token that was renewed", () => {
  it("leaves a call all its tries", async () => {
    const refused = { status: 401, json: formatStatus({ code: "UNAUTHENTICATED", message: "no", details: [] }) };
    const tokens = { current: async () => new Secret("token-one"), renew: async () => new Secret("token-two") };
    const { client, requests } = scriptedClient([refused, ...Array(4).fill(refusal("UNAVAILABLE")), {}], { tokens });
    await client.get(group);
    assert.equal(requests.length, 6);
  });
});
