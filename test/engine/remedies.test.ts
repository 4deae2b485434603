import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { SECRETS_PROVIDER } from "../support/key-service";
import type { CommandResult } from "../support/stack";
import { bots } from "./bots";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

/** Each remedy of a refused replacement is followed to its good end. */
describeEngine("the remedy for a replacement whose key is taken (row 287)", (engine) => {
  const uidOf = async (name: string) => String((await engine.recorded()).get(name)?.id);
  const refused = async (...says: RegExp[]) => {
    const { code, output } = await engine.stack.up("--continue-on-error");
    assert.notEqual(code, 0, output);
    for (const text of says) assert.match(output, text);
    return output;
  };
  const settled = async () => {
    succeeded(await engine.stack.up());
    await assertSettled(engine.stack);
  };

  it("names the resources and aliases that keep the objects of resources named by their place in a list", async () => {
    const repo = String(engine.emulator.put("registry:Repo", engine.root, { name: "app" }).uid);
    const tag = (resource: string, name: string, opts = {}): Declared => ({
      name: resource,
      class: "Tag",
      args: { parentUid: repo, name, digest: `sha256:${"a".repeat(64)}` },
      opts,
    });
    engine.declare([tag("t-0", "v0"), tag("t-1", "v1"), tag("t-2", "v2")]);
    succeeded(await engine.stack.up());
    const kept = [await uidOf("t-1"), await uidOf("t-2")];
    engine.declare([tag("t-0", "v1"), tag("t-1", "v2")]);
    // The engine may check t-1 only after the create of t-0. Then nothing says yet that t-1 has the object.
    const output = await refused(
      /"t-1", manages it\.\s+- If this resource should have it, .* aliases: \[\{ name: "t-1" \}\], or,|listed once, for another resource/,
      /- If it is listed once, for another resource, .* aliases/,
    );
    assert.doesNotMatch(output, /PLATFORM_ADOPT_EXISTING=identical/);
    assert.match((await engine.stack.run(["stack", "--show-ids"])).output, new RegExp(String(kept[1])));
    engine.declare([
      tag("t-v1", "v1", { aliases: [{ name: "t-1" }] }),
      tag("t-v2", "v2", { aliases: [{ name: "t-2" }] }),
    ]);
    await settled();
    assert.deepEqual([await uidOf("t-v1"), await uidOf("t-v2")], kept);
    assert.deepEqual(
      engine.emulator
        .list("registry:Tag")
        .map(({ uid }) => uid)
        .sort(),
      [...kept].sort(),
    );
    await assertInvariants(engine);
  });

  it("deletes what a killed run created of a component", async () => {
    const claims = { issuer: "https://ci.example.com", subject: "job" };
    engine.declare([
      { name: "team", class: "Group", args: { parentUid: engine.root }, opts: { deleteBeforeReplace: true } },
      { name: "ci", class: "CiIdentity", args: { ...claims, parentUid: "${team}", roles: [] } },
    ]);
    succeeded(await engine.stack.up());
    const refusal = { kind: "status", code: "INVALID_ARGUMENT" } as const;
    const fault = engine.emulator.fault({ method: "POST", path: /identities/, times: 9, action: refusal });
    const { urn } = (await engine.recorded()).get("team") ?? {};
    assert.equal((await engine.stack.up("--replace", String(urn))).code, 1);
    fault.remove();
    // As if the run had been killed after the platform created it.
    const made = { name: "ci", claimMatch: claims };
    const { uid } = engine.emulator.put("iam:Identity", await uidOf("team"), made);
    await refused(
      /- If it belongs to a component and no resource has it, delete it and what refers to it, and run the same/,
    );
    engine.emulator.remove(String(uid));
    await settled();
  });
});

