import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/lifecycle/errors";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { listed, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";

const team = { parentUid: "org", name: "team", description: "d" };
const adopting = { ...team, adoptUid: "org/a" };
const found = object({ uid: "org/a", name: "team", description: "d" });
const taken =
  /^AdoptionError: adoptUid "org\/a" cannot be adopted as this Group: the Group org\/a is held by another resource of/;

type Answers = Parameters<typeof scriptedContext>[0];

/** Two resources of one run that adopt one object, one after the other or at once. */
async function twice(answers: Answers, atOnce: boolean) {
  const script = scriptedContext(answers);
  const adopt = () => create(new Kind(script.context, group), adopting).catch((error: unknown) => error);
  const results = atOnce ? await Promise.all([adopt(), adopt()]) : [await adopt(), await adopt()];
  assert.deepEqual(script.left, []);
  return results;
}

for (const atOnce of [false, true]) {
  describe(`two resources of a program that adopt one object, ${atOnce ? "at once" : "one after the other"} (row 13)`, () => {
    it("cannot both succeed", async () => {
      const [first, second] = await twice([found], atOnce);
      assert.equal((first as { uid: string }).uid, "org/a");
      assert.match(String(second), taken);
    });

    it("cannot both succeed when the first could not update the object", async () => {
      const other = object({ uid: "org/a", name: "team", description: "other" });
      const [first, second] = await twice([other, refusal("PERMISSION_DENIED", "read only")], atOnce);
      assert.ok(first instanceof IncompleteError);
      assert.match(String(second), taken);
    });

    it("leave it to the second when the first failed", async () => {
      for (const failure of [
        missingResource("org/a"),
        refusal("PERMISSION_DENIED"),
        object({ uid: "org/a", name: "crew" }),
      ]) {
        const [first, second] = await twice([failure, found], atOnce);
        assert.ok(first instanceof Error && !taken.test(String(first)));
        assert.equal((second as { uid: string }).uid, "org/a");
      }
    });
  });
}

describe("an object created in this run (row 13)", () => {
  it("belongs to its creator, and no other resource can adopt it", async () => {
    const script = scriptedContext([listed("groups"), found]);
    await create(new Kind(script.context, group), team);
    await assert.rejects(create(new Kind(script.context, group), adopting), taken);
    assert.deepEqual(script.left, []);
  });

  it("does not block a resource of another kind with the same uid, and neither does an adopted object", async () => {
    const association = { parentUid: "org/a", name: "cloud", amazon: { account: "123456789012" } };
    const its = object({ uid: "org/a", name: "cloud", amazon: { account: "123456789012" } });
    for (const before of [[listed("groups"), found], [found]]) {
      const script = scriptedContext([...before, its]);
      await create(new Kind(script.context, group), before.length === 1 ? adopting : team);
      const { uid } = await create(new Kind(script.context, accountAssociation), { ...association, adoptUid: "org/a" });
      assert.equal(uid, "org/a");
    }
  });
});
