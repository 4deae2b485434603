import assert from "node:assert/strict";
import { shownWhole } from "../../src/client/api/shown";
import { allSettings as names, type SettingName, settingNames } from "../../src/client/setting-names";
import { configFromEngine, Settings } from "../../src/client/settings";

const settings = (config: Record<string, string>, environment: Record<string, string> = {}) =>
  new Settings((key) => config[key], environment);
/** Credentials, what belongs to the machine, and what a single run is to do. */
const environmentFirst: readonly SettingName[] = [
  "token",
  "tokenFile",
  "tokenCommand",
  "identity",
  "idToken",
  "idTokenFile",
  "idTokenAudience",
  "registryToken",
  "identityProvider",
  "scopes",
  "cap",
  "caFile",
  "proxy",
  "adoptExisting",
  "shell",
];

describe("an address in a setting", () => {
  for (const [i, name] of names.entries())
    it(`shows its password in no message, wherever it is set: ${name} (row 168)`, () => {
      const [key, variable] = settingNames[name];
      for (const place of ["config", "environment"]) {
        const password = `pass%40${place}-${i}`;
        const value = `https://user:${password}@host.example.com/path`;
        settings({ [key]: place === "config" ? value : "" }, { [variable]: place === "config" ? "" : value });
        for (const spelling of [password, decodeURIComponent(password), encodeURIComponent(password)])
          assert.ok(!shownWhole(`the token is for "${spelling}"`).includes(`${place}-${i}`), spelling);
      }
    });

  it("hides a single user name, a query and a fragment too, and nothing of texts other than addresses (row 168)", () => {
    settings({ "platform:issuerUrl": "https://lonely-token@a.example.com/?api=query-secret#fragment-secret" });
    settings({ "platform:audience": "acme:harmless-name", "platform:caFile": "C:\\harmless-file.pem" });
    assert.doesNotMatch(shownWhole("lonely-token api=query-secret fragment-secret"), /lonely|query|fragment/);
    assert.equal(shownWhole("acme:harmless-name C:\\harmless-file.pem"), "acme:harmless-name C:\\harmless-file.pem");
  });
});

describe("a setting", () => {
  for (const name of names) {
    const [key, variable] = settingNames[name];

    it(`${name} is read from the config and from the environment, with its origin, and is not set when it is empty`, () => {
      assert.deepEqual(settings({ [key]: "a" }).find(name), { value: "a", origin: key });
      assert.deepEqual(settings({}, { [variable]: "b" }).find(name), { value: "b", origin: variable });
      assert.equal(settings({}).find(name), undefined);
      assert.equal(settings({ [key]: "" }, { [variable]: "" }).find(name), undefined);
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "" }).find(name)?.value, "a");
      assert.deepEqual(settings({ [key]: "" }, { [variable]: "b" }).find(name)?.value, "b");
    });

    it(`${name} comes from the ${environmentFirst.includes(name) ? "environment" : "config"} when both have it`, () => {
      const expected = environmentFirst.includes(name) ? { value: "b", origin: variable } : { value: "a", origin: key };
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "b" }).find(name), expected);
    });

    it(`${name} is an error in one line, with both ways to set it, when it is needed and missing`, () => {
      assert.throws(() => settings({}).need(name), {
        name: "ConfigurationError",
        message: `${key} is not set. Run "pulumi config set ${key} <value>", or set ${variable} in the environment`,
      });
    });
  }
});

