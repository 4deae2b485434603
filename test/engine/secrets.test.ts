import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FaultAction } from "../../src/emulator/faults/fault";
import { succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { writeFiles } from "../support/workspace";
import { describeEngineHosts } from "./describe-engine";
import { hostProcessesBelow } from "./processes";

/** Secrets that the program has. The platform's own are in the emulator. */
const canaries = {
  clientSecret: "canary-client-secret-0123",
  nextClientSecret: "canary-client-secret-4567",
  description: "canary-description",
  name: "canary-name",
  idToken: "canary-id-token-0123456789",
  config: "canary-config-token-0123456789",
};

describeEngineHosts(
  "secrets of a stack",
  (engine, shell) => {
    const temp = () => join(engine.workspace.directory, "temp");
    // Only with the debug commands a command takes a file for its events.
    const own = () => ({ TMPDIR: temp(), PLATFORM_LOG: "debug", PULUMI_DEBUG_COMMANDS: "true" });
    const run = async (...args: string[]) => succeeded(await engine.stack.run(args, own()));
    const tokens = () => {
      const { token, registryToken } = engine.emulator;
      return { token, registryToken };
    };
    beforeEach(() => mkdirSync(temp(), { recursive: true }));

    /** Every kind of secret: of inputs, of outputs, of a provider, of a program's own marking, of one that is signed here. */
    const declare = (clientSecret: string) => {
      const { root, emulator, world } = engine;
      const settings = JSON.stringify({ baseUrl: emulator.url, ...tokens() });
      // As in a language whose class marks nothing: the plugin has to.
      const plugin = `new pulumi.ProviderResource("platform", "emea", ${settings})`;
      const provider = shell === "plugin" ? plugin : `new platform.Provider("emea", ${settings})`;
      writeFiles(engine.workspace.directory, {
        "index.js": `
          const pulumi = require("@pulumi/pulumi");
          const platform = require("pulumi-platform");
          const parentUid = "${root}";
          const provider = ${provider};
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
        `,
      });
    };

    /** Everything in files that Pulumi and the host wrote: states, their copies, the history, events, and what processes share. */
    const written = (): string => {
      const folders = [temp(), join(engine.workspace.directory, ".pulumi-test", "backend")];
      const files = folders.flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
      );
      try {
        return files.flatMap((file) => (statSync(file).isFile() ? readFileSync(file, "utf8") : [])).join("\n");
      } catch (error) {
        // A running engine renames its temporary files. All are read again.
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return written();
        throw error;
      }
    };

    const assertHidden = (texts: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>) => {
      for (const [where, text] of Object.entries(texts))
        for (const [name, secret] of Object.entries(secrets)) {
          const at = text.indexOf(secret);
          assert.equal(at, -1, `${name} is in the ${where}: …${text.slice(Math.max(0, at - 1500), at)}`);
        }
    };

    it("are in no output, state, event or file, whatever is shown (rows 66, 69) (report: a secret is in plain text in the state after a refresh)", async () => {
      await run("config", "set", "--secret", "platform:registryToken", canaries.config);
      declare(canaries.clientSecret);
      await run("preview", "--diff");
      await run("up", "--yes", "--diff", "--event-log", join(temp(), "events.json"));
      await run("preview", "--json");
      declare(canaries.nextClientSecret);
      await run("preview", "--diff", "--json");
      engine.emulator.clearRequests();
      await run("up", "--yes", "--json");
      assert.deepEqual(
        mutations(engine.emulator.requests).map(({ mask }) => mask),
        ["oidc.client_secret"],
      );
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
      const { token: platformToken, registryToken } = tokens();
      assertHidden(
        { output: engine.shown(), files: written() },
        { ...canaries, code, token, password, platformToken, registryToken, key: "PRIVATE KEY" },
      );
      assert.match(shown, /POST \/iam\/v2\/groups/, "each request is in the output");
      assert.match(shown, /\[secret\]/);
    });

    // test/hosts/process/errors.test.ts has more answers.
    it("are in no message when the platform repeats them or refuses a job's token, and in no verbose log (row 66)", async () => {
      const declareOne = (kind: string, name: string, args: object) =>
        writeFiles(engine.workspace.directory, {
          "index.js": `const platform = require("pulumi-platform"); new platform.${kind}("${name}", ${JSON.stringify(args)});`,
        });
      const parentUid = engine.root;
      declareOne("Group", "verbose", { parentUid });
      // At -v=9 the engine itself writes every property that it passes on, those of an explicit provider too. The settings of
      // the environment are none of them.
      const verbose = succeeded(await engine.stack.run(["up", "--yes", "-v=9", "--logtostderr"], own()));
      engine.forget(verbose.output);
      assertHidden({ log: verbose.output }, tokens());

      const { clientSecret } = canaries;
      const oidc = { issuer: "https://issuer.example.com", clientId: "c", clientSecret };
      declareOne("IdentityProvider", "sso", { parentUid, defaultRole: engine.world.uids["iam:Role"]?.[0], oidc });
      const { token } = engine.emulator;
      const said = `cannot take ${clientSecret} from Bearer ${token}`;
      const headers = { "content-type": "application/json", "x-echo": token };
      const body = JSON.stringify({ code: 3, message: said, details: [{ "@type": "type.example.com/x", said }] });
      const actions: readonly FaultAction[] = [
        { kind: "body", status: 400, headers, body },
        { kind: "body", status: 302, headers: { location: `/login?token=${token}` }, body: said },
      ];
      for (const action of actions) {
        const fault = engine.emulator.fault({ method: "POST", times: Number.POSITIVE_INFINITY, action });
        assert.equal((await engine.stack.up("--continue-on-error", "--diff")).code, 1, action.kind);
        fault.remove();
      }
      assert.match(engine.shown(), /cannot take \S+ from Bearer/, "its words are shown, but for the secrets in them");

      declare(clientSecret);
      const job = { PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "org/nobody", PLATFORM_ID_TOKEN: canaries.idToken };
      const refused = await engine.stack.run(["up", "--yes", "--skip-preview"], { ...own(), ...job });
      assert.notEqual(refused.code, 0);
      assertHidden({ output: engine.shown(), files: written() }, { ...canaries, ...tokens() });
    });

    if (shell === "dynamic") return;
    it("are in no file, no message and no dump while the plugin is killed in a create (row 66)", async () => {
      declare(canaries.clientSecret);
      const held = engine.emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
      const started = engine.stack.start(["up", "--yes", "--skip-preview"], own());
      await held.reached;
      assertHidden({ files: written() }, canaries);
      const hosts = hostProcessesBelow(started.pid);
      assert.equal(hosts.length, 2, "the default provider and an explicit one");
      for (const host of hosts) process.kill(host, "SIGSEGV");
      held.remove();
      const { code, output } = await started.ended;
      assert.notEqual(code, 0, output);
      assert.match(output, /error reading from server|connection|EOF/);
      assertHidden({ output: engine.shown(), files: written() }, { ...canaries, ...tokens() });
    });
  },
  { shared: true, timeoutMs: 400_000 },
);
