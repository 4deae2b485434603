import assert from "node:assert/strict";
import { bots, claimMatch } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { IDENTICAL } from "../support/imported-place";
import { mutations } from "../support/log";

describeEngineHosts("options that reset inputs or skip deletes", (engine) => {
  const { identity, uidOf, urnOf, isThere } = bots(() => engine);
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
        { name: "team", class: "Group", args: { parentUid: engine.root, description }, opts: { ...opts } },
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

  it("ignore a change below a map", async () => {
    const claims = { "a.b": "one", other: "one" };
    engine.declare([
      identity("bot", { claimMatch: { ...claimMatch, claims } }, { ignoreChanges: ['claimMatch.claims["a.b"]'] }),
    ]);
    succeeded(await engine.stack.up());
    const bot = await uidOf("bot");
    engine.emulator.edit(bot, { claimMatch: { ...claimMatch, claims: { ...claims, "a.b": "theirs" } } });
    await isQuiet();
    engine.emulator.edit(bot, { claimMatch: { ...claimMatch, claims: { ...claims, other: "theirs" } } });
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
  });

  it("do not let a replacement adopt the object that retainOnDelete keeps (row 265)", async () => {
    engine.declare([identity("bot", {}, { retainOnDelete: true })]);
    succeeded(await engine.stack.up());
    const [uid, urn] = [await uidOf("bot"), await urnOf("bot")];
    const replacing = ["up", "--yes", "--skip-preview", "--replace", urn];
    const { code, output } = await engine.stack.run(replacing, IDENTICAL);
    assert.equal(code, 1);
    assert.match(output, /not taken over, because it may be the object that this resource replaces/);
    assert.ok(isThere(uid));
  });

  it("refuse deletedWith in the preview", async () => {
    const program = { name: "bot", class: "Identity", args: identity("bot").args, opts: { deletedWith: {} } };
    engine.declare([program]);
    const { code, output } = await engine.stack.preview();
    assert.notEqual(code, 0);
    assert.match(output, /Identity "bot": the option deletedWith does not work here/);
  });
});