/** Each remedy is followed to its good end, at which nobody has lost access. */
describeEngine("the remedy for a replaced object that another stack's role binding refers to (row 23)", (engine) => {
  const { uidOf, urnOf, isThere, identity } = bots(() => engine);
  /** Runs in the stack of the role binding, which gets the uid as from a StackReference. */
  const inOther = async (identityUid: string, run: () => Promise<CommandResult>) => {
    const [roleUid] = engine.world.uids["iam:Role"] ?? [];
    engine.declare([{ name: "grant", class: "RoleBinding", args: { parentUid: engine.root, identityUid, roleUid } }]);
    succeeded(await engine.stack.run(["stack", "select", "other"]));
    succeeded(await run());
    succeeded(await engine.stack.run(["stack", "select", "test"]));
    const refers = ({ identity }: Record<string, unknown>) => Object(identity).uid === identityUid;
    return String(engine.emulator.list("iam:RoleBinding").find(refers)?.uid);
  };
  const inBoth = async (bot: Declared) => {
    engine.declare([bot]);
    succeeded(await engine.stack.up());
    succeeded(await engine.stack.run(["stack", "init", "other", "--secrets-provider", SECRETS_PROVIDER]));
    return inOther(await uidOf("bot"), () => engine.stack.up());
  };

  it("is an up of that stack, if the new object exists, in each later run too", async () => {
    const grant = await inBoth(identity("bot"));
    const [former, [parentUid]] = [await uidOf("bot"), engine.world.uids["iam:Group"] ?? []];
    const moved = identity("bot", { parentUid });
    engine.declare([moved]);
    for (const _ of [1, 2]) {
      const { code, output } = await engine.stack.up();
      assert.equal(code, 1);
      assert.match(
        output,
        /- If another stack manages them, run pulumi up there, so that they refer to the new object/,
      );
      assert.doesNotMatch(output, /Delete first|destroy --target/);
    }
    const uid = String((await engine.stack.outputs()).bot);
    assert.notEqual(uid, former);
    assert.equal(await inOther(uid, () => engine.stack.up()), grant);
    engine.declare([moved]);
    succeeded(await engine.stack.up());
    assert.deepEqual([isThere(former), isThere(uid), isThere(grant)], [false, true, true]);
    await assertSettled(engine.stack);
  });

  it("is a destroy of the role binding in its stack, if the old object goes first", async () => {
    const bot = identity("bot", {}, { deleteBeforeReplace: true });
    const grant = await inBoth(bot);
    engine.declare([bot]);
    const replaced = async () => engine.stack.up("--replace", await urnOf("bot"));
    assert.match(
      (await replaced()).output,
      /- Then run pulumi destroy --target '<URN>' for each of them, in its stack\. The next pulumi up there creates it again\./,
    );
    await inOther(await uidOf("bot"), () => engine.stack.destroy("--target", "**grant"));
    assert.ok(!isThere(grant));
    engine.declare([bot]);
    succeeded(await replaced());
    assert.ok(isThere(await inOther(await uidOf("bot"), () => engine.stack.up())));
  });
});

describeEngine("the remedy for an undone move whose old object could not be deleted (row 287)", (engine) => {
  const { uidOf, isThere, identity } = bots(() => engine);

  it("is a new name with adoptUid, and keeps the old object and what refers to it", async () => {
    const [[elsewhere], [roleUid]] = [engine.world.uids["iam:Group"] ?? [], engine.world.uids["iam:Role"] ?? []];
    engine.declare([identity("bot")]);
    succeeded(await engine.stack.up());
    const first = await uidOf("bot");
    const { uid: binding } = engine.emulator.put("iam:RoleBinding", engine.root, { identityUid: first, roleUid });
    engine.declare([identity("bot", { parentUid: elsewhere })]);
    assert.match((await engine.stack.up("--continue-on-error")).output, /cannot be deleted yet/);
    engine.declare([identity("bot")]);
    const { output } = await engine.stack.up("--continue-on-error");
    assert.match(
      output,
      new RegExp(`- If you undo a replacement, or .* lists it twice or nowhere .* adoptUid: "${first}"`),
    );
    assert.doesNotMatch(output, /PLATFORM_ADOPT_EXISTING=identical/);
    engine.declare([identity("bot-back", { adoptUid: first })]);
    succeeded(await engine.stack.up());
    engine.declare([identity("bot", {}, { aliases: [{ name: "bot-back" }] })]);
    succeeded(await engine.stack.up());
    assert.deepEqual([await uidOf("bot"), isThere(String(binding))], [first, true]);
    await assertSettled(engine.stack);
  });
});
