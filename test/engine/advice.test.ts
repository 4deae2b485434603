import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEngine } from "../support/describe-engine";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";
import { replaceFile, writeFiles } from "../support/workspace";

describeEngine("advice of errors about resources", (engine) => {
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  /** An `up` that fails with an advice. */
  const refused = async (advice: RegExp) => {
    const { code, output } = await engine.stack.up();
    assert.equal(code, 1, output);
    assert.match(output, advice);
  };

  it("keeps resources that move into a component, by aliases with their former parent", async () => {
    engine.declare([
      { name: "team", class: "Group", args: { parentUid: engine.root } },
      { name: "web", class: "Repo", args: { parentUid: "${team}" } },
    ]);
    succeeded(await engine.stack.up());
    const uids = [await uidOf("team"), await uidOf("web")];
    const program = (options: string) => `
      const pulumi = require("@pulumi/pulumi");
      const platform = require("pulumi-platform");
      class Team extends pulumi.ComponentResource {
        constructor(name, { parentUid }) {
          super("acme:index:Team", name);
          const options = { parent: this, ${options} };
          const team = new platform.Group("team", { parentUid }, options);
          new platform.Repo("web", { parentUid: team.id }, options);
        }
      }
      new Team("holder", { parentUid: "${engine.root}" });
    `;
    writeFiles(engine.workspace.directory, { "index.js": program("") });
    await refused(/moved it into a component, add aliases: .*\[\{ parent: pulumi\.rootStackResource \}\]/);
    engine.emulator.clearRequests();
    writeFiles(engine.workspace.directory, {
      "index.js": program("aliases: [{ parent: pulumi.rootStackResource }]"),
    });
    succeeded(await engine.stack.up());
    assert.deepEqual(mutations(engine.emulator.requests), []);
    assert.deepEqual([await uidOf("team"), await uidOf("web")], uids);
    assert.match(String((await engine.recorded()).get("team")?.urn), /acme:index:Team\$/);
    await assertInvariants(engine);
  });

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
});
