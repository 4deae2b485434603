import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { PlatformError } from "../../../src/client/api/errors";
import type { HttpReply } from "../../../src/client/api/transport";
import { literal } from "../../../src/description/wire/path";
import { registryOver, scriptedClient } from "../../support/scripted";

const target = literal("/iam/v2/groups");

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
const detailKinds =
  "ErrorInfo BadRequest PreconditionFailure QuotaFailure ResourceInfo RetryInfo Help LocalizedMessage".split(" ");
const detail = fc.record(
  {
    "@type": fc.oneof(
      anything,
      fc.constantFrom(...detailKinds.map((kind) => `type.googleapis.com/google.rpc.${kind}`)),
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
    metadata: fc.oneof(anything, fc.dictionary(fc.string(), anything)),
    links: fc.oneof(anything, fc.array(fc.record({ description: anything, url: anything }))),
    message: anything,
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

describe("an error answer with malformed parts (row 106)", () => {
  it("results in one of this package's errors in one line, for any answer of the platform and of the registry", async () => {
    await fc.assert(
      fc.asyncProperty(status, fc.oneof(platformError, registryError, anything), async (http, json) => {
        const { client, clock } = scriptedClient(Array(60).fill({ status: http, json }));
        const transport = async (): Promise<HttpReply> => ({ status: http, headers: {}, text: JSON.stringify(json) });
        let slept = 0;
        const sleep = async (ms: number) => {
          slept += ms;
        };
        const registry = registryOver(transport, { clock: () => clock() + slept, sleep });
        for (const [call, mayEndWell] of [
          [() => client.get(target), http === 200],
          [() => registry.history({ org: "o", image: "i", tag: "t" }), false],
        ] as const) {
          const end = await call().catch((error: unknown) => error);
          assert.ok(end instanceof PlatformError || mayEndWell, inspect(end));
          if (end instanceof PlatformError) assert.match(end.message, /^[^\n]+$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
