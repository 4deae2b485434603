import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { succeeded } from "../support/engine";
import { builtSchema } from "../support/package-schema";
import { installCommand, repositoryRoot, writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { recordingProxy } from "./recording-proxy";

/** A program as an SDK of `pulumi package gen-sdk` registers it: with version and download URL of the schema. */
function asGenerated(parentUid: string): string {
  const { version, pluginDownloadURL } = builtSchema();
  const options = JSON.stringify({ version, pluginDownloadURL });
  return `const pulumi = require("@pulumi/pulumi");
    new pulumi.CustomResource("platform:index:Group", "team", { parentUid: "${parentUid}" }, ${options});
    exports.viewer = pulumi.runtime.invokeOutput("platform:index:getRole", { name: "viewer" }, ${options}).name;`;
}

describeEngine("a project without the path of the plugin, which is installed on the machine,", (engine) => {
  it("runs the plugin that `pulumi plugin install --file` installed from the tarball, for a generated SDK", async () => {
    const dist = join(repositoryRoot, "dist");
    const tarball = readdirSync(dist).find((name) => name.endsWith(".tar.gz")) ?? "none";
    const args = ["plugin", "install", "resource", "platform", "0.1.0", "--file", join(dist, tarball)];
    succeeded(await engine.stack.run(args));
    writeFiles(engine.workspace.directory, { "index.js": asGenerated(engine.root) });
    succeeded(await engine.stack.up());
    assert.equal((await engine.stack.outputs()).viewer, "viewer");
    assert.match(JSON.stringify(engine.stack.recorded()), /default_0_1_0/);
    succeeded(await engine.stack.destroy());
  });

  it("runs the plugin that npm scripts and npx find in node_modules/.bin, and else sends no request for one", async () => {
    const { directory } = engine.workspace;
    installCommand(directory);
    const { PATH = "" } = engine.stack.environment;
    const environment = {
      PLATFORM_SHELL: "plugin",
      PATH: [join(directory, "node_modules/.bin"), PATH].join(delimiter),
    };
    engine.declare([{ name: "team", class: "Group", args: { parentUid: engine.root } }]);
    const proxy = await recordingProxy();
    try {
      const { output } = await engine.stack.operate(["up", "--yes", "--skip-preview"], {
        PLATFORM_SHELL: "plugin",
        PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
        ...proxy.environment,
      });
      assert.match(output, /unknown plugin source scheme: "npm"/);
      assert.deepEqual(proxy.requests, []);
    } finally {
      proxy.close();
    }
    succeeded(await engine.stack.operate(["up", "--yes", "--skip-preview"], environment));
    assert.ok(engine.stack.recorded().some(({ type }) => type === "platform:index:Group"));
    succeeded(await engine.stack.operate(["destroy", "--yes", "--skip-preview"], environment));
  });
});
