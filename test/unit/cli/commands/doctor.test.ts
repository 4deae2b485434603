import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingsInForce } from "../../../../src/cli/commands/doctor/settings-in-force";
import { checkToken } from "../../../../src/cli/commands/doctor/token";
import { assessVersions } from "../../../../src/cli/commands/doctor/versions";
import { Settings } from "../../../../src/settings";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const tokenWith = (claims: object) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
const seconds = (offset: number) => NOW / 1000 + offset;

describe("what doctor reports on versions", () => {
  const versions = { node: process.versions.node, package: "0.1.0", sdk: "3.216.0", cli: "3.230.0" };
  const statuses = (more: object) =>
    assessVersions({ ...versions, ...more }).map(({ name, status }) => `${name} ${status}`);

  it("reports a Node that is too old, and accepts the version that it names", () => {
    const old = assessVersions({ ...versions, node: "20.18.9" }).find(({ name }) => name === "node");
    assert.equal(old?.status, "problem");
    const [, named = ""] = /install Node ([\d.]+) or later/.exec(old?.remedy ?? "") ?? [];
    for (const node of [`${named}.0`, versions.node, "22.0.0"]) assert.ok(statuses({ node }).includes("node ok"), node);
  });

  it("names the Node and the SDK that package.json names", () => {
    const { engines, peerDependencies } = JSON.parse(readFileSync(join(__dirname, "../../../../package.json"), "utf8"));
    const remedies = assessVersions({ ...versions, node: "1.0.0", sdk: "1.0.0" }).map(({ remedy = "" }) => remedy);
    assert.ok(remedies.includes(`install Node ${engines.node.replace(">=", "")} or later`));
    const [oldest] = peerDependencies["@pulumi/pulumi"].replace(">=", "").split(" ");
    assert.ok(remedies.includes(`run npm install @pulumi/pulumi@^${oldest}`));
  });

  it("reports an SDK that does not work, and accepts a missing one", () => {
    assert.deepEqual(
      ["3.215.9", "3.216.0", "3.999.0", "4.0.0", "2.300.0"].map((sdk) => statuses({ sdk })[2]),
      ["sdk problem", "sdk ok", "sdk ok", "sdk problem", "sdk problem"],
    );
    assert.deepEqual(statuses({ sdk: null, cli: null }).slice(2), ["sdk note", "cli note"]);
  });
});

describe("what doctor reports on a token", () => {
  const check = async (token: string, more: Record<string, string> = {}) => {
    const environment = { PLATFORM_BASE_URL: "https://api.example.com", PLATFORM_TOKEN: token, ...more };
    const found = await checkToken(new Settings(() => undefined, environment), NOW);
    return { ...found, told: found.checks.map(({ name, status, text }) => `${name} ${status}: ${text}`) };
  };

  it("is when it expires, as the token says", async () => {
    const { told, claims } = await check(
      tokenWith({ sub: "o/i", iss: "https://i", aud: "https://api.example.com", exp: seconds(3600) }),
    );
    assert.deepEqual(told, ["token ok: expires at 2026-01-31 13:00:00Z, in 1h"]);
    assert.deepEqual([claims?.subject, claims?.audiences], ["o/i", ["https://api.example.com"]]);
  });

  it("is a problem if it has expired or is not valid yet, and a note if it expires soon", async () => {
    assert.deepEqual((await check(tokenWith({ exp: seconds(-60) }))).told, [
      "token problem: expired at 2026-01-31 11:59:00Z, 1m ago",
    ]);
    assert.deepEqual((await check(tokenWith({ nbf: seconds(60), exp: seconds(900) }))).told, [
      "token problem: is not valid before 2026-01-31 12:01:00Z",
    ]);
    assert.match(
      (await check(tokenWith({ exp: seconds(200) }))).told[0] ?? "",
      /^token note: .*An update may take longer$/,
    );
  });

  it("is a note if it is for another audience than the one in the settings", async () => {
    const token = tokenWith({ aud: ["https://other.example.com"], exp: seconds(3600) });
    assert.equal(
      (await check(token)).told[1],
      "audience note: the token is for https://other.example.com, not for https://api.example.com",
    );
    assert.equal((await check(token, { PLATFORM_AUDIENCE: "https://other.example.com" })).told.length, 1);
  });

  it("is a note if it says nothing about itself", async () => {
    assert.match((await check("opaque-token")).told[0] ?? "", /^token note: is opaque/);
    const odd = await check(tokenWith({ sub: 1, aud: { a: 1 }, exp: "soon" }));
    assert.deepEqual(odd.told, ["token note: does not say when it expires"]);
    assert.deepEqual(odd.claims?.audiences, []);
  });

  it("is a problem if there is none, which says how to set one", async () => {
    const found = await checkToken(
      new Settings(() => undefined, { PLATFORM_BASE_URL: "https://api.example.com" }),
      NOW,
    );
    assert.equal(found.isThere, false);
    assert.match(found.checks[0]?.text ?? "", /^No token is set\. Set PLATFORM_TOKEN/);
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
    assert.deepEqual(told, [
      {
        name: "registryUrl",
        value: "https://mine.example.com",
        origin: "platform:registryUrl",
        shadowed: "PLATFORM_REGISTRY_URL",
      },
      { name: "token", value: null, origin: "PLATFORM_TOKEN", shadowed: "platform:token" },
      { name: "tokenCommand", value: null, origin: "PLATFORM_TOKEN_COMMAND", shadowed: null },
      { name: "publicOrg", value: null, origin: "platform:publicOrg", shadowed: null },
      { name: "proxy", value: "http://proxy.example.com:3128", origin: "PLATFORM_PROXY", shadowed: null },
    ]);
  });
});
