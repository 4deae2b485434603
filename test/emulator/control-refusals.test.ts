import assert from "node:assert/strict";
import { calls } from "../../src/emulator/control/calls";
import { brief, send, test, testWith } from "./local";
import { bound, CI, play } from "./story";

const CONTROL = "/emulator/v1";
const RESET = '"action":{"kind":"reset"}';
const path = "path: must be a path that begins with a slash and has no query";

describe("refusals of the emulator's control", () => {
  test("says what is wrong with a call and what it expects, and does nothing", async (emulator) => {
    emulator.put("iam:Group", emulator.organization.uid, { name: "team" });
    emulator.fault({ path: "/none", action: { kind: "reset" } });
    await emulator.call("GET /iam/v2/groups");
    const calls = `
      POST /idTokens {"issuer":"i","subject":"s","sub":"x"} -> Unrecognized key: "sub"
      POST /idTokens {"issuer":"i","subject":"s","__proto__":{"audience":"x"}} -> Unrecognized key: "__proto__"
      POST /idTokens {issuer -> the body must be JSON: invalid character 'i' looking for beginning of object key string
      POST /idTokens {"claims":${"[".repeat(2000)} -> the body must be JSON: exceeded max depth
      POST /faults {"times":"often",${RESET}} -> times: must be a whole number from 0 up, or "always"
      POST /faults {"path":{"regex":"("},${RESET}} -> ${path}, or { "regex": "a regular expression" }
      DELETE /faults?id=1 -> a DELETE must not have a query
      GET /requests?path=iam -> ${path}
      GET /requests?method=GET&method=POST -> a name must not be repeated in the query
      DELETE /requests {"method":"GET"} -> Unrecognized key: "method"
      POST /reset {"to":"seed"} -> to: Invalid option: expected one of "start"|"empty"`;
    await play(emulator, calls.replaceAll(" -> ", " -> INVALID_ARGUMENT ").replace(/^( *\w+) /gm, `$1 ${CONTROL}`));
    assert.deepEqual([emulator.faults.length, emulator.requests.length, emulator.isEmpty()], [1, 1, false]);
    const missing = `NOT_FOUND there is no fault "<b>\\u{a}". The ids of the faults are 1`;
    await play(
      emulator,
      `
      DELETE ${CONTROL}/faults/%3Cb%3E%0A -> ${missing}
      POST ${CONTROL}/faults/%3Cb%3E%0A:release -> ${missing}
      `,
    );
    const { status, body } = await send(emulator.url, `PUT ${CONTROL}/histories`, "x".repeat(5 << 20), emulator.token);
    assert.deepEqual([status, body.code], [429, 8]);
  });

  test("lists its calls for an unknown call or method", async (emulator) => {
    const known = calls.map(({ method, path }) => `${method} ${path}`).join(", ");
    for (const [line, ...refusal] of [
      ...["GET ", "GET /", "GET /faults/1/2", "GET /reset/"].map((call) => [call, 404, 5, "Not Found"] as const),
      ...["GET /reset", "DELETE /histories"].map((call) => [call, 501, 12, "Method Not Allowed"] as const),
    ]) {
      const [status, code, message] = refusal;
      const expected = [status, code, `${message}. The calls of the control are ${known}`];
      assert.deepEqual(brief(await emulator.call(line.replace(" ", ` ${CONTROL}`))), expected, line);
    }
    assert.equal(emulator.requests.length, 0);
    // What only looks like the control is the platform's.
    for (const path of ["/emulator", "/emulator/v1x/reset", "/emulator/v2/reset"])
      assert.deepEqual(brief(await emulator.call(`POST ${path}`)), [404, 5, "Not Found"]);
    assert.equal(emulator.requests.length, 3);
  });

  test("accepts only the emulator's own token, for every call", async (emulator) => {
    const names = await play(emulator, `${CI}\n${bound("$OWNER")}\nas $CI\nGET /iam/v2/groups`);
    const owner = names.get("TOKEN") ?? assert.fail();
    const own = "the control accepts only the emulator's own token";
    for (const line of ["POST /reset", "GET /requests", "PATCH /none"]) {
      for (const [token, message] of [
        [null, "missing bearer token"],
        [emulator.registryToken, own],
        [owner, own],
        [`${emulator.token}x`, own],
      ] as const) {
        const reply = await emulator.call(line.replace(" ", ` ${CONTROL}`), undefined, token);
        assert.deepEqual(brief(reply), [401, 16, message], line);
        assert.equal(reply.headers.get("www-authenticate"), message);
      }
    }
    assert.ok(!emulator.isEmpty());
  });

  test("accepts no request of a web page (row 120)", async ({ url, token }) => {
    const headers = { authorization: `Bearer ${token}`, origin: "https://page.example.com" };
    const reply = await fetch(`${url}${CONTROL}/requests`, { headers });
    assert.equal(reply.status, 403);
  });

  testWith({ latencyMs: 600_000 })("meets no fault and no rate limit, and waits for no latency", async (emulator) => {
    const action = { kind: "status", code: "RESOURCE_EXHAUSTED" } as const;
    const fault = emulator.fault({ times: Number.POSITIVE_INFINITY, action });
    for (let n = 0; n < 20; n++) assert.equal((await emulator.call(`GET ${CONTROL}/faults`)).status, 200);
    assert.deepEqual([fault.hits, emulator.requests.length], [0, 0]);
  });
});
