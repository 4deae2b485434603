import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resources } from "../../../src/description/resources";
import { inputFields } from "../../../src/description/spec/resource";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { HostError, type Props, secretOf } from "../../support/host";
import { populate } from "../../support/platform";
import { type PluginHost, startPlugin, textsIn, urnOf, withoutMarked } from "../../support/plugin-host";
import { maximalInputs, minimalInputs } from "../../support/samples";

/** What the engine prints of a plugin that crashes, and what it leaves on the disk, nobody scrubs. */
describe("secrets in the process of the plugin [plugin]", () => {
  let emulator: Emulator;
  let folder: string;
  let plugin: PluginHost | undefined;
  beforeEach(async () => {
    emulator = await startEmulator();
    folder = mkdtempSync(join(tmpdir(), "plugin-secrets-"));
  });
  afterEach(async () => {
    await plugin?.close();
    plugin = undefined;
    await emulator.close();
    rmSync(folder, { recursive: true });
  });

  const urn = urnOf("iam:Group", "team");
  const group = (more: Props = {}): Props => ({ parentUid: emulator.organization.uid, name: "team", ...more });
  const start = async (environment: Readonly<Record<string, string>> = {}, config: Props = {}) => {
    plugin = await startPlugin({ environment: { ...emulator.environment, TMPDIR: folder, ...environment }, config });
    return plugin;
  };
  const leftOnDisk = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => join(folder, file))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");

  it("are not in the files that processes of a run share, also while an address has a password (row 66)", async () => {
    const own = await start();
    const name = secretOf("canary-secret-name");
    const { inputs } = await own.check(urn, {}, group({ name }));
    await own.create(urn, inputs);
    const parent = await own.check(urnOf("iam:Group", "other"), {}, group({ adoptUid: secretOf("canary-uid/a") }));
    assert.deepEqual(parent.reasons, []);
    const written = leftOnDisk();
    assert.match(written, / held$/m);
    assert.doesNotMatch(written, /canary/);
    await own.close();
    const address = emulator.url.replace("http://", "http://user:canary-password@");
    const other = await start({ PLATFORM_BASE_URL: address });
    await other.check(urn, {}, group());
    assert.match(leftOnDisk(), / wanted$/m);
    assert.doesNotMatch(leftOnDisk(), /canary/);
  });

  for (const [what, code, shown] of [
    ["an error that nobody caught", "throw error()", /\bError\b/],
    ["a promise that nobody awaits", "void Promise.reject(error())", /\bError\b/],
    ["a warning of Node's", "process.emitWarning(error())", /lost /],
    ["a print of a dependency", "console.error(error())", /lost /],
  ] as const)
    it(`are not in the output of a crash: ${what} (row 66)`, async () => {
      const script = join(folder, "injected.cjs");
      writeFileSync(
        script,
        `const error = () => new Error("lost Bearer " + process.env.PLATFORM_TOKEN + " and canary-description");
         process.on("SIGUSR2", () => { ${code}; });`,
      );
      const own = await start({ NODE_OPTIONS: `--require ${JSON.stringify(script)}`, PLATFORM_LOG: "debug" });
      const held = emulator.fault({ method: "POST", path: "/iam/v2/groups", action: { kind: "hold" } });
      const creating = own.create(urn, group({ description: secretOf("canary-description") })).catch(() => undefined);
      await held.reached;
      process.kill(own.pid ?? 0, "SIGUSR2");
      held.release();
      await creating;
      process.kill(own.pid ?? 0, "SIGINT");
      await own.closed;
      const everything = own.printed() + own.shown.map(({ text }) => text).join("\n");
      assert.match(everything, shown, "something is shown of it");
      for (const secret of [emulator.token, "canary"]) assert.equal(everything.indexOf(secret), -1, everything);
    });

  it("are in no complaint, error or warning, in any input of any kind (rows 66, 69)", async () => {
    const own = await start({ PLATFORM_LOG: "debug" });
    const world = populate(emulator);
    const told: string[] = [];
    for (const spec of Object.values(resources)) {
      const urn = urnOf(spec.type, "one");
      const inputs = minimalInputs(world, spec);
      for (const [name] of inputFields(spec.fields))
        for (const hidden of ["CAP_CANARY_VALUE", ["CAP_CANARY_VALUE"], { name: "CAP_CANARY_VALUE" }]) {
          const news = { ...inputs, [name]: secretOf(hidden) };
          const { reasons } = await own.check(urn, {}, news);
          told.push(...reasons);
          if (reasons.length === 0) await own.create(urn, news).catch((error: Error) => told.push(error.message));
        }
    }
    assert.ok(told.length > 100, `${told.length} complaints`);
    told.push(...own.shown.map(({ text }) => text), leftOnDisk(), own.printed());
    assert.deepEqual(
      told.filter((text) => /canary/i.test(text)),
      [],
    );
  });

  it("stay marked in everything that a state contains, in any input of any kind (row 69)", async () => {
    const own = await start();
    const world = populate(emulator);
    const plain: string[] = [];
    let compared = 0;
    for (const spec of Object.values(resources)) {
      const urn = urnOf(spec.type, "one");
      const inputs = maximalInputs(world, spec);
      // The id of an object holds that of its parent, so that no uid can be kept secret.
      const hidden = inputFields(spec.fields).flatMap(([name, { type }]) =>
        inputs[name] === undefined || (type.kind === "string" && type.refersTo !== undefined) ? [] : [name],
      );
      const news = Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, hidden.includes(name) ? secretOf(value) : value]),
      );
      const secrets = hidden.flatMap((name) => textsIn(inputs[name])).filter((text) => text.length >= 6);
      const { inputs: checked, reasons } = await own.check(urn, {}, news);
      assert.deepEqual(reasons, [], spec.type);
      const planned = await own.create(urn, checked, { preview: true });
      const { id, properties } = await own.create(urn, checked);
      const found = await own.read({ urn, id }, properties, checked);
      const updated = await own.update({ urn, id }, properties, checked);
      assert.equal((await own.diff({ urn, id }, updated, checked)).changes, "DIFF_NONE", spec.type);
      for (const values of [checked, planned.properties, properties, found.properties, found.inputs, updated]) {
        compared += 1;
        const shown = textsIn(withoutMarked(values));
        plain.push(...shown.filter((text) => secrets.includes(text)).map((text) => `${spec.type}: ${text}`));
      }
    }
    assert.ok(compared > 50);
    assert.deepEqual([...new Set(plain)], []);
  });

  it("stay marked in a refresh after somebody moved them in a list or a map (row 69)", async () => {
    const own = await start();
    const urn = urnOf("registry:Repo", "image");
    const canary = "https://a.example.com/canary";
    const other = "https://a.example.com/other";
    const overlay = (runtimeRepositories: readonly unknown[], environment: Props): Props => ({
      contents: { runtimeRepositories },
      environment,
    });
    const secret = overlay([secretOf(canary), other], { TOKEN: secretOf(canary) });
    const syncConfig = { source: "public-org/nginx" };
    const given = { ...group({ name: "image" }), syncConfig, customOverlay: secret };
    const { inputs, reasons } = await own.check(urn, {}, given);
    assert.deepEqual(reasons, []);
    const { id, properties } = await own.create(urn, inputs);
    emulator.edit(id, { customOverlay: overlay([other, canary], { KEY: canary }) });
    const found = await own.read({ urn, id }, properties, inputs);
    for (const values of [found.properties, found.inputs]) {
      assert.ok(JSON.stringify(values).includes(canary));
      assert.ok(!textsIn(withoutMarked(values)).includes(canary), JSON.stringify(values));
    }
  });

  it("stay marked after an update without them, where the platform keeps the value or refuses to remove it (row 69)", async () => {
    const own = await start();
    const shownIn = (values: Props) => textsIn(withoutMarked(values)).filter((text) => text.includes("canary"));
    const bot = urnOf("iam:Identity", "bot");
    const claimMatch = { issuer: "https://issuer.example.com", subject: "job" };
    const identity = { ...group({ name: "bot" }), claimMatch };
    const given = (await own.check(bot, {}, { ...identity, company: secretOf("canary-company") })).inputs;
    const { id, properties } = await own.create(bot, given);
    const news = (await own.check(bot, given, { ...identity, description: "a bot" })).inputs;
    for (const preview of [true, false]) {
      const updated = await own.update({ urn: bot, id }, properties, news, { preview });
      assert.deepEqual(updated.company, secretOf("canary-company"));
      assert.equal(updated.description, "a bot");
    }

    const web = urnOf("registry:Repo", "web");
    const repo = (more: Props) => ({ ...group({ name: "web" }), ...more });
    const made = await own.create(web, (await own.check(web, {}, repo({ readme: secretOf("canary-readme") }))).inputs);
    for (const readme of [undefined, "no secret"]) {
      emulator.fault({ method: "PATCH", path: /readme$/, action: { kind: "status", code: "PERMISSION_DENIED" } });
      const next = (await own.check(web, made.properties, repo({ description: "a", ...(readme && { readme }) })))
        .inputs;
      const failed: unknown = await own
        .update({ urn: web, id: made.id }, made.properties, next)
        .catch((error) => error);
      assert.ok(failed instanceof HostError && failed.incomplete !== undefined, String(failed));
      assert.deepEqual(failed.incomplete.properties.readme, secretOf("canary-readme"));
      assert.deepEqual(shownIn(failed.incomplete.properties), []);
    }
    const open = await own.update({ urn: web, id: made.id }, made.properties, repo({ readme: "no secret" }));
    assert.equal(open.readme, "no secret", "a value that the program has now is as the program marks it");
  });

  it("are a change where the state has them in plain text, which sends nothing and replaces nothing (row 69)", async () => {
    const own = await start();
    const urn = urnOf("iam:Group", "found");
    const uid = String(
      emulator.put("iam:Group", emulator.organization.uid, { name: "found", description: "canary" }).uid,
    );
    const found = { urn, id: uid };
    // What the engine asks for the option `import`: it reads before it knows what the program says.
    const { inputs, properties } = await own.read(found);
    assert.equal(properties.description, "canary");
    const news = (await own.check(urn, inputs, { ...inputs, description: secretOf("canary") })).inputs;
    emulator.clearRequests();
    assert.deepEqual(await own.diff(found, properties, news), {
      changes: "DIFF_SOME",
      replaces: [],
      deleteBeforeReplace: false,
      detailed: {},
    });
    const updated = await own.update(found, properties, news);
    assert.deepEqual(updated.description, secretOf("canary"));
    assert.deepEqual(emulator.requests, []);
    assert.equal((await own.diff(found, updated, news)).changes, "DIFF_NONE");
    // Once it is plain in the program again, the state may keep its mark.
    assert.equal((await own.diff(found, updated, inputs)).changes, "DIFF_NONE");
  });
});
