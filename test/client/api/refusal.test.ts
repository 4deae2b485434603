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
});

describe("an intermediary between client and platform", () => {
  it("may give two retry times: the first counts", async () => {
    const headers = { "retry-after": ["7", "9"] as unknown as string }; // undici's form of a repeated header.
    const { client, waits } = scriptedClient([{ ...refusal("UNAVAILABLE"), headers }, {}]);
    await client.get(group);
    assert.deepEqual(waits, [7_000]);
  });
});
