import assert from "node:assert/strict";
import { besideServer, Consultation, type Document } from "./doctor";

describe("pulumi-platform doctor with a token of the registry (row 268)", function () {
  this.timeout(120_000);

  const at = new Consultation();

  const withToken = (token: string, more: Readonly<Record<string, string>> = {}) => ({
    ...at.emulator.environment,
    PLATFORM_REGISTRY_TOKEN: token,
    ...more,
  });
  const checksOf = ({ checks }: Document) =>
    checks.filter(({ name }) => name === "registryToken").map(({ status, text }) => `${status}: ${text}`);

  it("ends with 2 if the registry refuses it: an invalid one, one of the platform, and an expired one", async () => {
    const claims = Buffer.from(JSON.stringify({ sub: "a", exp: 1_700_000_000 })).toString("base64url");
    for (const [token, told] of [
      ["garbage-token-1234", /^problem: \[UNAUTHORIZED\] GET \/token: .*PLATFORM_REGISTRY_TOKEN/],
      [at.emulator.token, /problem: \[DENIED\]/],
      [`eyJhbGciOiJub25lIn0.${claims}.c2ln`, /^problem: expired at 2023-11-14 22:13:20Z, .*,problem: \[UNAUTHORIZED\]/],
    ] as const) {
      const { code, document, stdout } = await at.askAlone(withToken(token));
      assert.equal(code, 2, stdout);
      assert.match(checksOf(document).join(), told);
      for (const secret of [token, claims]) assert.ok(!stdout.includes(secret));
    }
  });

  it("ends with 1 and says what was not checked if nothing proves it", async () => {
    const { PLATFORM_REGISTRY_URL: _, ...rest } = at.emulator.environment;
    const { code, document } = await at.ask(rest);
    assert.equal(code, 1);
    assert.match(checksOf(document).join(), /^unknown: was not checked: .*PLATFORM_REGISTRY_URL/);
    // A registry that issues no token without a scope.
    const refusal = '{"errors":[{"code":"UNSUPPORTED"}]}';
    await besideServer(
      (_, answer) => answer.writeHead(400, { "content-type": "application/json" }).end(refusal),
      async (url) => {
        const asked = await at.ask(withToken("some-token", { PLATFORM_REGISTRY_URL: url }));
        assert.equal(asked.code, 1, asked.stdout);
        assert.match(checksOf(asked.document).join(), /^unknown: was not checked: \[UNSUPPORTED\] GET \/token/);
      },
    );
  });
});
