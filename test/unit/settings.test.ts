import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SettingName, Settings, settingNames } from "../../src/settings";

const settings = (config: Record<string, string>, environment: Record<string, string> = {}) =>
  new Settings((key) => config[key], environment);
const names = Object.keys(settingNames) as SettingName[];
const credentials: readonly SettingName[] = ["token", "tokenFile", "registryToken"];

describe("a setting", () => {
  for (const name of names) {
    const [key, variable] = settingNames[name];

    it(`${name} is found in the config and in the environment, and tells where`, () => {
      assert.deepEqual(settings({ [key]: "a" }).find(name), { value: "a", origin: key });
      assert.deepEqual(settings({}, { [variable]: "b" }).find(name), { value: "b", origin: variable });
      assert.equal(settings({}).find(name), undefined);
    });

    it(`${name} comes from the ${credentials.includes(name) ? "environment" : "config"} where both have it`, () => {
      const expected = credentials.includes(name) ? { value: "b", origin: variable } : { value: "a", origin: key };
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "b" }).find(name), expected);
    });

    it(`${name} that is empty counts as not set`, () => {
      assert.equal(settings({ [key]: "" }, { [variable]: "" }).find(name), undefined);
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "" }).find(name)?.value, "a");
      assert.deepEqual(settings({ [key]: "" }, { [variable]: "b" }).find(name)?.value, "b");
    });

    it(`${name} that is needed and missing is an error in one line, with both ways to give it`, () => {
      assert.throws(() => settings({}).need(name), {
        name: "ConfigurationError",
        message: `${key} is not set: run "pulumi config set ${key} <value>", or set ${variable} in the environment`,
      });
    });
  }
});

describe("the address of a server", () => {
  const address = (value: string, environment: Record<string, string> = {}) =>
    settings({ "platform:baseUrl": value }, environment).address("baseUrl").href;

  it("keeps a path, and no slash at its end", () => {
    assert.equal(address("https://api.example.com"), "https://api.example.com/");
    assert.equal(address("https://api.example.com/base/v//"), "https://api.example.com/base/v");
    assert.equal(address("http://127.0.0.1:8080/"), "http://127.0.0.1:8080/");
    assert.equal(address("http://[::1]:8080"), "http://[::1]:8080/");
    assert.equal(address("http://localhost:1"), "http://localhost:1/");
  });

  it("is refused with the name of the setting and the reason, and is not shown where it holds a password", () => {
    const secure = "must be an https URL (http is for loopback addresses only)";
    for (const [value, reason] of [
      ["api.example.com", "is no URL; give it like https://api.example.com"],
      ["http://api.example.com", secure],
      ["http://127.0.0.1.evil.test", secure],
      ["http://localhost.evil.test", secure],
      ["http://10.0.0.1", secure],
      ["ftp://api.example.com", secure],
      ["file:///etc/hosts", secure],
      ["https://user:canary@api.example.com", "must not carry a user name or password"],
      ["https://api.example.com?x=1", "must have no query and no fragment"],
      ["https://api.example.com#x", "must have no query and no fragment"],
    ] as const) {
      assert.throws(
        () => address(value),
        { name: "ConfigurationError", message: `platform:baseUrl: ${reason}` },
        value,
      );
    }
    assert.throws(() => settings({}, { PLATFORM_REGISTRY_URL: "x" }).address("registryUrl"), {
      message: /^PLATFORM_REGISTRY_URL: is no URL/,
    });
  });

  it("is refused beyond this machine while the check of certificates is off", () => {
    const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    assert.throws(() => address("https://api.example.com", off), {
      name: "ConfigurationError",
      message: /^NODE_TLS_REJECT_UNAUTHORIZED=0 /,
    });
    assert.equal(address("https://localhost:1", off), "https://localhost:1/");
    assert.equal(address("https://api.example.com", { NODE_TLS_REJECT_UNAUTHORIZED: "1" }), "https://api.example.com/");
  });
});

describe("the token's source", () => {
  let directory: string;
  const fileWith = (name: string, token: string) => {
    writeFileSync(join(directory, name), token);
    return join(directory, name);
  };
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "platform-settings-"));
  });
  after(() => rmSync(directory, { recursive: true }));

  const revealed = async (config: Record<string, string>, environment: Record<string, string> = {}) =>
    (await settings(config, environment).tokens().current()).reveal();

  it("is the environment before the config, and in each a token before a file", async () => {
    const [inEnvironment, inConfig] = [fileWith("a", "token-of-file-a"), fileWith("b", "token-of-file-b")];
    const config = { "platform:token": "token-of-config", "platform:tokenFile": inConfig };
    assert.equal(
      await revealed(config, { PLATFORM_TOKEN: "token-of-env", PLATFORM_TOKEN_FILE: inEnvironment }),
      "token-of-env",
    );
    assert.equal(await revealed(config, { PLATFORM_TOKEN_FILE: inEnvironment }), "token-of-file-a");
    assert.equal(await revealed(config), "token-of-config");
    assert.equal(await revealed({ "platform:tokenFile": inConfig }), "token-of-file-b");
  });

  it("is asked for in every way there is when there is none", () => {
    assert.throws(() => settings({}).tokens(), {
      name: "ConfigurationError",
      message:
        'no token: set PLATFORM_TOKEN or PLATFORM_TOKEN_FILE in the environment, or run "pulumi config set --secret platform:token <token>" or "pulumi config set platform:tokenFile <file>"',
    });
  });

  it("names the place of a token that cannot be one", () => {
    assert.throws(() => settings({ "platform:token": "two words" }).tokens(), {
      message: /^platform:token: a token has no spaces/,
    });
    assert.throws(() => settings({}, { PLATFORM_TOKEN: "   " }).tokens(), {
      message: "PLATFORM_TOKEN: holds no token",
    });
  });

  it("is the registry's own where there is one, and else the platform's, if any", async () => {
    const environment = { PLATFORM_TOKEN: "token-of-platform" };
    const own = settings({}, { ...environment, PLATFORM_REGISTRY_TOKEN: "token-of-registry" }).registryCredentials();
    assert.equal((await own?.current())?.reveal(), "token-of-registry");
    assert.equal((await settings({}, environment).registryCredentials()?.current())?.reveal(), "token-of-platform");
    assert.equal(settings({}).registryCredentials(), undefined);
  });
});
