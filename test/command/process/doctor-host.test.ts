import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../../src/client/version";
import { repositoryRoot, writeFiles } from "../../support/workspace";
import { Consultation } from "./doctor";

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
  /** Asserts what the check of the host says, and returns what it advises. */
  async function says(host: string, status: string, text: string | RegExp, more: Record<string, string> = {}) {
    const own = { PULUMI_HOME: join(folder, "home"), PLATFORM_SHELL: host, ...more };
    const { document } = await at.ask({ ...at.emulator.environment, ...own });
    const [found = assert.fail("there is no check"), ...others] = document.checks.filter(({ name }) => name === "host");
    assert.deepEqual([found.status, others], [status, []], found.text);
    if (typeof text === "string") assert.equal(found.text, text);
    else assert.match(found.text, text);
    return found.remedy ?? "";
  }
  const isFound = (path = USUAL) => says("plugin", "ok", `plugin, from the folder ${path} that Pulumi.yaml names`);
  const advised = (remedy: string, pattern: RegExp) => pattern.exec(remedy)?.[1] ?? assert.fail(remedy);

  it("says whether the dynamic host can be loaded", async () => {
    writeFileSync(file(), PROJECT);
    assert.equal(await says("dynamic", "problem", /^dynamic, /), NPM_CI);
    install();
    await says("dynamic", "ok", "dynamic, and can be loaded");
  });

  it("reports that Pulumi.yaml lacks the lines of the plugin, and accepts the lines that it names", async () => {
    install();
    writeFileSync(file(), PROJECT);
    const remedy = await says("plugin", "problem", "plugin, but Pulumi.yaml names no folder of it");
    appendFileSync(file(), `${advised(remedy, /^add to Pulumi\.yaml: (.+)$/)}\n`);
    await isFound();
  });

  it("reports that the folder is missing, with either host, and finds it after npm ci", async () => {
    writeFiles(folder, { "Pulumi.yaml": PROJECT + linesFor(USUAL) });
    const missing = /dist\/plugin that Pulumi\.yaml names does not exist, so Pulumi runs nothing/;
    for (const host of ["dynamic", "plugin"]) assert.equal(await says(host, "problem", missing), NPM_CI);
    install();
    await isFound();
    await says("dynamic", "ok", "dynamic, and can be loaded");
  });

  it("accepts an installed plugin of this version, a plugin on PATH, and a folder below packages", async () => {
    install();
    writeFileSync(file(), PROJECT);
    writeFiles(folder, { [`home/plugins/resource-platform-v${version}/pulumi-resource-platform`]: "" });
    await says("plugin", "ok", "plugin, as installed on this machine");
    rmSync(join(folder, "home/plugins"), { recursive: true });
    await says("plugin", "ok", /^plugin, /, { PATH: join(repositoryRoot, "dist/plugin") });
    writeFileSync(file(), `${PROJECT}packages:\n  platform: ./${USUAL}\n`);
    await isFound(`./${USUAL}`);
  });

  it("checks the plugin for a runtime of another language, whatever the setting says", async () => {
    writeFileSync(file(), "name: site\nruntime: { name: python, options: { toolchain: uv } }\n");
    const remedy = await says("dynamic", "problem", "plugin, but Pulumi.yaml names no folder of it");
    appendFileSync(file(), `${advised(remedy, /^add to Pulumi\.yaml: (packages: \{.*?\}), and set up/)}\n`);
    writeFiles(folder, { "platform-plugin/PulumiPlugin.yaml": "runtime: nodejs\n" });
    await says("dynamic", "ok", "plugin, from the folder ./platform-plugin that Pulumi.yaml names");
  });

  it("reports what it did not check: a file that cannot be read, and a folder without a project", async () => {
    install();
    await says("plugin", "note", /./);
    writeFileSync(file(), "plugins: [");
    await says("plugin", "unknown", /^was not checked: Pulumi\.yaml cannot be read: /);
  });
});
