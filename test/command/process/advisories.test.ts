import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { call, startProject, startWorld } from "../../support/command";
import { startEditingProxy } from "../../support/editing-proxy";
import { quickCall } from "../../support/quick-call";

describe("pulumi-platform advisories", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  const ask = (...words: string[]) => quickCall(["advisories", ...words], { environment: emulator.environment });

  it("ends with 1 if the list has fewer advisories than its total (row 208)", async () => {
    const proxy = await startEditingProxy(emulator.url);
    proxy.edit = (body) => {
      const { advisories = [], ...rest } = body as { advisories?: readonly object[] }; // A list of them is all that it is asked for.
      return { ...rest, advisories: advisories.slice(1) };
    };
    try {
      const { code, stdout, stderr } = await quickCall(["advisories", "-a", "curl", "--fail-on", "never"], {
        environment: { ...emulator.environment, PLATFORM_BASE_URL: proxy.url },
      });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /advisories: the list contains fewer objects than its totalCount/);
    } finally {
      await proxy.close();
    }
  });

  it("cuts a report in Markdown to --max-length, and prints all of it to standard error (row 158)", async () => {
    const words = ["-a", "curl,openssl", "--all", "--fail-on", "never", "-o"];
    const whole = await ask(...words, "markdown");
    assert.deepEqual([whole.code, whole.stderr], [0, ""]);
    const { code, stdout, stderr } = await ask(...words, "markdown", "--max-length", "2500");
    assert.ok(code === 0 && stdout.length <= 2500 && /\d+ more rows are missing here\. /.test(stdout), stdout);
    assert.equal(stderr, `The comment was cut. The whole report:\n\n${whole.stdout}`);
    for (const wrong of [
      ["json", "--max-length", "2500"],
      ["markdown", "--max-length", "1999"],
    ])
      assert.equal((await ask(...words, ...wrong)).code, 1, wrong.join(" "));
  });

  it("needs artifacts or a stack", async () => {
    const { code, stderr } = await ask();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: there is nothing to check\. Name artifacts with --artifact, or a stack with --stack [^\n]+\n$/,
    );
  });

  it("checks many artifacts in several requests", async () => {
    emulator.clearRequests();
    const names = Array.from({ length: 60 }, (_, i) => `package-${i}`);
    assert.equal((await ask("--artifact", [...names, "curl"].join(","), "--fail-on", "never")).code, 1);
    assert.equal(emulator.requests.filter(({ path }) => path.endsWith("/advisories")).length, 2);
  });

  it("ends with 1 if the platform refuses the request", async () => {
    const environment = { ...emulator.environment, PLATFORM_TOKEN: "wrong-token" };
    const refused = await call(["advisories", "-a", "curl"], { environment });
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /^error: \[UNAUTHENTICATED\] [^\n]+\n$/);
    assert.ok(!refused.stderr.includes("wrong-token"));
  });

  it("ends with 1 for a stack or a passphrase that pulumi refuses, and without pulumi on PATH @all", async () => {
    const project = await startProject([], { hasPassphrase: true });
    try {
      await project.pulumi(["config", "set", "--secret", "platform:token", emulator.token]);
      for (const [stack, more, error] of [
        ["prod", {}, /^error: pulumi [^\n]*no stack named 'prod' found\n$/],
        ["dev", { PULUMI_CONFIG_PASSPHRASE: "wrong" }, /^error: pulumi config: incorrect passphrase\n$/],
        [
          "dev",
          { PATH: "/nowhere" },
          /^error: pulumi is not on PATH, and --stack and --cwd need it\. Install the Pulumi CLI\n$/,
        ],
      ] as const) {
        const environment = { ...emulator.environment, ...project.environment, ...more };
        const ended = await quickCall(["advisories", "--stack", stack], { environment, cwd: project.directory });
        assert.equal(ended.code, 1);
        assert.match(ended.stderr, error);
      }
    } finally {
      project.remove();
    }
  });
});
