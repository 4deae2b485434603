import assert from "node:assert/strict";
import { assertSettled, type Declared, succeeded } from "../support/engine";
import { mutations } from "../support/log";
import { bots, claimMatch } from "./bots";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";

describeEngine(
  "an object that another resource of the program manages",
  (engine) => {
    const { identity, refusedAfter, uidOf, urnOf, deletes, isThere } = bots(() => engine);
    beforeEach(() => engine.emulator.clearRequests());

    it("stays when it is adopted under a new name: the former resource's delete sends nothing (row 90)", async () => {
      engine.declare([identity("bot")]);
      succeeded(await engine.stack.up());
      const uid = await uidOf("bot");
      engine.declare([identity("bot"), identity("renamed", { adoptUid: uid })]);
      const refused = await engine.stack.up();
      assert.equal(refused.code, 1);
      assert.match(refused.output, /If you renamed or moved that resource|[Rr]emove one of them/);
      engine.declare([identity("renamed", { adoptUid: uid })]);
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      // Pulumi may lose the last line of a host, so a test without the engine reads it (test/hosts/shared/ownership.test.ts).
      assert.ok(isThere(uid));
      assert.deepEqual([...(await engine.recorded()).keys()], ["renamed"]);
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });

    it("is not released if a failed update has changed it: the remedy of the error sets it back", async () => {
      const theirs = { name: "bot", claimMatch, description: "theirs" };
      const adoptUid = String(engine.emulator.put("iam:Identity", engine.root, theirs).uid);
      engine.declare([identity("bot", { adoptUid })]);
      succeeded(await engine.stack.up());
      const others = { ...claimMatch, subject: "other" };
      const team: Declared = { name: "team", class: "Group", args: { parentUid: engine.root } };
      engine.declare([identity("renamed", { adoptUid, claimMatch: others, description: "new" }), team]);
      const refusal = { kind: "status", code: "INVALID_ARGUMENT" } as const;
      const fault = engine.emulator.fault({ method: "POST", path: /groups/, times: 9, action: refusal });
      assert.equal((await engine.stack.up()).code, 1);
      fault.remove();
      const now = () => engine.emulator.get(adoptUid);
      assert.equal(Object(now()?.claimMatch).subject, "other");
      engine.declare([identity("bot", { adoptUid })]);
      const differs = await engine.stack.up();
      assert.equal(differs.code, 1);
      assert.match(
        differs.output,
        /"bot", manages it now\. .*: description, claimMatch\.subject\. .*\n.*- Run pulumi up --refresh without/,
      );
      succeeded(await engine.stack.up("--refresh"));
      assert.equal(Object(now()?.claimMatch).subject, claimMatch.subject);
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });

    it("is replaced by --replace, replaceOnChanges and taint, although adoptUid is still set (rows 92, 93)", async () => {
      const first = String(engine.emulator.put("registry:Repo", engine.root, { name: "web" }).uid);
      const web = (description: string, more: object = {}): Declared => ({
        name: "web",
        class: "Repo",
        args: { parentUid: engine.root, description, adoptUid: first, ...more },
        opts: { replaceOnChanges: ["description"] },
      });
      engine.declare([web("one")]);
      succeeded(await engine.stack.up());
      const uids = [await uidOf("web")];
      assert.deepEqual(uids, [first]);
      const replacedBy = async (...args: string[]) => {
        succeeded(await engine.stack.up(...args));
        const [live, ...twins] = engine.emulator.list("registry:Repo").filter(({ name }) => name === "web");
        assert.deepEqual([live?.uid, twins], [await uidOf("web"), []]);
        assert.ok(!uids.includes(String(live?.uid)), `${args}: another object than before`);
        uids.push(String(live?.uid));
        await assertSettled(engine.stack);
      };
      await replacedBy("--replace", await urnOf("web"));
      engine.declare([web("two")]);
      await replacedBy();
      succeeded(await engine.stack.taint(await urnOf("web")));
      await replacedBy();
      await assertInvariants(engine);
    });

    it("cannot be adopted by a second resource in any order, and a state that contains it twice is an error (rows 91, 94)", async () => {
      engine.declare([identity("first")]);
      succeeded(await engine.stack.up());
      const uid = await uidOf("first");
      const second = identity("second", { adoptUid: uid });
      for (const order of [
        [identity("first"), second],
        [second, identity("first")],
      ]) {
        engine.declare(order);
        for (const refused of [await engine.stack.preview(), await engine.stack.up()]) {
          assert.equal(refused.code, 1, refused.output);
          assert.match(refused.output, /another resource of this program, "(first|second)", manages|manage the same/);
        }
      }
      engine.declare([identity("first")]);
      succeeded(await engine.stack.up());

      // A run that breaks off after an adoption leaves the uid in the state twice.
      engine.declare([second, refusedAfter("second")]);
      assert.equal((await engine.stack.up()).code, 1);
      assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["first", "second"]);
      engine.declare([identity("first"), identity("second")]);
      const twice = await engine.stack.up();
      assert.equal(twice.code, 1);
      assert.ok(twice.output.includes(uid) && /manage the same Identity/.test(twice.output), twice.output);
      // As it says: remove one of them from the program; its object stays.
      engine.declare([identity("second", { description: "changed" })]);
      succeeded(await engine.stack.up());
      assert.deepEqual(deletes(), []);
      assert.ok(isThere(uid));
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });

    it("stays while the program only reads it under another name: each remedy of the error ends well (row 90)", async () => {
      const opts = { aliases: [{ name: "bot" }] };
      const refuse = async (reader: (uid: string) => Declared): Promise<string> => {
        engine.declare([identity("bot")]);
        succeeded(await engine.stack.up());
        const uid = await uidOf("bot");
        engine.declare([reader(uid)]);
        engine.emulator.clearRequests();
        const { code, output } = await engine.stack.up();
        assert.equal(code, 1);
        assert.match(output, new RegExp(`Identity ${uid} was not deleted, because the program also reads it with get`));
        assert.deepEqual(mutations(engine.emulator.requests), []);
        return uid;
      };
      const deleted = await refuse((get) => ({ name: "reader", class: "Identity", args: {}, get, opts }));
      engine.declare([]);
      succeeded(await engine.stack.up());
      assert.ok(!isThere(deleted));
      const read = await refuse((id) => ({ ...identity("reader"), opts: { ...opts, id } }));
      succeeded(await engine.stack.run(["state", "delete", await urnOf("bot"), "--yes"]));
      succeeded(await engine.stack.up());
      assert.ok(isThere(read));
      assert.deepEqual([...(await engine.recorded()).keys()], ["reader"]);
      engine.declare([]);
      succeeded(await engine.stack.up());
      assert.ok(engine.emulator.remove(read));
    });

    it("stays when it is a SCIM token that is adopted under a new name: it is not revoked or rotated again (row 90)", async () => {
      const [identityProviderUid = ""] = engine.world.uids["iam:IdentityProvider"] ?? [];
      const scim = (name: string, args: object = {}): Declared => ({
        name,
        class: "ScimToken",
        args: { identityProviderUid, ...args },
      });
      engine.declare([scim("scim")]);
      succeeded(await engine.stack.up());
      engine.declare([scim("renamed", { adoptUid: identityProviderUid, neverExpires: true })]);
      succeeded(await engine.stack.up("--target", "**renamed"));
      succeeded(await engine.stack.up());
      const provider = engine.emulator.get(identityProviderUid, "iam:IdentityProvider") as { scim?: object };
      assert.match(JSON.stringify(provider.scim), /CREDENTIAL_STATE_(LIVE|ROTATING)/);
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });
  },
  { shared: true },
);
