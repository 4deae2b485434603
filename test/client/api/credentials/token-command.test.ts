import assert from "node:assert/strict";
import { tokenCommand } from "../../../../src/client/api/credentials/token-command";
import { commandEnvironment, tokensOf } from "../../../../src/client/credentials";
import { Settings } from "../../../../src/client/settings";

const node = JSON.stringify(process.execPath);

describe("a token command", () => {
  it("returns its output, without the line break", async () => {
    const source = tokenCommand(
      `${node} -e "console.log('printed-' + 'token')"`,
      "PLATFORM_TOKEN_COMMAND",
      process.env,
    );
    assert.equal((await source.current()).reveal(), "printed-token");
  });

  it("gets no secret of Pulumi's or of this package, and the rest of the environment (row 113)", async () => {
    const secrets = [
      ...["PULUMI_CONFIG", "PULUMI_CONFIG_SECRET_KEYS", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"],
      ...["PULUMI_ACCESS_TOKEN", "PULUMI_BACKEND_URL", "PULUMI_SOMETHING_NEW", "pulumi_lower"],
      ...["PLATFORM_TOKEN", "PLATFORM_TOKEN_COMMAND", "PLATFORM_REGISTRY_TOKEN", "PLATFORM_ID_TOKEN", "PLATFORM_PROXY"],
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
    const token = await tokensOf(settings, () => assert.fail("nothing is to be exchanged")).current();
    assert.equal(token.reveal(), [...wanted].sort().join("+"));
    // The same where the variables are those of this process, and a secret among them is set.
    const source = tokenCommand(`${node} -e "${seen}"`, "PLATFORM_TOKEN_COMMAND", commandEnvironment(environment));
    assert.equal((await source.current()).reveal(), [...wanted].sort().join("+"));
  });

  it("is named in the error when it fails or prints no token, and its output is not shown (rows 40, 43)", async () => {
    for (const [program, message] of [
      [
        "console.error('canary'); process.exit(3)",
        "PLATFORM_TOKEN_COMMAND: the command ended with exit code 3. Run it by hand to see why",
      ],
      ["", "PLATFORM_TOKEN_COMMAND: contains no token"],
      [
        "console.log('two canaries')",
        "PLATFORM_TOKEN_COMMAND: a token must not contain spaces, line breaks or non-ASCII characters",
      ],
    ] as const) {
      const source = tokenCommand(`${node} -e "${program}"`, "PLATFORM_TOKEN_COMMAND", process.env);
      await assert.rejects(source.current(), { name: "ConfigurationError", message });
    }
  });
});
