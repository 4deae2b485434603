import assert from "node:assert/strict";
import { assertSettled, succeeded } from "../support/engine";
import { describeEngine } from "./describe-engine";
import { assertInvariants } from "./invariants";
import { declareToken, login, pull, putImage, writes } from "./pull-token";

describeEngine("a pull token", (engine) => {
  const works = [200, 200];
  const entries = ["iam:RoleBinding", "iam:Identity"];
  const entryOf = async (kind: string) => {
    const { deployment } = await engine.stack.export();
    return deployment.resources?.find(({ type }) => type.endsWith(`/${kind}`)) ?? assert.fail(kind);
  };
  beforeEach(() => putImage(engine));

  it("is repaired in place by the next up --refresh after somebody changed the keys or the name of its identity (row 285)", async () => {
    declareToken(engine);
    succeeded(await engine.stack.up());
    const token = login(engine);
    const { name, staticKeys } = engine.emulator.get(token.username) as { name: string; staticKeys: object };
    const foreign = { issuer: "https://intruder.example.com", subject: "me" };
    for (const change of [{ staticKeys: { ...staticKeys, ...foreign } }, { name: "by-hand" }]) {
      engine.emulator.edit(token.username, change);
      engine.emulator.clearRequests();
      succeeded(await engine.stack.up("--refresh"));
      assert.deepEqual([writes(engine), login(engine)], [["PATCH identities"], token]);
      assert.deepEqual(
        { ...engine.emulator.get(token.username), updateTime: "" },
        { ...engine.emulator.get(token.username), name, staticKeys, updateTime: "" },
      );
      assert.deepEqual(await pull(engine, token), works);
    }
    await assertSettled(engine.stack);
    await assertInvariants(engine, { secrets: [token.password] });
  });

  it("whose identity and role binding are not in the state gets others once they are deleted, as the error says, and leaves nothing behind (row 286)", async () => {
    declareToken(engine, 'rotate: "1"');
    succeeded(await engine.stack.up());
    const former = login(engine);
    const lost = [];
    for (const kind of entries) {
      const { urn, id } = await entryOf(kind);
      lost.push(String(id));
      succeeded(await engine.stack.run(["state", "delete", urn, "--yes"]));
    }
    const { code, output } = await engine.stack.up();
    assert.notEqual(code, 0, output);
    assert.match(output, new RegExp(`exists already under .*${former.username}`));
    assert.match(
      output,
      /- If no other stack manages it, you can take it over: run once with PLATFORM_ADOPT_EXISTING=identical/,
    );
    const again = () =>
      engine.stack.operate(["up", "--yes", "--skip-preview"], { PLATFORM_ADOPT_EXISTING: "identical" });
    const says = `- If it belongs to a PullToken and is not listed, delete ${former.username} and the role bindings`;
    assert.ok((await again()).output.includes(says), engine.shown());
    assert.ok(!(await engine.stack.run(["stack", "--show-ids"])).output.includes(former.username));
    for (const uid of lost) engine.emulator.remove(uid);
    succeeded(await again());
    assert.deepEqual(await pull(engine, login(engine)), works);
    declareToken(engine, 'rotate: "2"');
    succeeded(await engine.stack.up());
    assert.deepEqual([await pull(engine, former), await pull(engine, login(engine))], [[401], works]);
    await assertSettled(engine.stack);
    await assertInvariants(engine, { secrets: [former.password, login(engine).password] });
  });
});
