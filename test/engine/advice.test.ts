import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";

const digest = `sha256:${"a".repeat(64)}`;

describeEngine("the advice of errors", (engine) => {
  it("sets up a stack from nothing, with its secrets as secrets", async () => {
    const repoUid = String(engine.emulator.put("registry:Repo", engine.root, { name: "app" }).uid);
    engine.emulator.put("registry:Tag", repoUid, { name: "v1", digest });
    const program = `
      const pulumi = require("@pulumi/pulumi");
      const platform = require("pulumi-platform");
      const config = new pulumi.Config();
      const parentUid = "${engine.root}";
      new platform.Subscription("one", { parentUid, sink: pulumi.secret("https://sink.example.com/canary-1") });
      new platform.Subscription("two", { parentUid, sink: config.requireSecret("sink") });
      const image = { repoUid: "${repoUid}", digest: "${digest}" };
      if (config.getBoolean("sized")) exports.size = platform.getImageSizeOutput(image).size;
    `;
    writeFiles(engine.workspace.directory, { "index.js": program });
    const bare = { PLATFORM_BASE_URL: "", PLATFORM_TOKEN: "", PLATFORM_IDENTITY: "" };
    const run = (...args: string[]) => engine.stack.run(args, bare);
    const up = () => run("up", "--yes", "--skip-preview");
    succeeded(await run("config", "set", "--secret", "sink", "https://sink.example.com/canary-2"));

    const advised = async (advice: RegExp): Promise<string[]> => {
      const { code, output } = await up();
      assert.equal(code, 1, output);
      const [, command = ""] = advice.exec(output) ?? [];
      assert.ok(command, output);
      return command.split(" ").slice(1);
    };
    const address = await advised(/platform:baseUrl is not set\. Run "(pulumi config set platform:baseUrl <value>)"/);
    succeeded(await run(...address.map((word) => word.replace("<value>", engine.emulator.url))));
    // What a fork's pull request gets: no token, and a preview all the same.
    succeeded(await run("preview"));
    const token = await advised(
      /No token is set\. Set PLATFORM_TOKEN .*run "(pulumi config set --secret platform:token <token>)"/,
    );
    succeeded(await run(...token.map((word) => word.replace("<token>", engine.emulator.token))));
    succeeded(await up());
    succeeded(await run("config", "set", "sized", "true"));
    succeeded(await up());
    assert.equal((await engine.stack.outputs()).size, 5368709120);
    const settings = readFileSync(join(engine.workspace.directory, "Pulumi.test.yaml"), "utf8");
    const kept = JSON.stringify(await engine.stack.export()) + settings + engine.shown();
    for (const secret of ["canary-1", "canary-2", engine.emulator.token]) assert.ok(!kept.includes(secret), secret);
    assert.equal(engine.emulator.list("events:Subscription").length, 2);

    // An address that was in the environment of the last update only.
    succeeded(await run("config", "rm", "platform:baseUrl"));
    const inEnvironment = { ...bare, PLATFORM_BASE_URL: engine.emulator.url };
    succeeded(await engine.stack.run(["up", "--yes", "--skip-preview"], inEnvironment));
    succeeded(await run(...address.map((word) => word.replace("<value>", engine.emulator.url))));
    const refresh = (...args: string[]) => run("refresh", "--yes", "--skip-preview", ...args);
    const refused = await refresh();
    assert.equal(refused.code, 1, refused.output);
    assert.match(refused.output, /After "pulumi config set", also run pulumi up, or add --run-program/);
    succeeded(await refresh("--run-program"));
    succeeded(await up());
    succeeded(await refresh());
    succeeded(await run("destroy", "--yes", "--skip-preview"));
  });
});
