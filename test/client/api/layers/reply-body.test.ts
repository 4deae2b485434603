import assert from "node:assert/strict";
import { isAmbiguous, ProtocolError } from "../../../../src/client/api/errors";
import { parseJson } from "../../../../src/description/wire/json";
import { literal } from "../../../../src/description/wire/path";
import { scriptedClient } from "../../../support/scripted";

const target = literal("/iam/v2/groups");
const MIB = 1024 * 1024;

/** Runs with a JSON.parse that counts how often it is called. */
async function countingParses(work: () => unknown): Promise<number> {
  const { parse } = JSON;
  let parses = 0;
  JSON.parse = (...args: Parameters<typeof parse>) => {
    parses += 1;
    return parse(...args);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return parses;
}

describe("an answer with too many values (row 107)", () => {
  const many = (count: number, value: string) => `{"items":[${`${value},`.repeat(count - 1)}${value}]}`;
  const bytesOf = (value: string) => many(Math.floor((31 * MIB) / (value.length + 1)), value);
  const huge: Readonly<Record<string, readonly [text: () => string, what: string]>> = {
    "31 MiB of empty objects": [() => bytesOf("{}"), "more than 500,000 objects and lists"],
    "31 MiB of digits": [() => bytesOf("1"), "more than 2,000,000 values"],
    "lists in lists": [() => `{"items":${"[".repeat(200)}${"]".repeat(200)}}`, "values nested more than 100 deep"],
  };
  for (const [name, [make, what]] of Object.entries(huge))
    it(`(${name}) is refused before it is parsed, requested once, and the error names the limit`, async () => {
      const text = make();
      const get = scriptedClient([{ text }]);
      const create = scriptedClient([{ text }]);
      const parses = await countingParses(async () => {
        await assert.rejects(get.client.get(target), {
          name: "ProtocolError",
          message: `GET /iam/v2/groups: the response contains ${what}, which is more than any page of the platform has. Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)`,
        });
        await assert.rejects(
          create.client.create(target, {}),
          (error) => error instanceof ProtocolError && isAmbiguous(error),
        );
      });
      assert.equal(parses, 0);
    });

  it("is also refused in an error response, which then counts as one without a code", async () => {
    const text = bytesOf("{}");
    const { client } = scriptedClient([{ status: 400, text }]);
    const parses = await countingParses(() =>
      assert.rejects(client.get(target), /HTTP 400, but not from the platform/),
    );
    assert.equal(parses, 0);
  });

  it("is larger than any page that is accepted: two hundred items with hundreds of parts each, or megabytes of text", () => {
    const event = { uid: "o/a", detection: { scanv1: { scanner: "x" } }, tags: ["a", "b"] };
    const advisory = { uid: "o", events: Array(400).fill(event), severities: [{ type: "t" }] };
    const page = JSON.stringify({ advisories: Array(200).fill(advisory), totalCount: "200" });
    assert.equal((parseJson(page) as { advisories: unknown[] }).advisories.length, 200);
    const text = '{},[],":'.repeat(MIB);
    assert.deepEqual(parseJson(JSON.stringify({ content: text })), { content: text });
  });
});
