import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { isAmbiguous, PlatformError, ProtocolError } from "../../../../src/api/errors";
import { parseJson } from "../../../../src/api/json";
import { literal } from "../../../../src/api/path";
import { RegistryClient } from "../../../../src/api/registry/client";
import { parseStatus } from "../../../../src/api/status";
import type { HttpReply } from "../../../../src/api/transport";
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

describe("an answer of more than a page can be (row 107)", () => {
  const many = (count: number, value: string) => `{"items":[${`${value},`.repeat(count - 1)}${value}]}`;
  const bytesOf = (value: string) => many(Math.floor((31 * MIB) / (value.length + 1)), value);
  const huge: Readonly<Record<string, readonly [text: () => string, what: string]>> = {
    "31 MiB of empty objects": [() => bytesOf("{}"), "more than 500,000 objects and lists"],
    "31 MiB of empty lists": [() => bytesOf("[]"), "more than 500,000 objects and lists"],
    "31 MiB of digits": [() => bytesOf("1"), "more than 2,000,000 values"],
    "31 MiB of empty texts": [() => bytesOf('""'), "more than 2,000,000 values"],
    "lists in lists": [() => `{"items":${"[".repeat(200)}${"]".repeat(200)}}`, "values nested more than 100 deep"],
  };
  for (const [name, [make, what]] of Object.entries(huge)) {
    it(`(${name}) is refused before it is parsed, asked for once, and the error says what was too much`, async () => {
      const text = make();
      const get = scriptedClient([{ text }]);
      const create = scriptedClient([{ text }]);
      const parses = await countingParses(async () => {
        await assert.rejects(get.client.get(target), {
          name: "ProtocolError",
          message: `GET /iam/v2/groups: the answer holds ${what}, which no page does: check the base URL (platform:baseUrl or PLATFORM_BASE_URL)`,
        });
        await assert.rejects(
          create.client.create(target, {}),
          (error) => error instanceof ProtocolError && isAmbiguous(error),
        );
      });
      assert.equal(parses, 0);
    });
  }

  it("is refused as an error too, and counts for none that has a meaning", async () => {
    const text = bytesOf("{}");
    const { client } = scriptedClient([{ status: 400, text }]);
    const parses = await countingParses(() =>
      assert.rejects(client.get(target), /HTTP 400, and not in the platform's form/),
    );
    assert.equal(parses, 0);
  });

  it("is refused by the registry's client as well", async () => {
    const text = many(600_000, "{}");
    const transport = async (): Promise<HttpReply> => ({ status: 200, headers: {}, text });
    const client = new RegistryClient({ transport, historySegment: "_service", userAgent: "test" });
    const parses = await countingParses(() =>
      assert.rejects(client.history({ org: "o", image: "i", tag: "t" }), {
        name: "ProtocolError",
        message: "GET /token: the answer holds more than 500,000 objects and lists, which no page does",
      }),
    );
    assert.equal(parses, 0);
  });

  it("is not what the largest page is: two hundred items with hundreds of parts each, or megabytes of text", () => {
    const event = { uid: "o/a", detection: { scanv1: { scanner: "x" } }, tags: ["a", "b"] };
    const advisory = { uid: "o", events: Array(400).fill(event), severities: [{ type: "t" }] };
    const page = JSON.stringify({ advisories: Array(200).fill(advisory), totalCount: "200" });
    assert.equal((parseJson(page) as { advisories: unknown[] }).advisories.length, 200);
    const text = '{},[],":'.repeat(MIB);
    assert.deepEqual(parseJson(JSON.stringify({ content: text })), { content: text });
  });
});

/** Anything that JSON can say, and often what an error says, with anything in its place. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    { toString: 1, valueOf: 1 },
    { toString: {} },
    [],
    {},
    [[]],
    { length: -1 },
    1e308,
    "__proto__",
    null,
  ),
);
const detail = fc.record(
  {
    "@type": fc.oneof(
      anything,
      fc.constantFrom(
        ...["ErrorInfo", "BadRequest", "PreconditionFailure", "ResourceInfo", "RetryInfo", "Help"].map(
          (kind) => `type.googleapis.com/google.rpc.${kind}`,
        ),
      ),
    ),
    reason: anything,
    fieldViolations: fc.oneof(
      anything,
      fc.array(anything),
      fc.array(fc.record({ field: anything, description: anything })),
    ),
    violations: fc.oneof(anything, fc.array(anything), fc.array(fc.record({ type: anything, subject: anything }))),
    resourceType: anything,
    resourceName: anything,
    description: anything,
    retryDelay: fc.oneof(anything, fc.string()),
  },
  { requiredKeys: [] },
);
const platformError = fc.record(
  {
    code: fc.oneof(fc.integer({ min: 1, max: 16 }), anything),
    message: anything,
    details: fc.oneof(anything, fc.array(detail)),
  },
  { requiredKeys: [] },
);
const registryError = fc.record({
  errors: fc.oneof(
    anything,
    fc.array(anything),
    fc.array(fc.record({ code: anything, message: anything }, { requiredKeys: [] }), { minLength: 1 }),
  ),
});
const status = fc.constantFrom(200, 400, 401, 403, 404, 409, 429, 500, 503);

describe("an error whose parts are not what they should be (row 106)", () => {
  const odd: unknown[] = [{ toString: 1, valueOf: 1 }, { a: 1 }, ["a"], 5, true, null, [[{}]]];

  it("is one error in words, where its message, its code or a detail is an object, a list or a number", async () => {
    for (const part of odd) {
      const json = {
        code: 5,
        message: part,
        details: [part, { "@type": part }, { "@type": "x.ResourceInfo", resourceName: part }],
      };
      await assert.rejects(scriptedClient([{ status: 404, json }]).client.get(target), {
        name: "NotFoundError",
        message: "[NOT_FOUND] GET /iam/v2/groups: the server gave no message",
      });
      for (const first of [
        { code: part, message: part },
        { code: "DENIED", message: part },
      ]) {
        const text = JSON.stringify({ errors: [first] });
        const transport = async (): Promise<HttpReply> => ({ status: 404, headers: {}, text });
        const client = new RegistryClient({ transport, historySegment: "_service", userAgent: "test" });
        await assert.rejects(client.history({ org: "o", image: "i", tag: "t" }), {
          name: "RegistryError",
          message: `[${first.code === "DENIED" ? "DENIED" : "UNKNOWN"}] GET /token: the registry gave no message`,
        });
      }
    }
  });

  it("is one of this package's errors in one line, whatever the platform answers", async () => {
    await fc.assert(
      fc.asyncProperty(status, fc.oneof(platformError, anything), async (http, json) => {
        const { client } = scriptedClient(Array(60).fill({ status: http, json }));
        const end = await client.get(target).catch((error: unknown) => error);
        assert.ok(end instanceof PlatformError || http === 200, inspect(end));
        if (end instanceof PlatformError) assert.match(end.message, /^[^\n]+$/);
      }),
      { numRuns: 500 },
    );
  });

  it("is one of this package's errors in one line, whatever the registry answers", async () => {
    await fc.assert(
      fc.asyncProperty(status, fc.oneof(registryError, platformError, anything), async (http, json) => {
        const transport = async (): Promise<HttpReply> => ({ status: http, headers: {}, text: JSON.stringify(json) });
        let now = 0;
        const sleep = async (ms: number) => {
          now += ms;
        };
        const client = new RegistryClient({
          transport,
          historySegment: "_service",
          userAgent: "test",
          clock: () => now,
          sleep,
        });
        const end = await client.history({ org: "o", image: "i", tag: "t" }).catch((error: unknown) => error);
        assert.ok(end instanceof PlatformError, String(end));
        assert.match(end.message, /^[^\n]+$/);
      }),
      { numRuns: 500 },
    );
  });

  it("is parsed into texts alone", () => {
    fc.assert(
      fc.property(platformError, (body) => {
        const read = parseStatus(JSON.parse(JSON.stringify(body)));
        if (read === undefined) return;
        assert.equal(typeof read.message, "string");
        for (const { kind: _, ...fields } of read.details) {
          for (const value of Object.values(fields)) assert.ok(typeof value === "string" || Array.isArray(value));
        }
      }),
    );
  });
});
