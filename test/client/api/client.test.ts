import assert from "node:assert/strict";
import { NotFoundError } from "../../../src/client/api/errors";
import { path } from "../../../src/description/wire/path";
import { formatStatus, type Status } from "../../../src/description/wire/status";
import { scriptedClient } from "../../support/scripted";

const target = path`/iam/v2/groups/${"org/team"}`;
const refusal = (status: Status, http: number) => ({ status: http, json: formatStatus(status) });

describe("the client", () => {
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
    const unavailable = refusal({ code: "UNAVAILABLE", message: "down", details: [] }, 503);
    const { client, requests } = scriptedClient([unavailable], { clock: () => now, sleep: oversleep });
    await assert.rejects(client.get(target), {
      name: "UnavailableError",
      message: /"down" \(the next attempt would exceed the time limit: an operation may take 120 s/,
    });
    assert.equal(requests.length, 1);
  });
});
