import assert from "node:assert/strict";
import { InvalidArgumentError } from "../../../src/client/api/errors";
import { path } from "../../../src/description/wire/path";
import { type DetailOf, formatStatus, type Status } from "../../../src/description/wire/status";
import { scriptedClient } from "../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;
const refusal = (status: Status, http: number) => ({ status: http, json: formatStatus(status) });
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

  it("starts with camelCase, and is snake_case for the rest of the run when the server demands it", async () => {
    const { client, requests } = scriptedClient([maskRefusal, {}, {}]);
    await client.forOperation().update(target, {}, ["claimMatch.subject", "name"]);
    await client.forOperation().update(target, {}, ["roleUid"]);
    assert.deepEqual(masks(requests), ["claimMatch.subject,name", "claim_match.subject,name", "role_uid"]);
  });

  it("is determined once by concurrent updates", async () => {
    const { client, requests } = scriptedClient([maskRefusal, {}, {}, {}]);
    await Promise.all([1, 2, 3].map(() => client.update(target, {}, ["roleUid"])));
    assert.deepEqual(masks(requests), ["roleUid", "role_uid", "role_uid", "role_uid"]);
  });

  it("is not determined by one-word names or by other errors", async () => {
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

describe("an error about the spelling of a mask", () => {
  const ways: readonly (readonly [
    how: string,
    message: string,
    fieldViolations: DetailOf<"BadRequest">["fieldViolations"],
  ])[] = [
    ["in words", "unknown path in update_mask", []],
    ["by naming the field", "no", [{ field: "updateMask", description: "unknown path" }]],
  ];
  for (const [how, message, fieldViolations] of ways) {
    it(`is recognized ${how}`, async () => {
      const details = [{ kind: "BadRequest", fieldViolations } as const];
      const refused = { status: 400, json: formatStatus({ code: "INVALID_ARGUMENT", message, details }) };
      const { client, requests } = scriptedClient([refused, {}]);
      await client.update(target, {}, ["roleUid"]);
      assert.deepEqual(requests[1]?.query, [["updateMask", "role_uid"]]);
    });
  }
});
