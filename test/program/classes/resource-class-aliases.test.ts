import assert from "node:assert/strict";
import { type Alias, type Input, type Output, output, type URN } from "@pulumi/pulumi";
import { hostAliases } from "../../../src/program/classes/resource-class";

const TYPE = "platform:index:Group";
const URN_TEXT = "urn:pulumi:test::test::platform:index:Group::old";

/** Values of aliases, with Outputs and promises resolved. */
const resolved = (aliases: readonly Input<URN | Alias>[]) =>
  Promise.all(aliases.map((alias) => new Promise((resolve) => (output(alias) as Output<unknown>).apply(resolve))));

describe("the aliases of a change of the host", () => {
  it("are the type of the other host, with each alias of the program, which stays beside them", () => {
    assert.deepEqual(hostAliases(TYPE), [{ type: TYPE }]);
    assert.deepEqual(hostAliases(TYPE, [{ name: "old" }, { parent: URN_TEXT, name: "older" }]), [
      { type: TYPE },
      { name: "old", type: TYPE },
      { parent: URN_TEXT, name: "older", type: TYPE },
    ]);
  });

  it("leave out a URN, and an alias that has a type: each names one resource", () => {
    assert.deepEqual(hostAliases(TYPE, [URN_TEXT, { name: "old", type: "a:b:C" }]), [{ type: TYPE }]);
  });

  it("are equal for aliases that are Outputs or promises", async () => {
    const given = [output({ name: "old" }), Promise.resolve(URN_TEXT), Promise.resolve({ name: "older" })];
    assert.deepEqual(await resolved(hostAliases(TYPE, given)), [
      { type: TYPE },
      { name: "old", type: TYPE },
      URN_TEXT,
      { name: "older", type: TYPE },
    ]);
  });
});
