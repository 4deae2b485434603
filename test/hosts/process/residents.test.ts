import assert from "node:assert/strict";
import { startHost } from "../../support/host";

describe("the process of the tests that runs provider hosts", () => {
  /** What a host sees: its process, a variable, and what an earlier host may have left in a module of this package. */
  const probe =
    'exports.handler=()=>{const own=require("pulumi-platform/provider"),left=own.left??"nothing";own.left="something";' +
    'return {read:async()=>({id:"a",props:{pid:process.pid,variable:process.env.TESTS_PROBE??"",left}})}}';

  it("runs each one like the first, with its own environment and modules", async () => {
    const seen: unknown[] = [];
    for (const environment of [{ TESTS_PROBE: "1" }, {}]) {
      const host = await startHost({ environment });
      seen.push((await host.read("a", { __provider: probe })).properties);
      await host.close();
      assert.equal(host.stderr(), "");
    }
    const [first, second] = seen as { pid: number }[];
    assert.deepEqual(first, { pid: first?.pid, variable: "1", left: "nothing", __provider: probe });
    assert.deepEqual(second, { ...first, variable: "" });
    assert.notEqual(first?.pid, process.pid);
  });
});
