import assert from "node:assert/strict";
import { InvalidArgumentError } from "../../../src/api/errors";
import { path } from "../../../src/api/path";
import { type BadRequest, formatStatus, type Status } from "../../../src/api/status";
import { scriptedClient } from "../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;
const refusal = (status: Status, http: number, headers?: Record<string, string>) => ({
  status: http,
  json: formatStatus(status),
  ...(headers === undefined ? {} : { headers }),
});
const _unavailable = refusal({ code: "UNAVAILABLE", message: "down", details: [] }, 503);
const maskRefusal = refusal(
  {
    code: "INVALID_ARGUMENT",
    message: 'Invalid argument: update_mask: unknown field path "claimMatch"',
    details: [{ kind: "BadRequest", fieldViolations: [{ field: "update_mask", description: "unknown" }] }],
  },
  400,
);

describe("the spelling of masks", () => {
  const masks = (requests: readonly { query?: readonly (readonly [string, string])[] }[]) =>
    requests.map(({ query = [] }) => Object.fromEntries(query).updateMask);

  it("is the spec's first, and the proto's from then on in the whole run, where the server wants that", async () => {
    const { client, requests } = scriptedClient([maskRefusal, {}, {}]);
    await client.forOperation().update(target, {}, ["claimMatch.subject", "name"]);
    await client.forOperation().update(target, {}, ["roleUid"]);
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
    const next = scriptedClient([other, maskRefusal, {}, {}, {}]);
    await assert.rejects(next.client.update(target, {}, ["roleUid"]), InvalidArgumentError);
    await Promise.all([1, 2, 3].map(() => next.client.update(target, {}, ["roleUid"])));
    assert.deepEqual(masks(next.requests), ["roleUid", "roleUid", "role_uid", "role_uid", "role_uid"]);
  });
});

describe("an update", () => {
  it("names its mask in the query, and looks again for the spelling when the first look came to nothing", async () => {
    const { client, requests } = scriptedClient([refusal({ code: "NOT_FOUND", message: "no", details: [] }, 404), {}]);
    await assert.rejects(client.update(target, {}, ["roleUid"]));
    await client.update(target, {}, ["roleUid"]);
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
      await client.update(target, {}, ["roleUid"]);
      assert.deepEqual(requests[1]?.query, [["updateMask", "role_uid"]]);
    });
  }
});
