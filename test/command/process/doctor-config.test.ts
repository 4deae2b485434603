import assert from "node:assert/strict";
import { administrator } from "../../../src/emulator/seed/seed";
import { startProject } from "../../support/command";
import { Consultation } from "./doctor";

describe("pulumi-platform doctor on the config of a stack", function () {
  this.timeout(120_000);

  const at = new Consultation();

  it("reads the config of a stack, hides its secrets, and shows what it overrides", async () => {
    const project = await startProject([], { isInstalled: true, hasPassphrase: true });
    try {
      await project.pulumi(["config", "set", "platform:baseUrl", at.emulator.url]);
      await project.pulumi(["config", "set", "--secret", "platform:publicOrg", "hidden-org"]);
      await project.pulumi(["config", "set", "--plaintext", "platform:token", at.emulator.token]);
      const plain = await at.ask(project.environment, "--stack", "dev", "--cwd", project.directory);
      assert.match(
        plain.stdout,
        /platform:token is in the stack's file as plain text.*config set --secret platform:token/s,
      );
      assert.equal(plain.code, 2);
      await project.pulumi(["config", "set", "--secret", "platform:token", at.emulator.token]);
      await project.pulumi(["config", "set", "platform:identity", administrator]);
      const environment = { ...project.environment, PLATFORM_BASE_URL: "https://elsewhere.example.com" };
      const { code, document, stdout } = await at.askAlone(environment, "--stack", "dev", "--cwd", project.directory);
      assert.equal(code, 0, stdout);
      assert.deepEqual(
        document.settings.map(({ value, origin, shadowed }) => [origin, value, shadowed]),
        [
          ["platform:baseUrl", at.emulator.url, "PLATFORM_BASE_URL"],
          ["platform:token", null, null],
          ["platform:identity", administrator, null],
          ["platform:publicOrg", null, null],
        ],
      );
      assert.ok(!stdout.includes(at.emulator.token) && !stdout.includes("hidden-org"));
      const stranger = { ...environment, PULUMI_CONFIG_PASSPHRASE: "wrong" };
      const unread = await at.ask(stranger, "--cwd", project.directory);
      assert.equal(unread.code, 1, unread.stdout);
      assert.deepEqual(
        unread.document.checks.filter(({ status }) => status === "unknown").map(({ name }) => name),
        ["config", "token"],
      );
    } finally {
      project.remove();
    }
  });
});
