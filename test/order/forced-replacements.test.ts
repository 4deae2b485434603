import assert from "node:assert/strict";
import { describeDouble } from "../support/double/describe-double";
import { type Declared, succeeded } from "../support/engine";

const claimMatch = { issuer: "https://token.example.com", subject: "s" };

describeDouble("a replacement that only the engine knows of (rows 92, 93)", (engine) => {
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  const urnOf = async (name: string) => String((await engine.recorded()).get(name)?.urn);
  const isThere = (uid: string) => engine.emulator.get(uid) !== undefined;
  const roleUid = () => String(engine.world.uids["iam:Role"]?.[0]);

  it("revokes the former invite (replacementTrigger)", async () => {
    const invite = (trigger: string): Declared => ({
      name: "invite",
      class: "GroupInvite",
      args: { parentUid: engine.root, roleUid: roleUid(), ttl: "3600s", email: "a@example.com" },
      opts: { replacementTrigger: trigger },
    });
    engine.declare([invite("one")]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("invite");
    engine.declare([invite("two")]);
    const { output } = await engine.stack.up();
    const now = await uidOf("invite");
    assert.notEqual(now, uid, output);
    assert.ok(!isThere(uid), output);
  });

  it("succeeds with deleteBeforeReplace, as the error advises (replacementTrigger)", async () => {
    const identity = (trigger: string): Declared => ({
      name: "bot",
      class: "Identity",
      args: { parentUid: engine.root, claimMatch },
      opts: { replacementTrigger: trigger, deleteBeforeReplace: true },
    });
    engine.declare([identity("one")]);
    succeeded(await engine.stack.up());
    const uid = await uidOf("bot");
    engine.declare([identity("two")]);
    const { output, code } = await engine.stack.up();
    assert.equal(code, 0, output);
    assert.ok(!isThere(uid), output);
  });

  it("is completed by the next up when the create fails after the delete (--replace with adoptUid)", async () => {
    const uid = String(engine.emulator.put("registry:Repo", engine.root, { name: "web" }).uid);
    engine.declare([{ name: "web", class: "Repo", args: { parentUid: engine.root, adoptUid: uid } }]);
    succeeded(await engine.stack.up());
    engine.emulator.fault({
      method: "POST",
      path: "/registry/v2/repos",
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    const first = await engine.stack.up("--replace", await urnOf("web"));
    assert.equal(first.code, 1);
    assert.ok(!isThere(uid));
    const second = await engine.stack.up();
    assert.equal(second.code, 0, `${first.output}\n${second.output}`);
    assert.ok(isThere(await uidOf("web")), second.output);
  });

  it("is completed by the next up when the create fails after the delete (replaceOnChanges with adoptUid)", async () => {
    const uid = String(engine.emulator.put("registry:Repo", engine.root, { name: "web" }).uid);
    const web = (description: string): Declared => ({
      name: "web",
      class: "Repo",
      args: { parentUid: engine.root, adoptUid: uid, description },
      opts: { replaceOnChanges: ["description"] },
    });
    engine.declare([web("one")]);
    succeeded(await engine.stack.up());
    engine.emulator.fault({
      method: "POST",
      path: "/registry/v2/repos",
      action: { kind: "status", code: "PERMISSION_DENIED" },
    });
    engine.declare([web("two")]);
    const first = await engine.stack.up();
    assert.equal(first.code, 1);
    assert.ok(!isThere(uid), first.output);
    const second = await engine.stack.up();
    assert.equal(second.code, 0, `${first.output}\n${second.output}`);
    assert.ok(isThere(await uidOf("web")), second.output);
  });
});
