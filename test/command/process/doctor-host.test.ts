import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../src/client/version";
import { Consultation } from "../../support/doctor";
import { repositoryRoot, writeFiles } from "../../support/workspace";

const PROJECT = "name: site\nruntime: nodejs\n";
const linesFor = (path: string) => `plugins:\n  providers:\n    - name: platform\n      path: ${path}\n`;
const USUAL = "node_modules/pulumi-platform/dist/plugin";
const NPM_CI = "run npm ci before any command of Pulumi";

describe("doctor, on the host of a project,", function () {
  this.timeout(120_000);

  const at = new Consultation();
  const { folder } = at;
  beforeEach(() => mkdirSync(join(folder, "home")));
  afterEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  });

  const file = () => join(folder, "Pulumi.yaml");
  const install = () => symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "junction");
  /** The check of the host, if there is one. */
  async function check(PLATFORM_SHELL: string, more: Readonly<Record<string, string>> = {}) {
    const own = { PULUMI_HOME: join(folder, "home"), PLATFORM_SHELL, ...more };
    const { document } = await at.ask({ ...at.emulator.environment, ...own });
    const [found, ...others] = document.checks.filter(({ name }) => name === "host");
    assert.deepEqual(others, []);
    return found;
  }
  const isFound = async (path = USUAL) => {
    const found = await check("plugin");
    assert.deepEqual([found?.status, found?.text], ["ok", `plugin, from the folder ${path} that Pulumi.yaml names`]);
  };

  it("says whether the dynamic host can be loaded", async () => {
    writeFileSync(file(), PROJECT);
    const missing = await check("dynamic");
    assert.deepEqual([missing?.status, missing?.remedy], ["problem", NPM_CI]);
    install();
    const found = await check("dynamic");
    assert.deepEqual([found?.status, found?.text], ["ok", "dynamic, and can be loaded"]);
  });

  it("reports that Pulumi.yaml lacks the lines of the plugin, and accepts the lines that it names", async () => {
    install();
    writeFileSync(file(), PROJECT);
    const missing = await check("plugin");
    assert.deepEqual([missing?.status, missing?.text], ["problem", "plugin, but Pulumi.yaml names no folder of it"]);
    const [, lines = ""] = /^add to Pulumi\.yaml: (.+)$/.exec(missing?.remedy ?? "") ?? [];
    appendFileSync(file(), `${lines}\n`);
    await isFound();
  });

  it("reports that the folder is missing, with either host, and finds it after npm ci", async () => {
    writeFiles(folder, { "Pulumi.yaml": PROJECT + linesFor(USUAL) });
    for (const shell of ["dynamic", "plugin"]) {
      const missing = await check(shell);
      assert.equal(missing?.status, "problem", shell);
      assert.match(missing?.text ?? "", /dist\/plugin that Pulumi\.yaml names does not exist, so Pulumi runs nothing/);
      assert.equal(missing?.remedy, NPM_CI);
    }
    install();
    await isFound();
    assert.equal((await check("dynamic"))?.text, "dynamic, and can be loaded");
  });

  it("reports a folder without a plugin, and names the right one", async () => {
    install();
    mkdirSync(join(folder, "empty"));
    writeFileSync(file(), PROJECT + linesFor("empty"));
    const wrong = await check("plugin");
    assert.equal(wrong?.text, "plugin, but the folder empty that Pulumi.yaml names has none");
    const [, right = ""] = /path: (\S+) /.exec(wrong?.remedy ?? "") ?? [];
    writeFileSync(file(), readFileSync(file(), "utf8").replace("path: empty", `path: ${right}`));
    await isFound();
  });

  it("accepts an installed plugin of this version, a plugin on PATH, and a folder below packages", async () => {
    install();
    writeFileSync(file(), PROJECT);
    writeFiles(folder, { "home/plugins/resource-platform-v0.0.1/pulumi-resource-platform": "" });
    assert.equal((await check("plugin"))?.status, "problem");
    writeFiles(folder, { [`home/plugins/resource-platform-v${version}/pulumi-resource-platform`]: "" });
    assert.equal((await check("plugin"))?.text, "plugin, as installed on this machine");
    rmSync(join(folder, "home/plugins"), { recursive: true });
    assert.equal((await check("plugin", { PATH: join(repositoryRoot, "dist/plugin") }))?.status, "ok");
    writeFileSync(file(), `${PROJECT}packages:\n  platform: ./${USUAL}\n`);
    await isFound(`./${USUAL}`);
  });

  for (const runtime of ["yaml", "python", "go", "{ name: python, options: { toolchain: uv } }"]) {
    it(`checks the plugin for runtime ${runtime}, whatever the setting says`, async () => {
      writeFileSync(file(), `name: site\nruntime: ${runtime}\n`);
      const missing = await check("dynamic");
      assert.equal(missing?.text, "plugin, but Pulumi.yaml names no folder of it");
      const [, lines = ""] = /^add to Pulumi\.yaml: (packages: \{.*?\}), and set up/.exec(missing?.remedy ?? "") ?? [];
      appendFileSync(file(), `${lines}\n`);
      writeFiles(folder, { "platform-plugin/PulumiPlugin.yaml": "runtime: nodejs\n" });
      const found = await check("dynamic");
      assert.deepEqual(
        [found?.status, found?.text],
        ["ok", "plugin, from the folder ./platform-plugin that Pulumi.yaml names"],
      );
    });
  }

  it("reports what it did not check: a file that cannot be read, and a folder without a project", async () => {
    install();
    assert.equal((await check("plugin"))?.status, "note");
    writeFileSync(file(), "plugins: [");
    const unread = await check("plugin");
    assert.equal(unread?.status, "unknown");
    assert.match(unread?.text ?? "", /^was not checked: Pulumi\.yaml cannot be read: /);
    writeFileSync(file(), PROJECT);
    assert.equal(await check("other"), undefined, "the setting is a problem of its own");
  });
});