describe("the address of a server", () => {
  const address = (value: string, environment: Record<string, string> = {}) =>
    settings({ "platform:baseUrl": value }, environment).address("baseUrl").href;

  it("keeps its path, without a slash at the end (row 75)", () => {
    assert.equal(address("https://api.example.com"), "https://api.example.com/");
    assert.equal(address("https://api.example.com/base/v//"), "https://api.example.com/base/v");
    assert.equal(address("http://127.0.0.1:8080/"), "http://127.0.0.1:8080/");
    assert.equal(address("http://[::1]:8080"), "http://[::1]:8080/");
    assert.equal(address("http://localhost:1"), "http://localhost:1/");
  });

  it("is rejected with the setting's name and the reason, and is hidden when it contains a password (row 75)", () => {
    const secure = "must be an https URL (http is for loopback addresses only)";
    for (const [value, reason] of [
      ["api.example.com", "must be a URL, like https://api.example.com"],
      ["http://api.example.com", secure],
      ["http://127.0.0.1.evil.test", secure],
      ["http://localhost.evil.test", secure],
      ["http://10.0.0.1", secure],
      ["ftp://api.example.com", secure],
      ["file:///etc/hosts", secure],
      ["https://user:canary@api.example.com", "must not contain a user name or password"],
      ["https://api.example.com?x=1", "must not contain a query or fragment"],
      ["https://api.example.com#x", "must not contain a query or fragment"],
    ] as const)
      assert.throws(
        () => address(value),
        { name: "ConfigurationError", message: `platform:baseUrl: ${reason}` },
        value,
      );
    assert.throws(() => settings({}, { PLATFORM_REGISTRY_URL: "x" }).address("registryUrl"), {
      message: /^PLATFORM_REGISTRY_URL: must be a URL/,
    });
  });

  it("is rejected for other machines while certificate checks are off (row 79)", () => {
    const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    assert.throws(() => address("https://api.example.com", off), {
      name: "ConfigurationError",
      message:
        /^NODE_TLS_REJECT_UNAUTHORIZED=0 [\s\S]*\n- Unset it, and name the file of your own authority with platform:caFile or PLATFORM_CA_FILE\.$/,
    });
    assert.equal(address("https://localhost:1", off), "https://localhost:1/");
    assert.equal(address("https://api.example.com", { NODE_TLS_REJECT_UNAUTHORIZED: "1" }), "https://api.example.com/");
  });
});

describe("a setting with a form of its own", () => {
  const rows: readonly (readonly [
    name: SettingName,
    read: (settings: Settings) => unknown,
    ifUnset: unknown,
    accepted: readonly (readonly [value: string, meaning: unknown])[],
    rejected: readonly string[],
    reason: string,
  ])[] = [
    ["log", (all) => all.logsRequests(), false, [["debug", true]], ["1"], "must be debug, or not set"],
    [
      "operationTimeout",
      (all) => all.operationTimeoutMs(),
      120_000,
      ["1", "90", "600", "0120"].map((text) => [text, Number(text) * 1_000]),
      ["0", "601", "-5", "1.5", "1e2", "2m", " 5", "ten", "soon", "99999999999999999999", "NaN"],
      "must be a whole number of seconds from 1 to 600",
    ],
    [
      "adoptExisting",
      (all) => all.adoptExisting(),
      "never",
      ["never", "identical", "sameKey"].map((mode) => [mode, mode]),
      ["always", "Identical", "samekey", "true", " never", "toString"],
      "must be never, identical or sameKey",
    ],
  ];
  for (const [name, read, ifUnset, accepted, rejected, reason] of rows)
    it(`has a default, and any other value is rejected in one line, by its place: ${name}`, () => {
      const [key, variable] = settingNames[name];
      assert.equal(read(settings({})), ifUnset);
      for (const [value, meaning] of accepted) {
        assert.equal(read(settings({ [key]: value })), meaning);
        assert.equal(read(settings({}, { [variable]: value })), meaning);
      }
      for (const value of rejected) {
        const refusal = (origin: string) => ({ name: "ConfigurationError", message: `${origin}: ${reason}` });
        assert.throws(() => read(settings({ [key]: value })), refusal(key), value);
        assert.throws(() => read(settings({}, { [variable]: value })), refusal(variable), value);
      }
    });
});

describe("the stack's config that the engine passes to its plugins", () => {
  it("is read by name, and a broken one is an error that shows nothing of it", () => {
    assert.deepEqual(configFromEngine({ PULUMI_CONFIG: '{"baseUrl":"https://api.example.com"}' }), {
      baseUrl: "https://api.example.com",
    });
    assert.equal(configFromEngine({}), undefined);
    assert.throws(
      () => configFromEngine({ PULUMI_CONFIG: '{"token":"canary' }),
      (error: Error) => /must be JSON/.test(error.message) && !error.message.includes("canary"),
    );
  });
});
