import assert from "node:assert/strict";
import type { IncompleteError } from "../../../src/core/errors";
import { groupInvite } from "../../../src/description/resources/group-invite";
import type { FaultAction } from "../../../src/emulator/index";
import { answer, reset, status } from "../../support/local-faults";
import { placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { Lossy } from "./lossy-platform";

describe("a create of an invite with its one-time code (row 14)", () => {
  const invite = { roleUid: "viewer", ttl: "24h" };
  const inputs = { parentUid: "org", ...invite };
  const theirs = placed(groupInvite, "org/x", invite);
  const others = (uids: readonly string[], mine?: string) => uids.filter((uid) => uid !== "org/x" && uid !== mine);

  it("creates another one when the code was lost, and names the first, which may be somebody else's (row 97)", async () => {
    for (const action of [
      reset,
      status("UNAVAILABLE"),
      answer('{"uid":"org/a","role":{"uid":"viewer"}}'),
      answer('{"uid":"org/a","role":{"uid":"viewer"},"code":""}'),
      answer('{"uid":"org/a","role":{"uid":"viewer"},"code":5}'),
      answer('{"uid":"org/a","code":"half'),
    ]) {
      const platform = new Lossy([theirs]);
      platform.lose(1, "after", action);
      const { result, uids, posts } = await platform.create(groupInvite, inputs);
      const { uid, outputs } = madeBy(result);
      assert.deepEqual([posts, typeof outputs.code], [2, "string"], JSON.stringify(action));
      const [first, ...more] = others(uids, uid);
      assert.deepEqual(more, []);
      const warning = new RegExp(`warning: .* GroupInvite ${first}, .*\n- If nobody else created \\S+, delete it`);
      assert.match(platform.printed.at(-1) ?? "", warning);
    }
  });

  it("names the first also when the next search fails (row 97)", async () => {
    const platform = new Lossy([theirs]);
    platform.lose(1, "after");
    platform.fault({ method: "POST", nth: 2, action: reset });
    platform.afterPost(2, () => platform.refuseLooks());
    const { message, uids } = await platform.create(groupInvite, inputs);
    assert.match(message, /looking for it failed too/);
    assert.match(platform.printed.join(), new RegExp(`warning: .* GroupInvite ${others(uids)}, `));
  });

  it("stops after two lost responses, and names both objects (row 97)", async () => {
    const platform = new Lossy([theirs]);
    platform.lose(99, "after");
    const { message, uids, posts } = await platform.create(groupInvite, inputs);
    assert.deepEqual([others(uids).length, posts], [2, 2]);
    assert.match(
      message,
      /the response was lost twice[\s\S]*If nobody else created these objects, delete them, and run the same command again\.$/,
    );
    for (const uid of others(uids)) assert.ok(message.includes(uid), message);
  });

  it("names equal invites without a guess about their owner, and creates its own (row 218)", async () => {
    const other = placed(groupInvite, "org/y", { ...invite, email: "someone@example.com" });
    const platform = new Lossy([theirs, other]);
    const context = platform.run();
    for (let i = 0; i < 2; i++) madeBy(await creating(context, groupInvite, inputs));
    const warning =
      "org already has a GroupInvite like this one: org/x. It may belong to another resource or to somebody else, or an interrupted run left it. Pulumi itself deletes one that this replaces.\n- If nobody needs it, delete it.";
    assert.deepEqual(platform.printed, [warning, warning]);
  });
});

describe("a secret in the response to a create (row 124)", () => {
  it("is in no error of the same verb, although the server repeats it", async () => {
    const platform = new Lossy();
    platform.rewrite(/^POST/, (invite) => ({ ...invite, code: "inv-brand-new", email: "other" }));
    const action: FaultAction = { kind: "status", code: "PERMISSION_DENIED", message: "not for inv-brand-new" };
    platform.afterPost(1, () => platform.fault({ method: "GET", action }));
    const inputs = { parentUid: "org", roleUid: "viewer", ttl: "24h", email: "a@example.com" };
    const { result, message } = await platform.create(groupInvite, inputs);
    assert.match(message, /was created, but is not complete: \[PERMISSION_DENIED\]/);
    assert.doesNotMatch(message, /brand-new/);
    assert.equal((result as IncompleteError).properties.code, "inv-brand-new");
  });
});
