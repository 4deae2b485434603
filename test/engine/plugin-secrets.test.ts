import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describeEngine, type SuiteEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { hostProcessesBelow } from "../support/processes";
import type { CommandResult } from "../support/stack";
import { writeFiles } from "../support/workspace";

/** Secrets that the program has. The platform's own are in the emulator. */
const canaries = {
  clientSecret: "canary-client-secret-0123",
  nextClientSecret: "canary-client-secret-4567",
  description: "canary-description",
  name: "canary-name",
  idToken: "canary-id-token-0123456789",
  config: "canary-config-token-0123456789",
};

/** Every kind of secret: of inputs, of outputs, of a provider, of a program's own marking, of one that is signed here. */
const program = ({ root, emulator, world }: SuiteEngine, clientSecret: string) => `
  const pulumi = require("@pulumi/pulumi");
  const platform = require("pulumi-platform");
  const parentUid = "${root}";
  // As in a language whose class marks nothing: the plugin has to.
  const provider = new pulumi.ProviderResource("platform", "emea", {
    baseUrl: "${emulator.url}", token: "${emulator.token}", registryToken: "${emulator.registryToken}",
  });
  const role = "${world.uids["iam:Role"]?.[0]}";
  const oidc = { issuer: "https://issuer.example.com", clientId: "c", clientSecret: "${clientSecret}" };
  const sso = new platform.IdentityProvider("sso", { parentUid, defaultRole: role, oidc });
  const scim = new platform.ScimToken("scim", { identityProviderUid: sso.id, rotate: "1" });
  const invite = new platform.GroupInvite("invite", { parentUid, roleUid: role, ttl: "24h" });
  new platform.Group("team", { parentUid, name: pulumi.secret("${canaries.name}"), description: pulumi.secret("${canaries.description}") });
  new platform.Group("other", { parentUid }, { provider });
  const pull = new platform.PullToken("pull", { parentUid, lifetimeDays: 30 });
  exports.code = invite.code;
  exports.token = scim.token;
  exports.password = pull.password;
`;

describeEngine(
  "secrets of a stack on the plugin [plugin]",
  (engine) => {
    const temp = () => join(engine.workspace.directory, "temp");
    // Only with the debug commands a command takes a file for its events.
    const own = () => ({ TMPDIR: temp(), PLATFORM_LOG: "debug", PULUMI_DEBUG_COMMANDS: "true" });
    const declare = (clientSecret: string) =>
      writeFiles(engine.workspace.directory, { "index.js": program(engine, clientSecret) });
    const run = async (...args: string[]) => succeeded(await engine.stack.run(args, own()));

    /** Everything in files that Pulumi and the plugin wrote: states, their copies, the history, events, and what processes share. */
    const written = () =>
      [temp(), join(engine.workspace.directory, ".pulumi-test", "backend")]
        .flatMap((folder) =>
          readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
        )
        .filter((file) => statSync(file).isFile())
        .map((file) => readFileSync(file, "utf8"))
        .join("\n");

    const assertHidden = (texts: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>) => {
      for (const [where, text] of Object.entries(texts)) {
        for (const [name, secret] of Object.entries(secrets)) {
          const at = text.indexOf(secret);
          assert.equal(at, -1, `${name} is in the ${where}: …${text.slice(Math.max(0, at - 1500), at)}`);
        }
      }
    };

    it("are in no output, state, event or file, whatever is shown (rows 66, 69)", async () => {
      mkdirSync(temp());
      const { emulator, stack } = engine;
      await run("config", "set", "--secret", "platform:registryToken", canaries.config);
      declare(canaries.clientSecret);
      await run("preview", "--diff");
      await run("up", "--yes", "--diff", "--event-log", join(temp(), "events.json"));
      await run("preview", "--json");
      declare(canaries.nextClientSecret);
      await run("preview", "--diff", "--json");
      await run("up", "--yes", "--json");
      await run("refresh", "--yes", "--diff");
      await run("up", "--yes", "--expect-no-changes");
      await run("stack", "export");
      await run("stack", "output", "--json");
      const shown = engine.shown();
      const revealed = await run("stack", "output", "--json", "--show-secrets");
      engine.forget(revealed.output);
      const { code, token, password } = JSON.parse(revealed.stdout) as Record<"code" | "token" | "password", string>;
      assert.ok(code.length > 10 && token.length > 10 && password.length > 100, "the stack has its secrets");
      await run("destroy", "--yes", "--diff");
      const secrets = {
        ...canaries,
        code,
        token,
        password,
        platform: emulator.token,
        registry: emulator.registryToken,
        key: "PRIVATE KEY",
      };
      assertHidden({ output: engine.shown(), files: written(), state: stack.stateText() }, secrets);
      assert.match(shown, /POST \/iam\/v2\/groups/, "each request is in the output");
      assert.match(shown, /\[secret\]/);
    });

    it("are in no file, no message and no dump while the plugin is killed in a create (row 66)", async () => {
      mkdirSync(temp(), { recursive: true });
      declare(canaries.clientSecret);
      const killedBy = async (signal: NodeJS.Signals): Promise<CommandResult> => {
        const held = engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
        const started = engine.stack.start(["up", "--yes", "--skip-preview"], own());
        await held.reached;
        assertHidden({ files: written() }, canaries);
        const hosts = hostProcessesBelow(started.pid);
        assert.equal(hosts.length, 2, "the default provider and an explicit one");
        for (const host of hosts) process.kill(host, signal);
        held.remove();
        const ended = await started.ended;
        assert.notEqual(ended.code, 0, ended.output);
        return ended;
      };
      const { output } = await killedBy("SIGSEGV");
      assert.match(output, /error reading from server|connection|EOF/);
      const { token, registryToken } = engine.emulator;
      assertHidden({ output: engine.shown(), files: written() }, { ...canaries, token, registryToken });
    });

    it("are in no message when a job's token is refused, and in no verbose log (row 66)", async () => {
      mkdirSync(temp(), { recursive: true });
      const { token, registryToken } = engine.emulator;
      // At -v=9 the engine itself writes every property that it passes on, those of an explicit provider too. The settings of
      // the environment are none of them.
      writeFiles(engine.workspace.directory, {
        "index.js": `const platform = require("pulumi-platform"); new platform.Group("verbose", { parentUid: "${engine.root}" });`,
      });
      const verbose = succeeded(await engine.stack.run(["up", "--yes", "-v=9", "--logtostderr"], own()));
      engine.forget(verbose.output);
      assertHidden({ log: verbose.output }, { token, registryToken });
      const job = { PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "org/nobody", PLATFORM_ID_TOKEN: canaries.idToken };
      declare(canaries.clientSecret);
      const refused = await engine.stack.run(["up", "--yes", "--skip-preview"], { ...own(), ...job });
      assert.notEqual(refused.code, 0);
      assertHidden({ output: engine.shown(), files: written() }, { ...canaries, token, registryToken });
    });
  },
  { shell: "plugin" },
);
