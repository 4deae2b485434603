import assert from "node:assert/strict";
import { fixedToken } from "../../../../src/api/credentials/token";
import { literal, path } from "../../../../src/api/path";
import { refusal } from "../../../support/lifecycle";
import { scriptedClient } from "../../../support/scripted";

describe("a request that cannot succeed the next time", () => {
  it("is not sent again with the fixed token that was refused", async () => {
    const { client, requests } = scriptedClient([refusal("UNAUTHENTICATED", "who"), {}], {
      tokens: fixedToken("token-123", "T"),
    });
    await client.get(literal("/x")).catch(() => {});
    assert.equal(requests.length, 1);
  });

  it("is not sent five times for a body above the server's limit", async () => {
    const tooLarge = refusal("RESOURCE_EXHAUSTED", "grpc: received message larger than max (5000000 vs. 4194304)");
    const { client, requests } = scriptedClient(Array(5).fill(tooLarge));
    await client
      .update(path`/registry/v2/repos/${"org/r"}`, { content: "x".repeat(5_000_000) }, ["content"])
      .catch(() => {});
    assert.ok(requests.length <= 1, `${requests.length} requests`);
  });
});
