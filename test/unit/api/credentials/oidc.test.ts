import assert from "node:assert/strict";
import { exchangedToken, idTokenOf } from "../../../../src/api/credentials/oidc";
import { fixedToken } from "../../../../src/api/credentials/token";
import { tokenCommand } from "../../../../src/api/credentials/token-command";
import { commandEnvironment } from "../../../../src/setting-names";
import { Settings } from "../../../../src/settings";
import { scripted } from "../../../support/scripted";

const node = JSON.stringify(process.execPath);
const refused = { status: 401, json: { code: 16, message: "no identity matches the token" } };

describe("the ID token of a CI job", () => {
  it("is asked for with the job's own token and the platform as its audience, at the URL that the job was given", async () => {
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

  it("sends its parameters in the query, and the ID token as the bearer", async () => {
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

  it("tells why it was refused, and does not go on for ever (row 40)", async () => {
    const { source, left } = exchange([refused]);
    await assert.rejects(source.current(), /\[UNAUTHENTICATED\] POST \/sts\/exchange: "no identity matches the token"/);
    assert.equal(left.length, 0);
  });

  it("is an error when the answer holds no token", async () => {
    await assert.rejects(exchange([{ json: {} }]).source.current(), /no token in the answer/);
  });
});

describe("a token command", () => {
  it("gives what it prints, without the line's end", async () => {
    const source = tokenCommand(
      `${node} -e "console.log('printed-' + 'token')"`,
      "PLATFORM_TOKEN_COMMAND",
      process.env,
    );
    assert.equal((await source.current()).reveal(), "printed-token");
  });

  it("is given no secret of Pulumi's or of this package, and all else that a command may want (row 113)", async () => {
    const secrets = [
      ...["PULUMI_CONFIG", "PULUMI_CONFIG_SECRET_KEYS", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"],
      ...["PULUMI_ACCESS_TOKEN", "PULUMI_BACKEND_URL", "PULUMI_SOMETHING_NEW", "pulumi_lower"],
      ...["PLATFORM_TOKEN", "PLATFORM_REGISTRY_TOKEN", "PLATFORM_ID_TOKEN", "PLATFORM_PROXY"],
    ];
    const wanted = [
      ...["PATH", "HOME", "AWS_PROFILE", "AWS_SECRET_ACCESS_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "VAULT_TOKEN"],
      ...[
        "PLATFORM_BASE_URL",
        "PLATFORM_IDENTITY",
        "PLATFORM_LOGIN_HINT",
        "ACTIONS_ID_TOKEN_REQUEST_URL",
        "PULUMINATE",
      ],
    ];
    const environment = Object.fromEntries([...secrets, ...wanted].map((name) => [name, `value-of-${name}`]));
    const seen = `process.stdout.write(Object.keys(process.env).filter((name) => process.env[name] === 'value-of-' + name).sort().join('+'))`;
    const settings = new Settings(() => undefined, {
      ...environment,
      PLATFORM_TOKEN: "",
      PLATFORM_TOKEN_COMMAND: `${node} -e "${seen}"`,
    });
    const token = await settings.tokens(() => assert.fail("nothing is to be exchanged")).current();
    assert.equal(token.reveal(), [...wanted].sort().join("+"));
    // The same where the variables are those of this process, and a secret among them is set.
    const source = tokenCommand(`${node} -e "${seen}"`, "PLATFORM_TOKEN_COMMAND", commandEnvironment(environment));
    assert.equal((await source.current()).reveal(), [...wanted].sort().join("+"));
  });

  it("is named when it fails or prints no token, and what it printed is not shown (rows 40, 43)", async () => {
    for (const [program, message] of [
      [
        "console.error('canary'); process.exit(3)",
        "PLATFORM_TOKEN_COMMAND: the command ended with exit code 3; run it by hand to see why",
      ],
      ["", "PLATFORM_TOKEN_COMMAND: holds no token"],
      [
        "console.log('two canaries')",
        "PLATFORM_TOKEN_COMMAND: a token has no spaces, line breaks or characters beyond ASCII in it",
      ],
    ] as const) {
      const source = tokenCommand(`${node} -e "${program}"`, "PLATFORM_TOKEN_COMMAND", process.env);
      await assert.rejects(source.current(), { name: "ConfigurationError", message });
    }
  });
});
