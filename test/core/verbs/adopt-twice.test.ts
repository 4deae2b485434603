import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import type { Values } from "../../../src/description/spec/values";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group } from "../../support/resources";
import { runWith, team, theirs } from "./existing-rows";

const taken =
  /^AdoptionError: adoptUid "org\/\w+" cannot be adopted as this Group, because another resource of this program manages the Group org\/\w+/;

for (const atOnce of [false, true])
  describe(`two resources of a program that adopt one object, ${atOnce ? "at once" : "one after the other"} (row 13)`, () => {
    const wanted = { ...team, description: "theirs" };
    const twice = async ({ adopt }: ReturnType<typeof runWith>, inputs: Values = wanted) =>
      atOnce ? Promise.all([adopt(inputs), adopt(inputs)]) : [await adopt(inputs), await adopt(inputs)];

    it("cannot both succeed", async () => {
      const [first, second] = await twice(runWith(theirs));
      assert.equal((first as { uid?: string }).uid, "org/a");
      assert.match(String(second), taken);
    });

    it("cannot both succeed when the first could not update the object", async () => {
      const run = runWith(theirs);
      run.platform.fault({ method: "PATCH", action: { kind: "status", code: "PERMISSION_DENIED" } });
      const [first, second] = await twice(run, { ...team, description: "ours" });
      assert.ok(first instanceof IncompleteError);
      assert.match(String(second), taken);
    });

    it("leave it to the second when the first failed", async () => {
      for (const code of ["NOT_FOUND", "PERMISSION_DENIED", undefined] as const) {
        const run = runWith(code === undefined ? placed(group, "org/a", { name: "crew" }) : theirs);
        if (code !== undefined) run.platform.fault({ method: "GET", action: { kind: "status", code } });
        // Somebody gives it the name just after the first has looked.
        else
          run.platform.whenAnswered(/^GET/, () => run.platform.edit("org/a", { name: "team", description: "theirs" }));
        const [first, second] = await twice(run);
        assert.ok(first instanceof Error && !taken.test(String(first)));
        assert.equal((second as { uid?: string }).uid, "org/a");
      }
    });
  });

describe("an object created in this run (row 13)", () => {
  it("belongs to its creator, and no other resource can adopt it", async () => {
    const context = new LocalPlatform().run();
    const { uid } = madeBy(await creating(context, group, { parentUid: "org", ...team }));
    assert.match(String(await creating(context, group, { parentUid: "org", ...team, adoptUid: uid })), taken);
  });
});
