import assert from "node:assert/strict";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, organization } from "../../support/resources";

const inputs = { name: "acme-emea", description: "EMEA", kind: "ORG_KIND_DEV" };

function start(...options: ConstructorParameters<typeof LocalPlatform>) {
  const platform = new LocalPlatform(...options);
  /** The verbs of a new run. */
  const run = (context = platform.run()) => verbsIn(context, organization);
  const isWritten = (...requests: string[]) =>
    assert.deepEqual(
      platform.writes().map(([request]) => request),
      requests,
    );
  return { platform, run, isWritten };
}

describe("an organization", () => {
  it("is refused if one with that name is visible, and adopted by its uid", async () => {
    const { run, isWritten } = start([placed(group, "org/team", { name: "team" })]);
    await assert.rejects(run().create({ name: "acme" }), (error: Error) => {
      assert.match(error.message, /^An Organization with this name exists already at the top level: org\./);
      assert.doesNotMatch(error.message, /deleteBeforeReplace/);
      return error.message.includes('adoptUid: "org"');
    });
    assert.equal((await run().create({ name: "acme", adoptUid: "org" })).uid, "org");
    isWritten();
    await assert.rejects(
      run().create({ name: "team", adoptUid: "org/team" }),
      /because it is a Group\. Nothing was changed\.\n- Set adoptUid at a Group instead/,
    );
  });

  it("is not deleted unless it is allowed, and then it is", async () => {
    const { platform, run, isWritten } = start();
    const { uid, outputs } = await run().create(inputs);
    platform.requests.length = 0;
    await assert.rejects(run().delete(uid, outputs), {
      message:
        `Organization ${uid} was not deleted, because this also deletes everything in it, and nobody can restore that.\n` +
        "- If you want to delete it, set allowDelete: true, and run pulumi up. Then remove it from the program, or destroy it.",
    });
    assert.deepEqual(platform.requests, [], "nothing is sent");
    const allowed = await run().update(uid, outputs, { ...inputs, allowDelete: true });
    isWritten();
    await run().delete(uid, allowed);
    assert.equal(platform.get(uid), undefined);
  });

  it("is never replaced: a delete is refused while the program has it", async () => {
    const { platform, run } = start();
    const desired = { ...inputs, allowDelete: true };
    const { uid, outputs } = await run().create(desired);
    const context = platform.run();
    context.holders.noteCheck({ spec: organization, urn: "acme" }, desired, true);
    await assert.rejects(
      run(context).delete(uid, outputs),
      /the program still contains it\. A replacement would delete everything in it\. No change requires a replacement\.\n- If /,
    );
    assert.ok(platform.get(uid));
    await assert.rejects(run(context).create(desired), /exists already/);
    // Without what asks for a replacement, the same run updates it.
    await run(context).update(uid, outputs, { ...desired, description: "Europe" });
    assert.equal(platform.get(uid)?.description, "Europe");
  });

  it("and a group in it are both deleted by one run, although the platform deletes the group with it (row 134)", async () => {
    const { platform, run } = start([], { cascade: true });
    const root = await run().create({ ...inputs, allowDelete: true });
    const below = await verbsIn(platform.run(), group).create({ parentUid: root.uid, name: "team" });
    const context = platform.run();
    const held = platform.fault({ method: "DELETE", path: `/iam/v2/groups/${below.uid}`, action: { kind: "hold" } });
    const child = verbsIn(context, group).delete(below.uid, below.outputs);
    await held.reached;
    await run(context).delete(root.uid, root.outputs);
    assert.equal(platform.get(below.uid), undefined);
    held.release();
    await child;
  });
});
