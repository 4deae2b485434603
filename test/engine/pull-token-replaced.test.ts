import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { declareToken, login, pull, putImage, writes } from "../support/pull-token";

describeEngine("a pull token, when creates may take over existing objects,", (engine) => {
  it("is never reported as replaced while its identity or role binding remains (row 265)", async () => {
    putImage(engine);
    succeeded(await engine.stack.run(["config", "set", "platform:adoptExisting", "sameKey"]));
    declareToken(engine, 'rotate: "1"');
    succeeded(await engine.stack.up());
    const former = login(engine);
    const { deployment } = await engine.stack.export();
    engine.emulator.clearRequests();
    for (const kind of ["iam:Identity", "iam:RoleBinding"]) {
      const urn = deployment.resources?.find(({ type }) => type.endsWith(`/${kind}`))?.urn;
      const { code, output } = await engine.stack.up("--replace", String(urn));
      assert.notEqual(code, 0, output);
      assert.match(output, /lists it in a PullToken, change rotate/);
      assert.deepEqual([writes(engine), await pull(engine, former)], [[], [200, 200]]);
    }
    declareToken(engine, 'rotate: "2"');
    succeeded(await engine.stack.up());
    assert.deepEqual([await pull(engine, former), await pull(engine, login(engine))], [[401], [200, 200]]);
  });
});
