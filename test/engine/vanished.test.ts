import assert from "node:assert/strict";
import { nameOf } from "../../src/description/spec/resource";
import { collections, type Declared, startEngine, succeeded } from "../support/engine";
import { separateParent } from "../support/platform";
import { minimalInputs } from "../support/samples";
import { describeEngine } from "./describe-engine";
import { assertConverged, assertInvariants } from "./invariants";

describeEngine("a missing object", (engine) => {
  it("is found by a refresh, removed from the state, and created again, for every kind (row 20)", async () => {
    // An invisible organization may belong to another platform, so nothing proves that it was deleted.
    const kinds = collections.filter(({ peculiar }) => !peculiar?.mayLapse && peculiar?.rootOf === undefined);
    engine.declare(
      kinds.map((spec): Declared => {
        const name = nameOf(spec).toLowerCase();
        const own = separateParent(engine.emulator, engine.world, spec, name);
        return { name, class: nameOf(spec), args: { ...minimalInputs(engine.world, spec), ...own } };
      }),
    );
    succeeded(await engine.stack.up());
    const before = await engine.recorded();
    for (const spec of kinds)
      assert.ok(engine.emulator.remove(String(before.get(nameOf(spec).toLowerCase())?.id), spec.type), spec.type);
    assert.equal((await engine.stack.refresh("--preview-only", "--expect-no-changes")).code, 7);
    succeeded(await engine.stack.refresh("--yes"));
    assert.equal((await engine.recorded()).size, 0);
    succeeded(await engine.stack.up());
    assert.equal((await engine.recorded()).size, kinds.length);
    await assertInvariants(engine);
  });
});

describeEngine("an object that exists", (engine) => {
  it("stays in the state against another environment, or with another organization's token (row 47) (report: a refresh with a wrong address empties the state)", async () => {
    engine.declare([{ name: "team", class: "Group", args: { parentUid: engine.root } }]);
    succeeded(await engine.stack.up());
    const other = await startEngine();
    try {
      for (const { uid } of other.emulator.list("iam:Group"))
        if (String(uid).startsWith(engine.root)) other.emulator.remove(String(uid));
      const wrongAddress = await engine.stack.run(["refresh", "--yes"], other.emulator.environment);
      assert.equal(wrongAddress.code, 1, wrongAddress.output);
      assert.match(wrongAddress.output, /so this may be the wrong platform or the wrong token/);
    } finally {
      await other.close();
    }
    const issuer = "https://token.ci.example.com";
    const [, elsewhere = ""] = engine.world.uids["iam:Organization"] ?? [];
    const stranger = { name: "stranger", claimMatch: { issuer, subject: "s" } };
    const identity = String(engine.emulator.put("iam:Identity", elsewhere, stranger).uid);
    const wrongToken = await engine.stack.run(["refresh", "--yes"], {
      PLATFORM_TOKEN: "",
      PLATFORM_IDENTITY: identity,
      PLATFORM_ID_TOKEN: await engine.emulator.idToken({
        issuer,
        subject: "s",
        audience: new URL(engine.emulator.url).host,
      }),
    });
    assert.equal(wrongToken.code, 1, wrongToken.output);
    assert.match(wrongToken.output, /\[(PERMISSION_DENIED|NOT_FOUND)\]/);
    assert.ok((await engine.recorded()).get("team"));
    await assertConverged(engine);
  });
});
