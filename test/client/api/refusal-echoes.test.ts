import assert from "node:assert/strict";
import { inspect } from "node:util";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { ApiError, PlatformError, RegistryError } from "../../../src/client/api/errors";
import { createTransport } from "../../../src/client/api/transport";
import { tokenHints } from "../../../src/client/hints";
import { literal } from "../../../src/description/wire/path";
import { codeNames, type Detail, formatStatus, httpStatusOf } from "../../../src/description/wire/status";
import { answerOf, clientAt, startRawServer } from "../../support/raw-server";
import { registryOver, scripted } from "../../support/scripted";

const TOKEN = "canary-token-7f3a9c";
const target = literal("/iam/v2/groups");

/** The error of a call to a server that answers always the same. */
async function errorAt(answer: string): Promise<PlatformError> {
  const server = await startRawServer((socket) => socket.write(answer));
  try {
    const client = clientAt(server.url, { tokens: { ...fixedToken(TOKEN, "T"), hint: tokenHints.token } });
    const error = await client.create(target, { name: "x" }).catch((cause: unknown) => cause);
    assert.ok(error instanceof PlatformError, String(error));
    return error;
  } finally {
    await server.close();
  }
}

/** The platform's refusal, with a message in the form of a JSON string. */
const refusal = (message: string): string =>
  answerOf(`{"code":3,"message":"${message}","details":[]}`, { status: "400 Bad" });

/** All that printing an error may show of it, causes too. */
const everythingOf = (error: Error): string =>
  [
    inspect(error, { depth: null, showHidden: true, customInspect: false }),
    inspect(error),
    JSON.stringify(error),
    error.stack,
    error.message,
  ].join("\n");

describe("a server that echoes secrets", () => {
  const echo = `you sent Bearer ${TOKEN}, ${TOKEN}`;
  const details: Detail[] = [
    { kind: "BadRequest", fieldViolations: [{ field: TOKEN, description: echo }] },
    { kind: "PreconditionFailure", violations: [{ type: TOKEN, subject: echo, description: echo }] },
    { kind: "ResourceInfo", resourceType: TOKEN, resourceName: echo, description: echo },
    { kind: "ErrorInfo", reason: TOKEN, domain: echo, metadata: { [TOKEN]: echo, b: TOKEN } },
    { kind: "QuotaFailure", violations: [{ subject: TOKEN, description: `b ${echo}` }] },
    { kind: "Help", links: [{ description: `c ${echo}`, url: `https://example.com/?token=${TOKEN}` }] },
    { kind: "LocalizedMessage", locale: TOKEN, message: `d ${echo}` },
  ];
  const escaped = TOKEN.replace("c", "\\u0063");
  const hidden = TOKEN.replace("c", "\\\\u0063");
  const percent = TOKEN.replaceAll("a", "%61").replaceAll("-", "%2d");
  const base64 = Buffer.from(`user:${TOKEN}`).toString("base64");
  const answers: Readonly<Record<string, string>> = {
    "a message that is escaped": answerOf(`{"code":3,"message":"${escaped}","details":[]}`, { status: "400 Bad" }),
    "a message that contains its own body": refusal(`you sent {\\"token\\": \\"${hidden}\\"}`),
    "a message that contains a URL": refusal(`no such path: /x?t=${percent}&u=1`),
    "a message that contains a header": refusal(`bad header: Basic ${base64}`),
    "a message without a code": answerOf(`{"message":"${echo}"}`, { status: "400 Bad" }),
    "a page": answerOf(`<html>${echo}</html>`, { status: "403 Forbidden" }),
    "a response that is not JSON": answerOf(echo),
    "a header": answerOf("{}", { status: "302 Found", headers: `location: /?${TOKEN}\r\nx-request-id: ${TOKEN}\r\n` }),
    "its status line": answerOf("{}", { status: `500 ${TOKEN}` }),
    "a malformed header": answerOf("{}", { headers: `${TOKEN}\r\n` }),
    "a response that is not HTTP": `POST ${echo}\r\n\r\n`,
  };
  for (const [place, answer] of Object.entries(answers))
    it(`in ${place} does not get them into an error, however it is printed (rows 67, 115)`, async () => {
      const shown = everythingOf(await errorAt(answer));
      for (const spelling of [TOKEN, hidden.replace("\\\\", "\\"), percent, base64, base64.slice(7)])
        assert.ok(!shown.includes(spelling), shown);
    });

  it("in the message and details of an error, with any code, gets them redacted (row 67)", async () => {
    for (const code of codeNames) {
      const body = JSON.stringify(formatStatus({ code, message: echo, details }));
      const error = await errorAt(answerOf(body, { status: `${httpStatusOf(code)} No` }));
      assert.ok(error instanceof ApiError, `${error}`);
      assert.match(error.message, /you sent Bearer \[redacted\], \[redacted\]/);
      assert.equal(error.status.details.length, details.length);
      assert.ok(!everythingOf(error).includes(TOKEN), everythingOf(error));
    }
  });

  it("as the registry gets its message and code scrubbed and cut too (row 67)", async () => {
    // One for each way to send the token.
    const json = { errors: [{ code: TOKEN + "x".repeat(1_000), message: `${echo}\n${"x".repeat(9_999)}` }] };
    const { transport } = scripted([1, 2, 3].map(() => ({ status: 403, json })));
    const credentials = fixedToken(TOKEN, "T");
    const client = registryOver(transport, { credentials });
    const error = await client.history({ org: "o", image: "i", tag: "t" }).catch((cause: unknown) => cause);
    assert.ok(error instanceof RegistryError);
    assert.ok(!everythingOf(error).includes(TOKEN), everythingOf(error));
    assert.ok(error.message.length < 1_000 && !error.message.includes("\n"), error.message);
  });
});

describe("an object that contains a token", () => {
  it("hides it when printed, serialized or copied: the clients and their errors (row 68)", async () => {
    const tokens = fixedToken(TOKEN, "T");
    const client = clientAt("http://127.0.0.1:1", { tokens });
    const transport = createTransport(new URL("http://127.0.0.1:1"));
    const registry = registryOver(transport, { credentials: tokens, sleep: async () => undefined });
    const holders: unknown[] = [client, registry, tokens, await tokens.current(), transport];
    for (const call of [() => client.get(target), () => registry.history({ org: "o", image: "i", tag: "t" })])
      holders.push(await call().catch((cause: unknown) => cause));
    for (const holder of holders) {
      const copy = () => structuredClone(typeof holder === "function" || holder === tokens ? {} : holder);
      const shown = [
        inspect(holder, { depth: null, showHidden: true, getters: true }),
        JSON.stringify({ holder }),
        `${holder}`,
        inspect(new Error("failed", { cause: holder }), { depth: null, showHidden: true }),
        inspect(copy(), { depth: null, showHidden: true }),
        JSON.stringify(Object.entries(holder as object)),
      ];
      for (const text of shown) assert.ok(!text.includes(TOKEN), text);
    }
  });
});
