import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { replaceFile, writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

const digest = `sha256:${"a".repeat(64)}`;

describeEngine("advice of pages and errors", (engine) => {
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  /** An `up` that fails with an advice. */
  const refused = async (advice: RegExp) => {
    const { code, output } = await engine.stack.up();
    assert.equal(code, 1, output);
    assert.match(output, advice);
  };

  it("restores objects that no longer exist, that an older release does not know, or whose state is truncated", async () => {
    const declared = (description: string): Declared[] => [
      { name: "team", class: "Group", args: { parentUid: engine.root, description } },
      { name: "web", class: "Repo", args: { parentUid: engine.root } },
    ];
    engine.declare(declared("one"));
    succeeded(await engine.stack.up());
    const gone = await uidOf("team");
    engine.emulator.remove(gone);
    engine.declare(declared("two"));
    await refused(
      /It no longer exists, or this token does not see it\.[\s\S]*Run pulumi refresh, which updates the state/,
    );
    succeeded(await engine.stack.refresh("--yes"));
    assert.equal((await engine.recorded()).get("team"), undefined);
    succeeded(await engine.stack.up());
    assert.notEqual(await uidOf("team"), gone);

    // The release before the first that has repos.
    const kinds = join(engine.workspace.directory, "node_modules/pulumi-platform/dist/description/resources/index.js");
    const newer = readFileSync(kinds, "utf8");
    replaceFile(kinds, `${newer}\ndelete exports.resources["registry:Repo"];\n`);
    const unknown = await engine.stack.refresh("--yes");
    assert.equal(unknown.code, 1);
    assert.match(
      unknown.output,
      /unknown type registry:Repo[\s\S]*If a newer version of pulumi-platform wrote the state, install that version/,
    );
    replaceFile(kinds, newer);
    succeeded(await engine.stack.refresh("--yes", "--expect-no-changes"));

    const state = join(engine.workspace.directory, ".pulumi-test/backend/.pulumi/stacks/test/test.json");
    // The backend replaces the state file at once, and writes the file beside it in place.
    writeFileSync(`${state}.attrs`, "");
    await refused(/failed to load checkpoint: EOF/);
    rmSync(`${state}.attrs`);
    succeeded(await engine.stack.up("--expect-no-changes"));
    const whole = readFileSync(state, "utf8");
    writeFileSync(state, whole.slice(0, whole.length / 2));
    await refused(/failed to load checkpoint/);
    copyFileSync(`${state}.bak`, state);
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });

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
