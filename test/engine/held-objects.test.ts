import assert from "node:assert/strict";
import { bots } from "../support/bots";
import { describeEngineHosts } from "../support/describe-engine";
import { assertSettled, succeeded } from "../support/engine";
import { assertInvariants } from "../support/invariants";
import { mutations } from "../support/log";

describeEngineHosts(
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
      assert.match(refused.output, /If you renamed or moved that resource|Remove one of them/);
      engine.declare([identity("renamed", { adoptUid: uid })]);
      engine.emulator.clearRequests();
      const moved = succeeded(await engine.stack.up());
      assert.deepEqual(mutations(engine.emulator.requests), []);
      assert.match(moved.output, new RegExp(`Identity ${uid} .*another resource of this program`));
      assert.ok(isThere(uid));
      assert.deepEqual([...(await engine.recorded()).keys()], ["renamed"]);
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });

    it("is replaced by --replace although adoptUid is still set (rows 92, 93)", async () => {
      const first = String(engine.emulator.put("registry:Repo", engine.root, { name: "web" }).uid);
      engine.declare([{ name: "web", class: "Repo", args: { parentUid: engine.root, adoptUid: first } }]);
      succeeded(await engine.stack.up());
      assert.equal(await uidOf("web"), first);
      succeeded(await engine.stack.up("--replace", await urnOf("web")));
      const [live, ...twins] = engine.emulator.list("registry:Repo").filter(({ name }) => name === "web");
      assert.deepEqual([live?.uid, twins], [await uidOf("web"), []]);
      assert.notEqual(live?.uid, first, "another object than before");
      await assertSettled(engine.stack);
      await assertInvariants(engine);
    });

    it("cannot be adopted by a second resource, and a state that contains it twice is an error (row 94)", async () => {
      engine.declare([identity("first")]);
      succeeded(await engine.stack.up());
      const uid = await uidOf("first");
      const second = identity("second", { adoptUid: uid });
      engine.declare([identity("first"), second]);
      const up = await engine.stack.up();
      assert.equal(up.code, 1, up.output);
      assert.match(up.output, /another resource of this program manages|manage the same/);

      // A run that breaks off after an adoption leaves the uid in the state twice.
      engine.declare([second, refusedAfter("second")]);
      assert.equal((await engine.stack.up()).code, 1);
      assert.deepEqual([...(await engine.recorded()).keys()].sort(), ["first", "second"]);
      engine.declare([identity("first"), identity("second")]);
      const twice = await engine.stack.up();
      assert.equal(twice.code, 1);
      assert.ok(twice.output.includes(uid) && /manage the same Identity/.test(twice.output), twice.output);
      engine.declare([identity("second")]);
      succeeded(await engine.stack.up());
      assert.deepEqual(deletes(), []);
      await assertInvariants(engine);
    });
  },
  { shared: true },
);
