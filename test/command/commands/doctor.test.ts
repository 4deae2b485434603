import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import { checkSettings, settingsInForce } from "../../../src/command/commands/doctor/settings-in-force";
import { checkToken } from "../../../src/command/commands/doctor/token";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const tokenWith = (claims: object) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
const seconds = (offset: number) => NOW / 1000 + offset;

describe("what doctor reports on a token", () => {
  const check = async (token: string, more: Record<string, string> = {}) => {
    const environment = { PLATFORM_BASE_URL: "https://api.example.com", PLATFORM_TOKEN: token, ...more };
    const found = await checkToken(new Settings(() => undefined, environment), undefined, NOW);
    return { ...found, told: found.checks.map(({ name, status, text }) => `${name} ${status}: ${text}`) };
  };

  it("is when it expires, a problem if it has or is not valid yet, and a note if it does soon", async () => {
    const first = async (claims: object) => (await check(tokenWith(claims))).told[0];
    assert.equal(await first({ exp: seconds(3600) }), "token ok: expires at 2026-01-31 13:00:00Z, in 1h");
    assert.equal(await first({ exp: seconds(-60) }), "token problem: expired at 2026-01-31 11:59:00Z, 1m ago");
    const early = await first({ nbf: seconds(60), exp: seconds(900) });
    assert.equal(early, "token problem: is not valid before 2026-01-31 12:01:00Z");
    assert.match((await first({ exp: seconds(200) })) ?? "", /^token note: .*An update may take longer$/);
    const { told } = await check(tokenWith({ sub: "o/i", iss: "https://i" }));
    assert.equal(told[1], "identity ok: o/i, by https://i, as the token says");
  });

  it("is a note if it is for another audience than the one in the settings, or says nothing about itself", async () => {
    const token = tokenWith({ aud: ["https://other.example.com"], exp: seconds(3600) });
    assert.equal(
      (await check(token)).told[2],
      "audience note: the token is for https://other.example.com, not for https://api.example.com",
    );
    assert.equal((await check(token, { PLATFORM_AUDIENCE: "https://other.example.com" })).told.length, 2);
    const odd = await check(tokenWith({ sub: 1, aud: { a: 1 }, exp: "soon" }));
    assert.equal(odd.told[0], "token note: does not say when it expires");
    assert.deepEqual(odd.claims?.audiences, []);
  });
});

describe("what doctor reports on settings", () => {
  it("is their value and origin, and for secrets only the origin", () => {
    const environment = {
      PLATFORM_TOKEN: "secret-of-doctor",
      PLATFORM_TOKEN_COMMAND: "print secret-of-doctor",
      PLATFORM_PROXY: "http://user:secret-of-doctor@proxy.example.com:3128",
      PLATFORM_REGISTRY_URL: "https://registry.example.com",
    };
    const values = new Map([
      ["platform:token", "another-secret-of-doctor"],
      ["platform:registryUrl", "https://mine.example.com"],
      ["platform:publicOrg", "hidden"],
    ]);
    const config = { values, secrets: new Set(["platform:publicOrg"]) };
    const told = settingsInForce(new Settings((key) => values.get(key), environment), config);
    assert.ok(!JSON.stringify(told).includes("secret-of-doctor"));
    assert.deepEqual(
      told.map(({ value, origin, shadowed }) => [origin, value, shadowed]),
      [
        ["platform:registryUrl", "https://mine.example.com", "PLATFORM_REGISTRY_URL"],
        ["PLATFORM_TOKEN", null, "platform:token"],
        ["PLATFORM_TOKEN_COMMAND", null, null],
        ["platform:publicOrg", null, null],
        ["PLATFORM_PROXY", "http://proxy.example.com:3128", null],
      ],
    );
  });

  it("is a problem for a misspelled key of the config, and how to remove it", () => {
    const config = { values: new Map([["platform:adoptExistng", "identical"]]), secrets: new Set<string>() };
    const settings = new Settings(() => undefined, { PLATFORM_BASE_URL: "https://api.example.com" });
    const [{ status, text, remedy } = assert.fail()] = checkSettings(settings, config);
    assert.deepEqual([status, remedy], ["problem", "run pulumi config rm platform:adoptExistng"]);
    assert.match(text, /Did you mean platform:adoptExisting\?$/);
  });
});
