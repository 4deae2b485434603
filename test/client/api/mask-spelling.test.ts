import assert from "node:assert/strict";
import { InvalidArgumentError } from "../../../src/client/api/errors";
import { path } from "../../../src/description/wire/path";
import { formatStatus } from "../../../src/description/wire/status";
import { lineOf, refusal, scriptedClient } from "../../support/scripted";

const target = path`/groups`;
/** Names the field; the other one says it in words. */
const byField = {
  status: 400,
  json: formatStatus({
    code: "INVALID_ARGUMENT",
    message: "no",
    details: [{ kind: "BadRequest", fieldViolations: [{ field: "updateMask", description: "unknown path" }] }],
  }),
};
const inWords = refusal("INVALID_ARGUMENT", 'Invalid argument: update_mask: unknown field path "claimMatch"');
const other = refusal("INVALID_ARGUMENT", "Invalid argument: name: bad");

describe("the spelling of masks", () => {
  const masks = (requests: Parameters<typeof lineOf>[0][]) => requests.map((request) => lineOf(request).split("=")[1]);

  for (const maskRefusal of [byField, inWords])
    it(`starts with camelCase, and is snake_case for the rest of the run when the server demands it: ${JSON.stringify(maskRefusal)}`, async () => {
      const { client, requests } = scriptedClient([maskRefusal, {}, {}]);
      await client.forOperation().update(target, {}, ["claimMatch.subject", "name"]);
      await client.forOperation().update(target, {}, ["roleUid"]);
      assert.deepEqual(masks(requests), ["claimMatch.subject,name", "claim_match.subject,name", "role_uid"]);
    });

  it("is determined once by concurrent updates, and not by one-word names or by other errors", async () => {
    const { client, requests } = scriptedClient([other, {}, inWords, {}, {}, {}]);
    await assert.rejects(client.update(target, {}, ["roleUid"]), InvalidArgumentError);
    await client.update(target, {}, ["name"]);
    await Promise.all([1, 2, 3].map(() => client.update(target, {}, ["roleUid"])));
    assert.deepEqual(masks(requests), ["roleUid", "name", "roleUid", "role_uid", "role_uid", "role_uid"]);
  });
});
