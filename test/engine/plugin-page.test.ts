import assert from "node:assert/strict";
import { appendFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { succeeded } from "../support/engine";
import { readPage } from "../support/pages";
import { bots } from "./bots";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { movingStack } from "./moving-stack";

const page = readPage("docs/plugin.md");

/** The first block of a language after a heading of the page. */
function blockAfter(heading: string, language: string): string {
  const [, block] =
    new RegExp(`^## ${heading}$[\\s\\S]*?^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(page) ?? [];
  assert.ok(block, `docs/plugin.md has no ${language} below "${heading}"`);
  return block;
}

/** The messages of the part "The plugin" of docs/troubleshooting.md, each as its fixed parts. */
const troubles = [
  ...(/## The plugin\n([\s\S]*?)\n## /.exec(readPage("docs/troubleshooting.md"))?.[1] ?? "").matchAll(
    /^\| `(.*?)` \|/gm,
  ),
].map(([, message = ""]) => message.split("…").map((part) => part.trim()));

describeEngine("a stack whose owner follows docs/plugin.md", (engine) => {
  const { group, urnOf } = bots(() => engine);
  const plugin = () => join(engine.workspace.directory, "node_modules", "pulumi-platform", "dist", "plugin");

  /** Runs the lines of a block as a user without a terminal does. */
  async function run(lines: string): Promise<void> {
    for (const line of lines.trim().split("\n")) {
      const [program, ...words] = line.split(" ").map((word) => word.replaceAll("'", ""));
      assert.equal(program, "pulumi", line);
      const yes = words[0] === "up" ? ["--yes", "--skip-preview"] : words[0] === "cancel" ? ["--yes"] : [];
      succeeded(await engine.stack.run([...words, ...yes]));
    }
  }

  const addLines = () =>
    appendFileSync(join(engine.workspace.directory, "Pulumi.yaml"), blockAfter("Set up the plugin", "yaml"));

  it("sets up the plugin, moves there and back, and picks resources by a pattern", async () => {
    const { stack, workspace } = engine;
    const { writes, ids, assertOn, assertNothingToDo } = movingStack(engine);
    const declare = (description: string) => engine.declare([group("team", { description }), group("other")]);
    declare("one");
    succeeded(await stack.up());
    const before = ids();
    addLines();
    const modules = join(workspace.directory, "node_modules");
    renameSync(modules, `${modules}-aside`);
    for (const words of [["preview"], ["install"]]) {
      const refused = await stack.run(words);
      assert.notEqual(refused.code, 0, refused.output);
      assert.match(refused.output, /no folder at path/);
    }
    renameSync(`${modules}-aside`, modules);
    await run(blockAfter("Set up the plugin", "sh"));
    for (const [heading, shell] of [
      ["Move a stack to the plugin", "plugin"],
      ["Move it back", "dynamic"],
    ] as const) {
      engine.emulator.clearRequests();
      await run(blockAfter(heading, "sh"));
      assert.deepEqual([writes(), ids()], [[], before]);
      assertOn(shell);
      declare(shell);
      await run(/`(pulumi up --target [^`]*)`/.exec(page)?.[1] ?? "");
      assert.equal(writes().length, 1);
    }
    await run(blockAfter("If a move is interrupted", "sh"));
    await assertNothingToDo();
    await assertInvariants(engine);
  });

  it("meets each message of the troubleshooting page, and does what that says", async () => {
    const { stack } = engine;
    const outputs: string[] = [];
    const refused = async (words: readonly string[], environment = {}) => {
      const { code, output } = await stack.operate([...words, "--yes", "--skip-preview"], environment);
      assert.notEqual(code, 0, output);
      outputs.push(output);
    };
    engine.declare([group("team")]);
    succeeded(await stack.up());
    const old = await urnOf("team");
    succeeded(await stack.run(["config", "set", "platform:shell", "plugin"]));
    await refused(["up"]);
    await refused(["up"], { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false" });
    addLines();
    renameSync(plugin(), `${plugin()}-aside`);
    await refused(["up"]);
    renameSync(`${plugin()}-aside`, plugin());
    await refused(["up", "--target", old]);
    succeeded(await stack.up());
    await refused(["up", "--target", old]);
    succeeded(await stack.run(["config", "rm", "platform:shell"]));
    await refused(["refresh", "--run-program"]);
    succeeded(await stack.up());
    succeeded(await stack.refresh("--preview-only", "--expect-no-changes", "--run-program"));
    assert.ok(troubles.length >= 5);
    const unseen = troubles.filter((parts) => !outputs.some((output) => parts.every((part) => output.includes(part))));
    assert.deepEqual(unseen, []);
  });
});
