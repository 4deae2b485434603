import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { version } from "../../src/version";
import { startWorld } from "../support/command";
import { quickCall } from "../support/quick-call";
import { repositoryRoot, writeFiles } from "../support/workspace";

interface Found {
  readonly name: string;
  readonly status: string;
  readonly text: string;
  readonly remedy: string | null;
}

const PROJECT = "name: site\nruntime: nodejs\n";
const linesFor = (path: string) => `plugins:\n  providers:\n    - name: platform\n      path: ${path}\n`;
const USUAL = "node_modules/pulumi-platform/dist/plugin";

const LANGUAGE_PATH = "./platform-plugin";

describe("doctor, in a project whose resources the plugin serves,", function () {
  this.timeout(120_000);

  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startWorld();
  });
  after(() => emulator.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "doctor-plugin-"));
    mkdirSync(join(folder, "home"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = () => join(folder, "Pulumi.yaml");
  const install = () => symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "junction");
  async function checks(shell: string, more: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> {
    const environment = {
      ...emulator.environment,
      PULUMI_HOME: join(folder, "home"),
      PLATFORM_SHELL: shell,
      ...more,
    };
    const { stdout, stderr } = await quickCall(["doctor", "-o", "json"], { environment, cwd: folder });
    assert.equal(stderr, "");
    return (JSON.parse(stdout) as { checks: Found[] }).checks;
  }
  async function check(shell: string, more: Readonly<Record<string, string>> = {}): Promise<Found | undefined> {
    const [found, ...others] = (await checks(shell, more)).filter(({ name }) => name === "plugin");
    assert.deepEqual(others, []);
    return found;
  }
  const isFound = async () => {
    const found = await check("plugin");
    assert.deepEqual([found?.status, found?.text], ["ok", `${USUAL} has this version`]);
  };

  it("reports that Pulumi.yaml lacks the lines, and accepts the lines that it names", async () => {
    install();
    writeFileSync(file(), PROJECT);
    const missing = await check("plugin");
    assert.equal(missing?.status, "problem");
    assert.equal(missing?.text, "platform:shell is plugin, and Pulumi.yaml names no folder of the plugin");
    const [, lines = ""] = /^add to Pulumi\.yaml: (.+)$/.exec(missing?.remedy ?? "") ?? [];
    appendFileSync(file(), `${lines}\n`);
    await isFound();
  });

  it("reports that the folder is missing, with either host, and finds it after npm ci", async () => {
    writeFileSync(file(), PROJECT + linesFor(USUAL));
    for (const shell of ["dynamic", "plugin"]) {
      const missing = await check(shell);
      assert.equal(missing?.status, "problem", shell);
      assert.match(missing?.text ?? "", /dist\/plugin, which does not exist\. Pulumi runs nothing without it/);
      assert.equal(missing?.remedy, "run npm ci before any command of Pulumi");
    }
    install();
    await isFound();
    assert.equal(await check("dynamic"), undefined);
  });

  it("reports a folder that is missing, has no plugin or has another version, and names the right one", async () => {
    install();
    writeFiles(folder, {
      "empty/readme.txt": "nothing",
      "older/pulumi-resource-platform": "",
      "older/schema.json": { name: "platform", version: "0.0.1" },
    });
    for (const [path, text] of [
      ["none", "Pulumi.yaml names the folder none, which does not exist. Pulumi runs nothing without it"],
      ["empty", "Pulumi.yaml names empty, which is not the folder of a plugin"],
      ["./older", `./older has version 0.0.1, and this package has ${version}`],
    ] as const) {
      writeFileSync(file(), PROJECT + linesFor(path));
      const wrong = await check("plugin");
      assert.deepEqual([wrong?.status, wrong?.text], ["problem", text]);
      const [, right = ""] = /^set path to (\S+) in Pulumi\.yaml/.exec(wrong?.remedy ?? "") ?? [];
      writeFileSync(file(), readFileSync(file(), "utf8").replace(`path: ${path}`, `path: ${right}`));
      await isFound();
    }
  });

  it("accepts an installed plugin of this version, a plugin on PATH, and a folder below packages", async () => {
    install();
    writeFileSync(file(), PROJECT);
    mkdirSync(join(folder, "home/plugins/resource-platform-v0.0.1"), { recursive: true });
    const older = await check("plugin");
    assert.equal(older?.status, "problem");
    assert.match(older?.text ?? "", /Pulumi has installed 0\.0\.1, and this package has /);
    mkdirSync(join(folder, `home/plugins/resource-platform-v${version}`));
    assert.equal((await check("plugin"))?.status, "note");
    rmSync(join(folder, "home/plugins/resource-platform-v0.0.1"), { recursive: true });
    assert.deepEqual((await check("plugin"))?.status, "ok");
    const onPath = await check("plugin", { PATH: join(repositoryRoot, "dist/plugin") });
    assert.deepEqual([onPath?.status, onPath?.text.startsWith("is on PATH")], ["note", true]);
    writeFileSync(file(), `${PROJECT}packages:\n  platform: ./${USUAL}\n`);
    assert.equal((await check("plugin"))?.text, `./${USUAL} has this version`);
  });

  for (const runtime of ["yaml", "python", "go", "{ name: python, options: { toolchain: uv } }"]) {
    it(`checks the plugin and no package of Node for runtime ${runtime}`, async () => {
      const project = `name: site\nruntime: ${runtime}\n`;
      const packages = join(folder, "platform-plugin/node_modules");
      writeFileSync(file(), project);
      const all = await checks("dynamic");
      assert.deepEqual(
        all.filter(({ name }) => name === "sdk"),
        [],
      );
      const missing = all.find(({ name }) => name === "plugin");
      assert.equal(missing?.status, "problem");
      assert.match(missing?.text ?? "", /^runtime (yaml|python|go) needs the plugin, and Pulumi\.yaml names no folder/);
      const [, lines = ""] = /^add to Pulumi\.yaml: (packages: \{.*?\}), and set up/.exec(missing?.remedy ?? "") ?? [];
      appendFileSync(file(), `${lines}\n`);
      assert.match((await check("dynamic"))?.remedy ?? "", /set up that folder \(docs\/languages\.md\)$/);
      writeFiles(folder, {
        "platform-plugin/PulumiPlugin.yaml": "runtime: nodejs\n",
        "platform-plugin/package.json": "{}",
      });
      const notInstalled = await check("dynamic");
      assert.equal(notInstalled?.text, `the packages in ${LANGUAGE_PATH} are not installed`);
      assert.equal(notInstalled?.remedy, "run pulumi install");
      symlinkSync(join(repositoryRoot, "node_modules"), packages, "junction");
      const found = await check("dynamic");
      assert.deepEqual([found?.status, found?.text], ["ok", `${LANGUAGE_PATH} has this version`]);
      writeFileSync(file(), project);
      mkdirSync(join(folder, `home/plugins/resource-platform-v${version}`), { recursive: true });
      assert.equal((await check("dynamic"))?.text, "is installed in this version");
    });
  }

  it("reports what it did not check: a file that cannot be read, and a folder without a project", async () => {
    install();
    assert.equal((await check("plugin"))?.status, "note");
    writeFileSync(file(), "plugins: [");
    const unread = await check("plugin");
    assert.equal(unread?.status, "unknown");
    assert.match(unread?.text ?? "", /^was not checked: Pulumi\.yaml cannot be read: /);
    assert.equal(await check("dynamic"), undefined);
    writeFileSync(file(), PROJECT);
    assert.equal(await check("other"), undefined, "the setting is a problem of its own");
  });
});
