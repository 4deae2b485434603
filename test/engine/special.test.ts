import assert from "node:assert/strict";
import { assertSettled, type Declared, plannedSteps, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine("resources with verbs of their own", (engine) => {
  it("keep an invite that no longer exists, report that, and create a new one only on request", async () => {
    const invite = (recreateWhenGone?: boolean): Declared => ({
      name: "invite",
      class: "GroupInvite",
      args: {
        parentUid: engine.root,
        roleUid: engine.world.uids["iam:Role"]?.[0],
        ttl: "7d",
        singleUse: true,
        ...(recreateWhenGone ? { recreateWhenGone } : {}),
      },
    });
    engine.declare([invite()]);
    succeeded(await engine.stack.up());
    const first = (await engine.recorded()).get("invite")?.id ?? "";
    engine.emulator.remove(first);
    await assertSettled(engine.stack);
    succeeded(await engine.stack.refresh("--yes"));
    assert.equal((await engine.recorded()).get("invite")?.outputs?.gone, true);
    await assertSettled(engine.stack);
    assert.deepEqual(engine.emulator.list("iam:GroupInvite"), []);

    engine.declare([invite(true)]);
    assert.match(plannedSteps(succeeded(await engine.stack.preview("--json"))).get("invite")?.op ?? "", /replace/);
    succeeded(await engine.stack.up());
    const [made] = engine.emulator.list("iam:GroupInvite");
    assert.ok(made && made.uid !== first);
    await assertSettled(engine.stack);
    engine.emulator.remove(String(made.uid));
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
    succeeded(await engine.stack.destroy("--refresh"));
  });

  it("rotate a SCIM token on request, refuse to take one over unasked, and revoke it at the end", async () => {
    const [idp] = engine.world.uids["iam:IdentityProvider"] ?? [];
    const scim = (args: object = {}): Declared => ({
      name: "scim",
      class: "ScimToken",
      args: { identityProviderUid: idp, rotate: "2026-01", ...args },
    });
    const tokens = async () =>
      JSON.parse((await engine.stack.run(["stack", "output", "--json", "--show-secrets"])).stdout)["scim:token"];
    engine.declare([scim()]);
    succeeded(await engine.stack.up());
    const first = await tokens();
    await assertSettled(engine.stack);
    engine.declare([scim({ rotate: "2026-02", overlap: "24h" })]);
    succeeded(await engine.stack.up());
    const second = await tokens();
    assert.ok(first && second && first !== second);
    await assertSettled(engine.stack);

    engine.declare([scim(), { ...scim(), name: "other" }]);
    const refused = await engine.stack.up();
    assert.equal(refused.code, 1);
    assert.match(refused.output, /Another resource of this program(, "\w+",)? has the same identityProviderUid/);
    succeeded(await engine.stack.destroy());
    const verbs = () =>
      mutations(engine.emulator.requests).map(({ target }) => target.slice(target.lastIndexOf(":") + 1));
    assert.equal(verbs().at(-1), "revokeScimToken");

    // After a revoke another one is made, and a refresh sees what others do to it and to the switch.
    engine.declare([scim({ provisioning: true })]);
    succeeded(await engine.stack.up());
    assert.deepEqual(verbs().slice(-2), ["regenerateScimToken", "setScimEnabled"]);
    const third = await tokens();
    await assertSettled(engine.stack);
    assert.ok(third && ![first, second].includes(third));
    const settings = () =>
      engine.emulator.get(String(idp), "iam:IdentityProvider")?.scim as { etag: string; enabled?: boolean };
    const post = (verb: string, body: object) =>
      fetch(`${engine.emulator.url}/iam/v2/identityProviders/${idp}:${verb}`, {
        method: "POST",
        headers: { authorization: `Bearer ${engine.emulator.token}` },
        body: JSON.stringify({ etag: settings().etag, ...body }),
      });
    await post("setScimEnabled", { enabled: false });
    await post("regenerateScimToken", { overlap: "0s" });
    const drift = await engine.stack.refresh("--preview-only", "--diff");
    assert.match(drift.output, /provisioning.*true.*false/);
    assert.match(drift.output, /another token was made outside of this program/);
    succeeded(await engine.stack.refresh("--yes"));
    succeeded(await engine.stack.up());
    assert.equal(settings().enabled, true);
    assert.notEqual(await tokens(), third);
    await assertSettled(engine.stack);
    await assertInvariants(engine);
  });
});
