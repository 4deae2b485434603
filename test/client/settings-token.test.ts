import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AmbientIdToken, idTokenOf } from "../../src/client/api/credentials/oidc";
import { fixedToken } from "../../src/client/api/credentials/token";
import { registryCredentialsOf, tokensOf } from "../../src/client/credentials";
import { Settings } from "../../src/client/settings";

/** No test here has a CI job around it. */
const noExchange = () => assert.fail("nothing is to be exchanged");

const settings = (config: Record<string, string>, environment: Record<string, string> = {}) =>
  new Settings((key) => config[key], environment);

describe("the token's source", () => {
  let directory: string;
  const fileWith = (name: string, token: string) => {
    writeFileSync(join(directory, name), token, { mode: 0o600 });
    return join(directory, name);
  };
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "platform-settings-"));
  });
  after(() => rmSync(directory, { recursive: true }));

  const revealed = async (config: Record<string, string>, environment: Record<string, string> = {}) =>
    (await tokensOf(settings(config, environment), noExchange).current()).reveal();

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

  it("is an exchange of the job's ID token when only an identity is set, wherever the job stores that token", () => {
    const seen: unknown[] = [];
    const exchange = (ambient: AmbientIdToken, identity: string) => {
      seen.push([ambient.kind, ambient.origin, identity]);
      return fixedToken("exchanged", "X");
    };
    const github = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://ci.example.com/t", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "r" };
    const identity = { PLATFORM_IDENTITY: "org/ci" };
    tokensOf(settings({}, { ...identity, ...github }), exchange);
    tokensOf(settings({}, { ...identity, ...github, PLATFORM_ID_TOKEN_FILE: "f" }), exchange);
    tokensOf(settings({ "platform:identity": "org/x" }, { PLATFORM_ID_TOKEN: "t" }), exchange);
    assert.deepEqual(seen, [
      ["request", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "org/ci"],
      ["file", "PLATFORM_ID_TOKEN_FILE", "org/ci"],
      ["text", "PLATFORM_ID_TOKEN", "org/x"],
    ]);
    assert.throws(
      () => tokensOf(settings({}, identity), exchange),
      /^ConfigurationError: No token is set\. PLATFORM_IDENTITY is set, but this job has no ID token\. Give it the permission "id-token: write" \(GitHub Actions\), or set PLATFORM_ID_TOKEN \(GitLab: id_tokens\) or PLATFORM_ID_TOKEN_FILE$/,
    );
    const plain = { ...github, ACTIONS_ID_TOKEN_REQUEST_URL: "http://ci.example.com/t" };
    assert.throws(() => tokensOf(settings({}, { ...identity, ...plain }), exchange), /must be an https URL/);
  });

  it("is missing with an error that lists every way to set it", () => {
    assert.throws(() => tokensOf(settings({}), noExchange), {
      name: "ConfigurationError",
      message:
        'No token is set. Set PLATFORM_TOKEN (or PLATFORM_TOKEN_FILE, PLATFORM_TOKEN_COMMAND, or PLATFORM_IDENTITY in a CI job that has an ID token) in the environment, or run "pulumi config set --secret platform:token <token>"',
    });
  });

  const onPosix = process.platform === "win32" ? it.skip : it;
  onPosix("warns about a file of this user that every user can read (row 42)", async () => {
    const warnings: string[] = [];
    const file = fileWith("open", "token-of-open-file");
    chmodSync(file, 0o644);
    const source = (environment: Record<string, string>) =>
      tokensOf(
        new Settings(
          () => undefined,
          environment,
          (text) => warnings.push(text),
        ),
        (ambient) => idTokenOf(ambient, "https://api.example.com", () => assert.fail("nothing is to be asked")),
      );
    // The file of a job's ID token is the CI's, and nobody can do anything about its mode.
    await source({ PLATFORM_IDENTITY: "org/ci", PLATFORM_ID_TOKEN_FILE: file }).current();
    assert.deepEqual(warnings, []);
    await source({ PLATFORM_TOKEN_FILE: file }).current();
    assert.match(warnings.join("\n"), /^warning: PLATFORM_TOKEN_FILE: .+ Run chmod 600 .+$/);
  });

  const registryToken = async (config: Record<string, string>, environment: Record<string, string>) => {
    const exchange = () => fixedToken("exchanged-for-the-registry", "X");
    return (await registryCredentialsOf(settings(config, environment), exchange)?.current())?.reveal();
  };

  it("for the registry is its own if set, and otherwise the platform's only at the platform's own origin (row 109)", async () => {
    const environment = { PLATFORM_TOKEN: "token-of-platform" };
    const at = (baseUrl: string, registryUrl: string) => ({
      "platform:baseUrl": baseUrl,
      "platform:registryUrl": registryUrl,
    });
    const same = at("https://example.com/api", "https://example.com:443");
    assert.equal(await registryToken(same, environment), "token-of-platform");
    for (const config of [
      at("https://example.com", "https://cr.example.com"),
      at("https://example.com", "https://example.com:8443"),
      at("http://localhost:1", "https://localhost:1"),
      at("http://localhost:1", "http://127.0.0.1:1"),
      { "platform:registryUrl": "https://example.com" },
      {},
    ]) {
      assert.equal(await registryToken(config, environment), undefined, JSON.stringify(config));
      const own = { ...environment, PLATFORM_REGISTRY_TOKEN: "token-of-registry" };
      assert.equal(await registryToken(config, own), "token-of-registry");
      assert.equal(await registryToken(config, {}), undefined);
    }
  });

  it("for the registry is an exchange when the platform's own token may not be sent there and the job has an ID token (row 109)", async () => {
    const elsewhere = { "platform:baseUrl": "https://example.com", "platform:registryUrl": "https://cr.example.com" };
    const identity = { PLATFORM_IDENTITY: "org/ci" };
    const job = { PLATFORM_ID_TOKEN: "id-token" };
    const token = { PLATFORM_TOKEN: "token-of-platform" };
    assert.equal(await registryToken(elsewhere, { ...identity, ...job, ...token }), "exchanged-for-the-registry");
    assert.equal(await registryToken(elsewhere, { ...identity, ...job }), "exchanged-for-the-registry");
    assert.equal(await registryToken(elsewhere, { ...identity, ...token }), undefined);
    await assert.rejects(registryToken(elsewhere, identity), /this job has no ID token/);
  });
});
