import assert from "node:assert/strict";
import { RetryBudget } from "../../../src/client/api/layers/retrying";
import { path } from "../../../src/description/wire/path";
import { refusal, scriptedClient } from "../../support/scripted";

const group = path`/iam/v2/groups/${"org/a"}`;
describe("the message of a failed call", () => {
  it("contains the number of attempts when there were several", async () => {
    const twice = scriptedClient([refusal("INTERNAL"), refusal("INTERNAL")]);
    await assert.rejects(twice.client.get(group), { message: /: "no" \(after 2 attempts\)$/ });
    const once = scriptedClient([refusal("INTERNAL")]);
    await assert.rejects(once.client.delete(group), { message: /: "no"$/ });
  });

  it("says why there was no retry", async () => {
    const script = [refusal("UNAVAILABLE"), refusal("UNAVAILABLE")];
    const { client } = scriptedClient(script, { budget: new RetryBudget(5) });
    await assert.rejects(client.get(group), { message: /: "no" \(after 2 attempts; too many retries in this run\)$/ });
  });

  it("says when the platform gave no message", async () => {
    const { client } = scriptedClient([refusal("INTERNAL", "")]);
    await assert.rejects(client.delete(group), {
      message: "[INTERNAL] DELETE /iam/v2/groups/org/a: the platform gave no message",
    });
  });
});

describe("an intermediary between client and platform", () => {
  it("is recognized by a redirect, with any body", async () => {
    for (const [status, message] of [
      [399, /: redirected \(HTTP 399\), but redirects are never followed/],
      [400, /: HTTP 400, but not from the platform/],
    ] as const) {
      const { client } = scriptedClient([{ status, text: "no" }]);
      await assert.rejects(client.get(group), { name: "ProtocolError", message });
    }
  });

  it("may give two retry times: the first counts", async () => {
    const headers = { "retry-after": ["7", "9"] as unknown as string }; // undici's form of a repeated header.
    const { client, waits } = scriptedClient([{ ...refusal("UNAVAILABLE"), headers }, {}]);
    await client.get(group);
    assert.deepEqual(waits, [7_000]);
  });
});
