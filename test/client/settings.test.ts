import assert from "node:assert/strict";
import { shownWhole } from "../../src/client/api/shown";
import { connect } from "../../src/client/connect";
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

describe("settings that cannot be used", () => {
  it("are all named, whether or not a run needs them, and none that is not set", () => {
    assert.deepEqual(settings({}).unusable(), []);
    const wrong = {
      "platform:registryUrl": "nowhere",
      "platform:operationTimeout": "601",
      "platform:adoptExisting": "always",
      "platform:log": "all",
    };
    assert.deepEqual(
      settings(wrong, { PLATFORM_SHELL: "bash" })
        .unusable()
        .map(({ name }) => name),
      ["registryUrl", "operationTimeout", "adoptExisting", "shell", "log"],
    );
  });
});

describe("an address in a setting", () => {
  for (const [i, name] of names.entries()) {
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
  }

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

    it(`${name} is read from the config and from the environment, with its origin`, () => {
      assert.deepEqual(settings({ [key]: "a" }).find(name), { value: "a", origin: key });
      assert.deepEqual(settings({}, { [variable]: "b" }).find(name), { value: "b", origin: variable });
      assert.equal(settings({}).find(name), undefined);
    });

    it(`${name} comes from the ${environmentFirst.includes(name) ? "environment" : "config"} when both have it`, () => {
      const expected = environmentFirst.includes(name) ? { value: "b", origin: variable } : { value: "a", origin: key };
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "b" }).find(name), expected);
    });

    it(`${name} counts as not set when it is empty`, () => {
      assert.equal(settings({ [key]: "" }, { [variable]: "" }).find(name), undefined);
      assert.deepEqual(settings({ [key]: "a" }, { [variable]: "" }).find(name)?.value, "a");
      assert.deepEqual(settings({ [key]: "" }, { [variable]: "b" }).find(name)?.value, "b");
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
    ] as const) {
      assert.throws(
        () => address(value),
        { name: "ConfigurationError", message: `platform:baseUrl: ${reason}` },
        value,
      );
    }
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

describe("the setting of the request log", () => {
  it("is enabled by the word debug only, and any other word is rejected with the setting's name", () => {
    assert.equal(settings({}).logsRequests(), false);
    assert.equal(settings({ "platform:log": "debug" }).logsRequests(), true);
    assert.equal(settings({}, { PLATFORM_LOG: "debug" }).logsRequests(), true);
    assert.throws(() => settings({}, { PLATFORM_LOG: "1" }).logsRequests(), {
      name: "ConfigurationError",
      message: "PLATFORM_LOG: must be debug, or not set",
    });
  });
});

describe("the setting of an operation's time limit", () => {
  const key = "platform:operationTimeout";
  const timeOf = (value: string) => settings({ [key]: value }).operationTimeoutMs();

  it("is two minutes by default, or a whole number of seconds up to ten minutes", () => {
    assert.equal(settings({}).operationTimeoutMs(), 120_000);
    assert.equal(settings({}, { PLATFORM_OPERATION_TIMEOUT: "90" }).operationTimeoutMs(), 90_000);
    assert.deepEqual(["1", "600", "0120"].map(timeOf), [1_000, 600_000, 120_000]);
    const connected = connect(
      settings({ [key]: "90", "platform:baseUrl": "https://a.example", "platform:token": "token-1" }),
    );
    assert.ok(connected.forOperation().remainingMs() > 89_000 && connected.forOperation().remainingMs() <= 90_000);
  });

  it("is rejected in one line before there is a client, for any other value", () => {
    for (const value of ["0", "601", "-5", "1.5", "1e2", "2m", " 5", "ten", "99999999999999999999", "NaN"]) {
      const message = `${key}: must be a whole number of seconds from 1 to 600`;
      assert.throws(() => timeOf(value), { name: "ConfigurationError", message }, value);
      const all = settings({
        [key]: value,
        "platform:baseUrl": "https://api.example.com",
        "platform:token": "token-1",
      });
      assert.throws(() => connect(all), { message }, value);
    }
    assert.throws(() => settings({}, { PLATFORM_OPERATION_TIMEOUT: "soon" }).operationTimeoutMs(), {
      message: "PLATFORM_OPERATION_TIMEOUT: must be a whole number of seconds from 1 to 600",
    });
  });
});

describe("the setting of what becomes of objects that exist", () => {
  const key = "platform:adoptExisting";
  const variable = "PLATFORM_ADOPT_EXISTING";

  it("is never by default, and the environment beats the config: it is a run's", () => {
    assert.equal(settings({}).adoptExisting(), "never");
    for (const mode of ["never", "identical", "sameKey"]) {
      assert.equal(settings({ [key]: mode }).adoptExisting(), mode);
      assert.equal(settings({ [key]: "sameKey" }, { [variable]: mode }).adoptExisting(), mode);
    }
    assert.equal(settings({ [key]: "identical" }, { [variable]: "" }).adoptExisting(), "identical");
  });

  it("is rejected in one line for any other value, by its place", () => {
    for (const value of ["always", "Identical", "samekey", "true", " never", "toString"]) {
      const message = (origin: string) => `${origin}: must be never, identical or sameKey`;
      assert.throws(() => settings({ [key]: value }).adoptExisting(), {
        name: "ConfigurationError",
        message: message(key),
      });
      assert.throws(() => settings({}, { [variable]: value }).adoptExisting(), { message: message(variable) });
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
