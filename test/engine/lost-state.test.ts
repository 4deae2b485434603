import assert from "node:assert/strict";
import { type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { readPage } from "../support/pages";
import { describeEngine } from "./describe-engine";

/** The commands in a section of docs/recovery.md, for the stack of the test. */
function commandsOf(heading: string): string[] {
  const [, section = ""] = readPage("docs/recovery.md").split(`\n## ${heading}\n`);
  const [, lines = ""] = /^```sh\n([\s\S]*?)```$/m.exec(section) ?? [];
  return lines
    .trim()
    .replaceAll(/\bdev\b/g, "test")
    .split("\n");
}

describeEngine(
  "a stack whose passphrase is lost",
  (engine) => {
    it("is removed and created again by the commands of docs/recovery.md, which adopt all and write nothing (report: the passphrase of a stack is lost)", async () => {
      const team: Declared = { name: "team", class: "Group", args: { parentUid: engine.root } };
      const web: Declared = { name: "web", class: "Repo", args: { parentUid: "${team}", description: "The shop" } };
      engine.declare([team, web]);
      succeeded(await engine.stack.run(["config", "set", "--secret", "password", "canary"]));
      succeeded(await engine.stack.up());
      const before = await engine.recorded();
      engine.emulator.clearRequests();

      const lost = { PULUMI_CONFIG_PASSPHRASE: "another" };
      const refused = await engine.stack.run(["preview"], lost);
      assert.notEqual(refused.code, 0);
      assert.match(refused.output, /incorrect passphrase/);
      for (const line of [...commandsOf("A lost encryption key"), ...commandsOf("A lost state")]) {
        const [, setting = "", words = ""] = /^(?:(\w+=\w+) )?pulumi (.*)$/.exec(line) ?? [];
        const [name = "", value = ""] = setting.split("=");
        const approval = words.startsWith("up") ? ["--yes", "--skip-preview"] : [];
        succeeded(
          await engine.stack.run([...words.split(" "), ...approval], { ...lost, ...(name && { [name]: value }) }),
        );
      }

      const after = await engine.recorded();
      assert.deepEqual([...after.values()].map(({ id }) => id).sort(), [...before.values()].map(({ id }) => id).sort());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      succeeded(await engine.stack.run(["up", "--yes", "--skip-preview", "--expect-no-changes"], lost));
    });
  },
  { ownProcess: true },
);
