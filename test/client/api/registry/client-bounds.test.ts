import assert from "node:assert/strict";
import { TransportError } from "../../../../src/client/api/errors";
import type { RegistryOptions } from "../../../../src/client/api/registry/requests";
import type { HttpReply, Transport } from "../../../../src/client/api/transport";
import { getTagDigest } from "../../../../src/program/lookups/tag-history";
import { virtualClock } from "../../../support/clock";
import { registryOver } from "../../../support/scripted";

const tag = { org: "public", image: "nginx", tag: "latest" };
const start = Date.parse("2020-01-01T00:00:00Z");
const DIGEST = `sha256:${"0".repeat(64)}`;
const textOf = (first: number, count: number): string => {
  const records = Array.from({ length: count }, (_, i) => {
    return `{"updateTimestamp":"${new Date(start + (first + i) * 1000).toISOString()}","digest":"${DIGEST}"}`;
  });
  return `{"history":[${records.join(",")}]}`;
};

/** A registry that answers the nth question for history with a text. */
function registry(answer: (nth: number) => string | Promise<string>, options: Partial<RegistryOptions> = {}) {
  let asked = 0;
  const transport: Transport = async ({ path }): Promise<HttpReply> => {
    if (path.text === "/token") return { status: 200, headers: {}, text: '{"token":"registry-token"}' };
    asked += 1;
    return { status: 200, headers: {}, text: await answer(asked) };
  };
  const client = registryOver(transport, { ...options });
  return { client, asked: () => asked };
}

describe("an endless tag history (row 105)", () => {
  it("fails after half a million records, and the error says how to read a part", async function () {
    this.timeout(60_000);
    const { client, asked } = registry((nth) => textOf((nth - 1) * 1000, 1000));
    await assert.rejects(client.history(tag), {
      name: "ProtocolError",
      message:
        'tag history of "public/nginx:latest": the history does not end after 501000 records in 501 responses. Use start and end of getTagHistory to read a part of it',
    });
    assert.equal(asked(), 501);
  });

  it("fails at the deadline, which all requests for one digest share", async () => {
    const time = virtualClock();
    const slow = async (nth: number) => {
      await time.sleep(7_000);
      return textOf((nth - 1) * 1000, 1000);
    };
    const over =
      /GET \/v2\/public\/nginx\/_service\/history\/latest: not sent: timed out: an operation may take 120 s in total/;
    const history = registry(slow, time);
    await assert.rejects(history.client.history(tag), (error) => {
      return error instanceof TransportError && over.test(error.message);
    });
    assert.equal(history.asked(), 18);
    // Each of the three spans of time would hold no record, and takes half of the time and more to say so.
    const empty = registry(async () => {
      await time.sleep(61_000);
      return "{}";
    }, time);
    const { org: _, ...args } = tag;
    await assert.rejects(getTagDigest({ client: empty.client, publicOrg: () => "public" }, args), over);
    assert.equal(empty.asked(), 2);
  });
});

describe("an answer with 200,000 records (row 105)", () => {
  it("is read, or refused with a clear error", async () => {
    const { client, asked } = registry((nth) => (nth === 1 ? textOf(0, 200_000) : textOf(199_999, 1)));
    const records = await client.history(tag).catch((error: unknown) => error);
    assert.ok(Array.isArray(records), String(records));
    assert.equal(records.length, 200_000);
    assert.equal(asked(), 2);
  });
});
