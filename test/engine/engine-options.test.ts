import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Declared, succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import { mutations } from "../support/log";
import { HOST_PROCESS, PROGRAM_PROCESS, Stack } from "../support/stack";
import { bots } from "./bots";
import { describeEngine, describeEngineHosts } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine("the engine's options, and other writers", (engine) => {
  const { group: plain, uidOf } = bots(() => engine);
  const group = (name: string, args: object = {}, opts: object = {}) => ({ ...plain(name, args), opts: { ...opts } });
  const named = (name: string) => engine.emulator.list("iam:Group").filter((found) => found.name === name);

  it("keep the state when destroy runs without the package, and finish once it is back (row 27)", async () => {
    engine.declare([group("team")]);
    succeeded(await engine.stack.up());
    const installed = join(engine.workspace.directory, "node_modules", "pulumi-platform");
    renameSync(installed, `${installed}-away`);
    // A process that has loaded the package before says it in other words.
    const failed = await engine.stack.run(["destroy", "--yes", "--skip-preview"], HOST_PROCESS);
    assert.equal(failed.code, 1);
    assert.match(failed.output, /Cannot find module 'pulumi-platform\/provider'/);
    renameSync(`${installed}-away`, installed);
    assert.ok((await engine.recorded()).get("team"));
    await assertInvariants(engine);
  });

  it("include protect, retainOnDelete, ignoreChanges and aliases, in refreshes too (row 28)", async () => {
    const declared = (description: string, name = "renamed"): Declared[] => [
      group(name, { name: "alias" }, { aliases: [{ name: "former" }] }),
      group("protected", {}, { protect: true }),
      group("retained", {}, { retainOnDelete: true }),
      group("ignoring", { description }, { ignoreChanges: ["description"] }),
    ];
    engine.declare(declared("first", "former"));
    succeeded(await engine.stack.up());
    engine.declare(declared("second"));
    engine.emulator.edit(String(named("ignoring")[0]?.uid), { description: "drifted" });
    engine.emulator.clearRequests();
    succeeded(await engine.stack.up("--expect-no-changes"));
    succeeded(await engine.stack.refresh("--preview-only", "--expect-no-changes"));
    assert.deepEqual(mutations(engine.emulator.requests), []);
    assert.equal((await engine.stack.destroy()).code, 1);
    assert.equal(named("protected").length, 1);
    succeeded(await engine.stack.run(["state", "unprotect", "--all", "--yes"]));
    succeeded(await engine.stack.destroy());
    assert.deepEqual([named("protected").length, named("retained").length, named("ignoring").length], [0, 1, 0]);
    assert.deepEqual(named("alias"), []);
  });

  it("keep another writer's change during an update of another field, and show it at the next refresh (row 60)", async () => {
    engine.declare([group("team", { name: "one", description: "ours" })]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("team");
    engine.emulator.edit(uid, { description: "theirs" });
    engine.declare([group("team", { name: "two", description: "ours" })]);
    succeeded(await engine.stack.up());
    const { name, description } = engine.emulator.get(uid) ?? {};
    assert.deepEqual([name, description], ["two", "theirs"]);
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
    succeeded(await engine.stack.up("--refresh"));
    assert.equal(engine.emulator.get(uid)?.description, "ours");
    await assertInvariants(engine);
  });

  it("let one of two stacks create a key, while the error of the other names the winner's uid (row 65) (report: two stacks create one object)", async () => {
    engine.declare([{ name: "web", class: "Repo", args: { parentUid: engine.root } }]);
    const other = new Stack(engine.stack.options);
    succeeded(await other.run(["stack", "init", "other", "--secrets-provider", SECRETS_PROVIDER]));
    // One process runs one program at a time.
    const up = (stack: string) =>
      engine.stack.run(["up", "--yes", "--skip-preview", "--stack", stack], PROGRAM_PROCESS);
    const results = await Promise.all([up("test"), up("other")]);
    assert.deepEqual(results.map(({ code }) => code).sort(), [0, 1]);
    const [made, ...twins] = engine.emulator.list("registry:Repo").filter(({ name }) => name === "web");
    assert.deepEqual(twins, []);
    const loser = results.find(({ code }) => code === 1);
    assert.ok(loser?.output.includes(String(made?.uid)), loser?.output);
  });
});

describeEngineHosts("options that reset inputs or skip deletes", (engine, shell) => {
  const { group, identity, uidOf } = bots(() => engine);
  const isQuiet = async () => {
    engine.emulator.clearRequests();
    succeeded(await engine.stack.refresh("--preview-only", "--expect-no-changes"));
    succeeded(await engine.stack.up("--expect-no-changes"));
    assert.deepEqual(mutations(engine.emulator.requests), []);
  };

  it(`ignore every change with ignoreChanges ["*"] (row 28) (report: ignoreChanges with a star fails or loses inputs)`, async () => {
    const ignoring = { ignoreChanges: ["*"] };
    const declare = (description: string, opts: object = ignoring) =>
      engine.declare([
        identity("bot", { description }, opts),
        { ...group("team", { description }), opts: { ...opts } },
      ]);
    declare("one");
    succeeded(await engine.stack.up());
    declare("two");
    await isQuiet();
    const uid = await uidOf("bot");
    engine.emulator.edit(uid, { description: "theirs" });
    await isQuiet();
    declare("two", {});
    succeeded(await engine.stack.up());
    assert.equal(engine.emulator.get(uid)?.description, "two");
  });

  // What follows does not depend on the host.
  if (shell === "plugin") return;
  it("ignore a change of a secret below a message (report: ignoreChanges of a nested secret sends it or shows a change)", async () => {
    const declare = (clientSecret: string) => {
      const oidc = { issuer: "https://login.example.com", clientId: "c", clientSecret: { $secret: clientSecret } };
      const args = { parentUid: engine.root, defaultRole: engine.world.uids["iam:Role"]?.[0], oidc };
      engine.declare([
        { name: "sso", class: "IdentityProvider", args, opts: { ignoreChanges: ["oidc.clientSecret"] } },
      ]);
    };
    declare("canary-one");
    succeeded(await engine.stack.up());
    declare("canary-two");
    await isQuiet();
    assert.doesNotMatch(engine.shown() + engine.stack.stateText(), /canary/);
  });

  it("refuse deletedWith in the preview", async () => {
    const program = { name: "bot", class: "Identity", args: identity("bot").args, opts: { deletedWith: {} } };
    engine.declare([program]);
    const { code, output } = await engine.stack.preview();
    assert.notEqual(code, 0);
    assert.match(output, /Identity "bot": the option deletedWith does not work here/);
  });
});
