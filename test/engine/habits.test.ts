import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { writeFiles } from "../support/workspace";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

const program = (repo: string): string => `
  const pulumi = require("@pulumi/pulumi");
  const platform = require("pulumi-platform");
  const config = require("./config.json");
  const group = new platform.Group("team", { parentUid: config.root });
  ${repo}
`;

describeEngine("a habit of Pulumi users", (engine) => {
  it("of putting an Output into a string fails in the preview, and works as the error says", async () => {
    const { stack, workspace, emulator } = engine;
    const run = (repo: string) =>
      writeFiles(workspace.directory, { "index.js": program(repo), "config.json": { root: engine.root } });
    const wrong = [
      ["name: `app-${group.name}`", "name"],
      ["name: 'app', syncConfig: { source: `public-org/${group.name}` }", "syncConfig.source"],
      ["name: 'app', aliases: ['a', `b-${group.id}`]", "aliases[1]"],
    ] as const;
    for (const [args, input] of wrong) {
      run(`new platform.Repo("app", { parentUid: group.id, ${args} });`);
      emulator.clearRequests();
      const refused = await stack.preview();
      assert.equal(refused.code, 1, refused.output);
      assert.ok(refused.output.includes(`${input} was made of an Output`), refused.output);
      assert.match(refused.output, /Write pulumi\.interpolate/);
      assert.deepEqual(emulator.requests, []);
    }
    run("platform.getRepos({ name: `app-${group.name}` });");
    const asked = await stack.preview();
    assert.equal(asked.code, 1, asked.output);
    assert.match(asked.output, /getRepos: name was made of an Output/);

    run('new platform.Repo("app", { parentUid: group.id, name: pulumi.interpolate`app-${group.name}` });');
    succeeded(await stack.preview());
    succeeded(await stack.up());
    assert.ok(emulator.list("registry:Repo").some(({ name }) => name === "app-team"));
    await assertInvariants(engine);
  }).timeout(300_000);

  it("of using the option import fails in the preview, and adoptUid takes over the object", async () => {
    const { stack, emulator } = engine;
    const uid = String(emulator.put("iam:Group", engine.root, { name: "team", description: "made by hand" }).uid);
    const group = (more: Partial<Declared>, args: object = {}): Declared => ({
      name: "team",
      class: "Group",
      args: { parentUid: engine.root, description: "made by hand", ...args },
      ...more,
    });
    writeFiles(engine.workspace.directory, { "index.js": DECLARED });
    engine.declare([group({ opts: { import: uid } })]);
    const refused = await stack.preview();
    assert.equal(refused.code, 1, refused.output);
    assert.match(refused.output, /Group "team": the option import does not work/);
    assert.match(refused.output, /adoptUid/);
    assert.doesNotMatch(refused.output, /\n\s+at /, "no stack");

    const type = "pulumi-nodejs:dynamic/platform/iam:Group";
    const byCommand = await stack.run(["import", type, "team", uid, "--yes", "--skip-preview"]);
    assert.notEqual(byCommand.code, 0);
    // Pulumi's host fails before it loads this package: docs/troubleshooting.md explains the message.
    assert.match(byCommand.output, /Cannot read properties of undefined \(reading 'toJavaScript'\)/);
    assert.equal((await engine.recorded()).size, 0);

    engine.declare([group({}, { adoptUid: uid })]);
    emulator.clearRequests();
    succeeded(await stack.up());
    assert.equal((await engine.recorded()).get("team")?.id, uid);
    assert.deepEqual(
      emulator.requests.filter(({ method }) => method !== "GET"),
      [],
      "it was as the program has it",
    );
    succeeded(await stack.destroy());
  });
});

/** A program that declares what resources.json says. */
const DECLARED = `
const platform = require("pulumi-platform");
for (const { name, class: Class, args, opts } of require("./resources.json")) new platform[Class](name, args, opts);
`;
