import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import ts from "typescript";
import { call } from "../support/command";
import { customerFor } from "../support/customer";
import { assertSettled, succeeded } from "../support/engine";
import { readPage, samplesOf } from "../support/pages";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertConverged, assertInvariants } from "./invariants";
import { declareToken, login, loginFile, pull, putImage, writes } from "./pull-token";

/** The capabilities that docs/pull-tokens.md says a role needs: to create a token, and to rotate or delete it. */
function neededByPage(): readonly [create: string[], all: string[]] {
  const [, create = "", more = ""] =
    /- To create one, (.*?)\. To rotate or delete one, (.*?)\./s.exec(readPage("docs/pull-tokens.md")) ?? [];
  const namesIn = (text: string): string[] => text.match(/CAP_[A-Z_]+/g) ?? [];
  assert.ok(namesIn(create).length > 0 && namesIn(more).length > 0, "the page names no capabilities");
  return [namesIn(create), [...namesIn(create), ...namesIn(more)]];
}

/** How far the platform's clock is ahead, in milliseconds. */
let ahead = 0;

describeEngine(
  "a pull token",
  (engine) => {
    beforeEach(() => {
      ahead = 0;
      putImage(engine);
    });

    it("opens a private image until it expires or is destroyed, and a preview changes nothing (row 256)", async () => {
      declareToken(engine);
      succeeded(await engine.stack.preview());
      assert.deepEqual([writes(engine), existsSync(loginFile(engine))], [[], false]);
      succeeded(await engine.stack.up());
      const token = login(engine);
      assert.deepEqual(await pull(engine, token), [200, 200]);
      engine.emulator.clearRequests();
      succeeded(await engine.stack.preview("--expect-no-changes"));
      await assertSettled(engine.stack);
      assert.deepEqual([writes(engine), login(engine)], [[], token]);
      ahead = 31 * 86_400_000;
      assert.deepEqual(await pull(engine, token), [401]);
      ahead = 0;
      await assertInvariants(engine, { secrets: [token.password] });
      assert.deepEqual(await pull(engine, token), [401]);
    });

    it("reads a history with the settings of the page, and is refused as a registry token (row 278)", async () => {
      declareToken(engine);
      succeeded(await engine.stack.up());
      const { username, password } = login(engine);
      const { emulator } = engine;
      const history = (settings: Record<string, string>) =>
        call(["history", "acme/app:v1", "-o", "json"], {
          environment: {
            PLATFORM_BASE_URL: emulator.url,
            PLATFORM_REGISTRY_URL: emulator.registryUrl,
            ...settings,
          },
        });
      const read = await history({ PLATFORM_IDENTITY: username, PLATFORM_ID_TOKEN: password });
      assert.equal(read.code, 0, read.stderr);
      assert.match(read.stdout, /sha256:a{64}/);
      const refused = await history({ PLATFORM_REGISTRY_TOKEN: password });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /HTTP 401/);
      await assertInvariants(engine);
    });

    it("is encrypted in the state, and its private key is nowhere (row 257)", async () => {
      declareToken(engine);
      succeeded(await engine.stack.up());
      const { username, password } = login(engine);
      const text = engine.stack.stateText();
      assert.ok(text.includes("platform-local:SignedToken") && text.includes("issuerKeys"));
      for (const hidden of ["PRIVATE KEY", '\\"d\\"', password]) assert.ok(!text.includes(hidden), hidden);
      const shown = succeeded(await engine.stack.run(["stack", "output", "dockerConfigJson", "--show-secrets"]));
      engine.forget(shown.output);
      const { host } = new URL(engine.emulator.registryUrl);
      const auth = Buffer.from(`${username}:${password}`).toString("base64");
      assert.deepEqual(JSON.parse(shown.stdout), { auths: { [host]: { username, password, auth } } });
      await assertInvariants(engine, { secrets: [password, auth] });
    });

    it("of an explicit provider is for the issuer and the registry of that provider (row 256)", async () => {
      const { url, token } = engine.emulator;
      const registryUrl = url.replace("127.0.0.1", "localhost");
      const settings = JSON.stringify({ baseUrl: url, token, registryUrl });
      declareToken(engine, "", `{ provider: new platform.Provider("other", ${settings}) }`);
      succeeded(await engine.stack.up());
      assert.deepEqual(await pull(engine, login(engine)), [200, 200]);
      const shown = succeeded(await engine.stack.run(["stack", "output", "dockerConfigJson", "--show-secrets"]));
      engine.forget(shown.output);
      assert.deepEqual(Object.keys(JSON.parse(shown.stdout).auths), [new URL(registryUrl).host]);
      await assertInvariants(engine);
    });

    it("in a folder causes a warning that says what works", async () => {
      const [team = ""] = engine.world.uids["iam:Group"] ?? [];
      declareToken(engine, `parentUid: "${team}"`);
      const { output } = succeeded(await engine.stack.preview());
      assert.match(
        output,
        /PullToken cluster: parentUid is not a root group, so the registry may refuse this token\. Set/,
      );
    });

    it("gets further roles and loses them again, without a new token or a new role binding for those that stay", async () => {
      const roleBindings = () =>
        engine.stack.recorded().flatMap(({ type, id }) => (/RoleBinding$/.test(type) ? [id] : []));
      declareToken(engine, 'role: "registry.pull"');
      succeeded(await engine.stack.up());
      const [token, [former]] = [login(engine), roleBindings()];
      for (const [args, written] of [
        ['roles: ["registry.pull", "apk.pull"]', ["POST roleBindings"]],
        ['roles: ["registry.pull"]', ["DELETE roleBindings"]],
      ] as const) {
        declareToken(engine, args);
        engine.emulator.clearRequests();
        succeeded(await engine.stack.up());
        assert.deepEqual([writes(engine), login(engine)], [written, token]);
        assert.ok(roleBindings().includes(former));
      }
      await assertInvariants(engine, { secrets: [token.password] });
    });

    it("of the program in docs/pull-tokens.md opens a private image, and drift finds nothing (row 261)", async () => {
      const [{ text = "" } = {}] = samplesOf("docs/pull-tokens.md");
      const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
      writeFiles(engine.workspace.directory, { "index.js": outputText });
      const environment = { PLATFORM_ORGANIZATION: engine.root };
      succeeded(await engine.stack.run(["up", "--yes", "--skip-preview"], environment));
      const output = async (name: string) => {
        const shown = succeeded(await engine.stack.run(["stack", "output", name, "--show-secrets"]));
        engine.forget(shown.output);
        return shown.stdout.trim();
      };
      const token = { username: await output("username"), password: await output("password") };
      assert.deepEqual(await pull(engine, token), [200, 200]);
      const words = ["drift", "--stack", "test", "--cwd", engine.workspace.directory];
      const drift = await call(words, { environment: { ...engine.stack.environment, ...environment } });
      assert.equal(drift.code, 0, drift.stdout + drift.stderr);
      await assertInvariants(engine, { secrets: [token.password] });
    });

    it("of a customer with no more than the page asks for is created, refreshed, rotated and destroyed without a warning (row 272)", async () => {
      const [create, all] = neededByPage();
      const run = async (words: readonly string[], environment: Record<string, string>): Promise<void> => {
        const { output } = succeeded(await engine.stack.run([...words, "--yes", "--skip-preview"], environment));
        assert.doesNotMatch(output, /lacks|warning|was not deleted/i);
      };
      const creator = await customerFor(engine.emulator, { capabilities: create });
      declareToken(engine);
      await run(["up"], creator);
      await run(["up", "--refresh"], creator);
      const former = login(engine);
      assert.deepEqual(await pull(engine, former), [200, 200]);
      const rotator = await customerFor(engine.emulator, { capabilities: all });
      declareToken(engine, 'rotate: "2"');
      await run(["up", "--refresh"], rotator);
      const next = login(engine);
      assert.deepEqual([await pull(engine, former), await pull(engine, next)], [[401], [200, 200]]);
      const idTokens = [creator, rotator].map(({ PLATFORM_ID_TOKEN = "" }) => PLATFORM_ID_TOKEN);
      await assertConverged(engine, [former.password, next.password, ...idTokens]);
      await run(["destroy"], rotator);
      assert.deepEqual(await pull(engine, next), [401]);
      assert.deepEqual(
        engine.emulator.list("iam:Identity").filter(({ name }) => String(name).startsWith("cluster")),
        [],
      );
    });
  },
  { now: () => new Date(Date.now() - 30_000 + ahead) },
);
