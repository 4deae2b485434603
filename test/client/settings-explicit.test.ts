import assert from "node:assert/strict";
import { registryCredentialsOf, tokensOf } from "../../src/client/credentials";
import { EXPLICIT, allSettings as names, type SettingName, settingNames } from "../../src/client/setting-names";
import { Settings } from "../../src/client/settings";

const none = () => assert.fail("no exchange was asked for");

/** The settings of an explicit provider that was given some, where the environment sets everything. */
function explicit(given: Partial<Record<SettingName, string>>): Settings {
  const config = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [settingNames[name as SettingName][0], value]),
  );
  const environment = Object.fromEntries(names.map((name) => [settingNames[name][1], `environment-${name}`]));
  const values: Record<string, string | undefined> = { ...config, [EXPLICIT.key]: EXPLICIT.value };
  return new Settings((key) => values[key], environment);
}

describe("the settings of an explicit provider", () => {
  it("beat the environment, each of them", () => {
    for (const name of names) assert.equal(explicit({ [name]: "given" }).find(name)?.value, "given", name);
  });

  it("take from the environment only what belongs to the machine", () => {
    const found = names.filter((name) => explicit({}).find(name) !== undefined);
    assert.deepEqual([...found].sort(), ["caFile", "log", "operationTimeout", "proxy"]);
  });

  it("never send the environment's token to the provider's address", async () => {
    const settings = explicit({ baseUrl: "https://emea.example.com", registryUrl: "https://emea.example.com" });
    assert.throws(() => tokensOf(settings, none), {
      message: "the provider has no token. Set token, tokenFile, tokenCommand or identity",
    });
    assert.equal(registryCredentialsOf(settings, none), undefined);
    const bearer = tokensOf(explicit({ token: "given" }), none);
    assert.equal((await bearer.current()).reveal(), "given");
    assert.match(String(bearer.hint), /the token of this provider/);
  });

  it("never exchange an ID token that was issued for the stack's own platform", () => {
    assert.throws(
      () => tokensOf(explicit({ identity: "a" }), none),
      /^ConfigurationError: No token is set\. identity is set, but this job has no ID token\. .* or set idToken \(GitLab: id_tokens\) or idTokenFile$/,
    );
  });

  it("are named like the arguments of the provider, and those of the machine like their variables", () => {
    assert.throws(() => explicit({ baseUrl: "http://a.example.com" }).address("baseUrl"), {
      message: "baseUrl: must be an https URL (http is for loopback addresses only)",
    });
    assert.deepEqual(explicit({}).find("proxy")?.origin, "PLATFORM_PROXY");
    assert.deepEqual(explicit({ proxy: "given" }).find("proxy")?.origin, "proxy");
  });
});
