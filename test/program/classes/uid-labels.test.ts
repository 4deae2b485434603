import assert from "node:assert/strict";
import { output } from "@pulumi/pulumi";
import { formerLabelsOf, formerNames, labelOf, labelUid, setLabel } from "../../../src/program/classes/uid-labels";

describe("the name of a uid", () => {
  /** The answer to a lookup, with its uid as the type of lookups gives it. */
  const answerTo = (args: unknown) => {
    const answer = output({ uid: "org/1a2b", name: "viewer" });
    labelUid(answer, args);
    return answer;
  };

  it("is the name that a lookup asked for, and the uid stays what it was", async () => {
    const { uid } = answerTo({ name: "viewer" });
    assert.equal(labelOf(uid), "viewer");
    assert.equal(await new Promise((resolve) => uid.apply(resolve)), "org/1a2b");
  });

  it("is the one given to an Output, and of no other", () => {
    const uid = output("org/1a2b");
    setLabel(uid, "puller");
    assert.equal(labelOf(uid), "puller");
    assert.equal(labelOf(uid.apply((text) => text)), undefined);
  });

  it("is not known of a lookup by something else, nor of a value that is none", () => {
    for (const args of [{ name: output("viewer") }, { name: "" }, { uid: "org/1a2b" }, undefined, "viewer"])
      assert.equal(labelOf(answerTo(args).uid), undefined);
    for (const value of [undefined, null, 1, {}, Promise.resolve("org/1a2b")]) assert.equal(labelOf(value), undefined);
  });

  it("has former ones from aliases", async () => {
    const urn = "urn:pulumi:s::p::platform:Group::by-urn";
    const aliases = [{ name: "legacy" }, urn, output({ name: output("later") }), { type: "other" }];
    const found = formerNames("data-group", aliases);
    const names = await new Promise((resolve) => output(found).apply(resolve));
    assert.deepEqual(names, ["legacy", "by-urn", "later", "data-group"]);
    const uid = output("org/1a2b");
    setLabel(uid, "data-group", found);
    assert.equal(formerLabelsOf(uid), found);
    assert.deepEqual([formerLabelsOf("org/1a2b"), formerLabelsOf(output("x"))], [[], []]);
  });
});
