import assert from "node:assert/strict";
import { exchangedToken, idTokenOf } from "../../../../src/api/credentials/oidc";
import { fixedToken } from "../../../../src/api/credentials/token";
import { scripted } from "../../../support/scripted";

const _node = JSON.stringify(process.execPath);
const refused = { status: 401, json: { code: 16, message: "no identity matches the token" } };

describe("the ID token of a CI job", () => {
  it("is requested with the job's own token and the platform as audience, at the job's URL", async () => {
    const script = scripted([{ json: { value: "id-token-of-the-job" } }]);
    const hosts: string[] = [];
    const url = new URL("https://ci.example.com/token/path?api-version=2");
    const ambient = { kind: "request", url, requestToken: "request-token", origin: "X" } as const;
    const source = idTokenOf(ambient, "https://api.example.com", (to) => {
      hosts.push(to.href);
      return script.transport;
    });
    assert.equal((await source.current()).reveal(), "id-token-of-the-job");
    assert.deepEqual(hosts, ["https://ci.example.com/"]);
    const [request] = script.requests;
    assert.equal(request?.path.text, "/token/path");
    assert.deepEqual(request?.query, [
      ["api-version", "2"],
      ["audience", "https://api.example.com"],
    ]);
    assert.equal(request?.headers?.authorization, "Bearer request-token");
  });
});

describe("the exchange of an ID token", () => {
  const exchange = (answers: Parameters<typeof scripted>[0]) => {
    const script = scripted(answers);
    const sts = { idToken: fixedToken("id-token-of-the-job", "X"), transport: script.transport, userAgent: "test" };
    return { ...script, source: exchangedToken(sts, "org/ci", "https://api.example.com") };
  };

  it("sends its parameters in the query, and the ID token as the bearer token", async () => {
    const { source, requests } = exchange([
      { json: { token: "access-token", refreshToken: "", expiry: "2026-11-21T12:32:03Z" } },
    ]);
    assert.equal((await source.current()).reveal(), "access-token");
    const [request] = requests;
    assert.deepEqual([request?.method, request?.path.text, request?.body], ["POST", "/sts/exchange", undefined]);
    assert.deepEqual(request?.query, [
      ["aud", "https://api.example.com"],
      ["identity", "org/ci"],
    ]);
    assert.equal(request?.headers?.authorization, "Bearer id-token-of-the-job");
  });

  it("reports why it was refused, and does not repeat forever (row 40)", async () => {
    const { source, left } = exchange([refused]);
    await assert.rejects(source.current(), /\[UNAUTHENTICATED\] POST \/sts\/exchange: "no identity matches the token"/);
    assert.equal(left.length, 0);
  });

  it("is an error when the answer contains no token", async () => {
    await assert.rejects(exchange([{ json: {} }]).source.current(), /no token in the answer/);
  });
});
