import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { readPage } from "../support/pages";
import { pack, repositoryRoot, writeFiles } from "../support/workspace";
import { type LanguagePlace, languagePlace, playQuickstart } from "./language-place";
import { recordingProxy } from "./recording-proxy";

const page = readPage("docs/languages.md");
/** The lines of docs/plugin.md that name the plugin in the workspace's packages. */
const PATH = /```yaml\n(plugins:\n[\s\S]*?)```/.exec(readPage("docs/plugin.md"))?.[1] ?? "";
/** The commands of the page that install the plugin on a machine. */
const [FETCH = "", ...INSTALL] = (/```sh\n(npm pack [\s\S]*?)\n```/.exec(page)?.[1] ?? "").split("\n");

describe("a program in YAML", function () {
  this.timeout(180_000);
  let place: LanguagePlace;
  beforeEach(async () => {
    place = await languagePlace(false);
  });
  afterEach(() => place?.close());

  const write = (text: string) => writeFiles(place.workspace.directory, { "Pulumi.yaml": text });
  /** The quickstart, with the plugin from the place that is given instead of the example's own. */
  const quickstart = (plugin: string) => {
    const text = readFileSync(join(repositoryRoot, "examples/yaml/Pulumi.yaml"), "utf8");
    const own = "packages:\n  platform: ../platform-plugin\n";
    assert.ok(text.includes(own));
    write(text.replace(own, plugin));
  };

  it("runs the quickstart with the plugin of the npm package: it settles, shows drift, and leaves nothing", async () => {
    quickstart(PATH);
    await playQuickstart(place, await place.start(""));
  });

  it("runs the whole Pulumi.yaml of the page", async () => {
    const text = /^### YAML\n[\s\S]*?```yaml\n([\s\S]*?)```/m.exec(page)?.[1] ?? "";
    const own = "packages:\n  platform: ./platform-plugin\n";
    assert.ok(text.includes(own));
    write(text.replace(own, PATH));
    const stack = await place.start("");
    succeeded(await stack.operate(["up", "--yes", "--skip-preview"]));
    const { emulator } = place;
    assert.equal(emulator.list("iam:Group").filter(({ name }) => name === "team").length, 1);
    succeeded(await stack.operate(["destroy", "--yes", "--skip-preview"]));
  });

  it("runs the quickstart with the plugin that `pulumi plugin install` installed from the package, and sends no request for it", async () => {
    const proxy = await recordingProxy();
    try {
      quickstart("");
      const stack = await place.start("", {
        ...proxy.environment,
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
      });
      // What npm would fetch from the registry.
      const tarball = `${FETCH.replace("npm pack ", "").replace("@", "-")}.tgz`;
      copyFileSync(pack().tarball, join(place.workspace.directory, tarball));
      const options = { cwd: place.workspace.directory, env: stack.environment, stdio: "pipe" } as const;
      assert.equal(INSTALL.length, 2);
      for (const command of INSTALL) execFileSync("sh", ["-c", command], options);
      await playQuickstart(place, stack);
      assert.deepEqual(proxy.requests, []);
    } finally {
      proxy.close();
    }
  });

  it("looks for the plugin on other servers only if nothing names its folder, and never with the variable of the page", async () => {
    quickstart("");
    const proxy = await recordingProxy();
    try {
      const stack = await place.start("", { ...proxy.environment, GITHUB_TOKEN: "" });
      const asked = async (isOff: string) => {
        const { code } = await stack.operate(["preview"], { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: isOff });
        assert.notEqual(code, 0);
        return proxy.requests;
      };
      assert.ok(page.includes("`PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=true`"));
      assert.deepEqual(await asked("true"), []);
      for (const missing of [PATH.replace("node_modules", "none"), "packages:\n  platform: ./none\n"]) {
        quickstart(missing);
        assert.deepEqual(await asked("false"), [], missing);
      }
      quickstart("");
      assert.notDeepEqual(await asked("false"), []);
    } finally {
      proxy.close();
    }
  });

  it("keeps an object that a resource of another version adopts: the process of the former version deletes it last", async () => {
    const program = (name: string, version: string, more: string) =>
      `name: versions\nruntime: yaml\n${PATH}config:\n  organization: { type: string }\nresources:\n  ${name}:\n    type: platform:Group\n` +
      `    properties: { parentUid: "\${organization}", name: team${more} }\n    options: { version: ${version} }\n`;
    write(program("former", "0.0.1", ""));
    const stack = await place.start("");
    succeeded(await stack.up());
    const [group] = place.emulator.list("iam:Group").filter(({ name }) => name === "team");
    const providers = async () =>
      ((await stack.export()).deployment.resources ?? []).filter(({ type }) => type.startsWith("pulumi:providers:"));
    assert.deepEqual(
      (await providers()).map(({ urn }) => urn.split("::").at(-1)),
      ["default_0_0_1"],
    );
    write(program("renamed", "0.0.2", `, adoptUid: ${group?.uid}`));
    place.emulator.clearRequests();
    const moved = succeeded(await stack.up());
    assert.match(moved.output, /another resource of this program/);
    assert.deepEqual(mutations(place.emulator.requests), []);
    assert.ok(place.emulator.get(String(group?.uid)));
    assert.deepEqual(
      (await providers()).map(({ urn }) => urn.split("::").at(-1)),
      ["default_0_0_2"],
    );
    succeeded(await stack.up("--expect-no-changes"));
    succeeded(await stack.destroy());
  });
});
