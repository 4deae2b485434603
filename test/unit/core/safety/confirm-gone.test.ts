import assert from "node:assert/strict";
import type { EmulatorOptions, FaultAction } from "../../../../src/emulator/index";
import { group } from "../../../../src/resources/group";
import { LocalPlatform, placed, verbsIn } from "../../../support/local-platform";

const recorded = { parentUid: "org/a", name: "team" };
const uid = "org/a/b";
const itself = /\/org\/a\/b$/;
const itsGroup = /\/org\/a$/;
const objects = [placed(group, "org/a", { name: "above" }), placed(group, uid, { name: "team" })];

const answer = (status: number, body: string): FaultAction => ({ kind: "body", status, body });
const unknownPath = answer(404, '{"code":5,"message":"Not Found"}');
const denied: FaultAction = { kind: "status", code: "PERMISSION_DENIED" };

/** A delete of a group in a group; `prepare` says what goes wrong. */
async function deleting(prepare: (platform: LocalPlatform) => void, options: EmulatorOptions = {}) {
  const platform = new LocalPlatform(objects, options);
  prepare(platform);
  const result = await verbsIn(platform.run(), group)
    .delete(uid, recorded)
    .catch((error: Error) => error);
  const sent = platform.writes().map(([request]) => request);
  return { platform, result, sent, isThere: platform.get(uid) !== undefined };
}

/** A platform that says of a delete that it is done, and does nothing. */
const idle = (platform: LocalPlatform) => platform.fault({ method: "DELETE", action: answer(200, "{}") });

describe("a delete", () => {
  it("is one request, whatever the body of the response (row 101)", async () => {
    for (const deleteBody of ["object", "empty"] as const) {
      const { platform, result, sent, isThere } = await deleting(() => undefined, { deleteBody });
      assert.deepEqual([result, sent, isThere], [undefined, [`DELETE /iam/v2/groups/${uid}`], false]);
      assert.ok(
        platform.requests.length <= 4,
        "a look at the group before, one behind it, and one at the organization",
      );
    }
  });

  it("succeeds when the object no longer exists, also after a lost response (row 48)", async () => {
    const ways: ((platform: LocalPlatform) => void)[] = [
      (platform) => platform.remove(uid),
      (platform) => platform.fault({ method: "DELETE", when: "after", action: { kind: "reset" } }),
      (platform) => platform.fault({ method: "DELETE", when: "after", action: unknownPath }),
    ];
    for (const prepare of ways) assert.equal((await deleting(prepare)).result, undefined);
  });

  it("fails when only a proxy, or another party that is not trusted, reports it gone (row 48)", async () => {
    const ways: ((platform: LocalPlatform) => void)[] = [
      (platform) => platform.fault({ method: "DELETE", action: answer(404, "<html>") }),
      (platform) => platform.fault({ method: "DELETE", action: unknownPath }),
      (platform) => {
        platform.fault({ method: "DELETE", action: unknownPath });
        platform.fault({ path: "/iam/v2/groups", times: 99, nth: 2, action: unknownPath });
      },
    ];
    for (const prepare of ways) {
      const { result, isThere } = await deleting(prepare);
      assert.ok(result instanceof Error && isThere);
    }
  });

  it("sends nothing when neither the group nor the object is visible (row 100)", async () => {
    const ways: ((platform: LocalPlatform) => void)[] = [
      (platform) => {
        for (const one of [uid, "org/a"]) platform.remove(one);
      },
      ...[denied, answer(204, ""), unknownPath].map((action) => (platform: LocalPlatform) => {
        platform.fault({ method: "GET", times: 99, action });
      }),
    ];
    for (const prepare of ways) {
      const { result, sent } = await deleting(prepare);
      assert.match(
        String(result),
        /was not deleted, because the group org\/a is not visible [\s\S]*Check platform:baseUrl/,
      );
      assert.deepEqual(sent, []);
    }
  });

  it("treats an object as gone with its group only when this run deletes the group, and both are missing, not hidden (row 100)", async () => {
    for (const hidden of [[], [itsGroup, itself], [itself], [itsGroup]]) {
      const platform = new LocalPlatform(objects, { cascade: true });
      const groups = verbsIn(platform.run(), group);
      await groups.delete("org/a", { parentUid: "org", name: "above" });
      for (const path of hidden) platform.fault({ method: "GET", path, times: 99, action: denied });
      const deleted = groups.delete(uid, recorded);
      if (hidden.length === 0) await deleted;
      else await assert.rejects(deleted, /was not deleted, because the group org\/a is not visible/);
      assert.deepEqual(platform.writes(), [["DELETE /iam/v2/groups/org/a", undefined]]);
    }
  });

  it("is sent for a visible object when groups may not be read (row 100)", async () => {
    const { result, isThere } = await deleting((platform) =>
      platform.fault({ method: "GET", path: itsGroup, times: 99, action: denied }),
    );
    assert.deepEqual([result, isThere], [undefined, false]);
  });

  it("fails, and keeps the object in the state, when the object still exists after a success (row 101)", async () => {
    const { platform, result } = await deleting(idle);
    assert.match(String(result), /^StillThereError: DELETE .* still exists\. It stays in the state/);
    assert.deepEqual(platform.sleeps, [250, 1_000, 3_000]);
    const odd: readonly (readonly [FaultAction, RegExp])[] = [
      [answer(200, "{}"), /returned something else/],
      [answer(200, '{"uid":"org/a/c"}'), /returned something else/],
      [{ kind: "status", code: "INVALID_ARGUMENT" }, /the read that checks it failed/],
      [answer(200, "<html>"), /the read that checks it failed/],
    ];
    for (const [action, why] of odd) {
      const unsure = await deleting((local) => local.fault({ method: "GET", path: itself, times: 99, action }));
      assert.match(String(unsure.result), /^StillThereError/);
      assert.match(String(unsure.result), why);
    }
  });

  it("is checked more than once, because the platform may take a while (row 101)", async () => {
    const { result } = await deleting((platform) => {
      idle(platform);
      platform.whenAnswered(itself, () => undefined); // The delete.
      platform.whenAnswered(itself, () => platform.remove(uid)); // The first look, which has still seen it.
    });
    assert.equal(result, undefined);
  });

  it("trusts the response, with a warning, when it may not read the object (row 101)", async () => {
    const { platform, result } = await deleting((local) =>
      local.fault({ method: "GET", path: itself, times: 99, action: denied }),
    );
    assert.equal(result, undefined);
    assert.match(
      platform.printed.join(),
      /warning: the Group org\/a\/b was deleted, but this token cannot check that it no longer exists/,
    );
  });
});

describe("deletes under one parent", () => {
  const uids = Array.from({ length: 20 }, (_, i) => `org/g${i}`);
  /** Deletes all of them at once, on a platform that leaves some of them there whatever it says. */
  const removeAll = async (left: readonly string[], lists?: FaultAction) => {
    const platform = new LocalPlatform(uids.map((each) => placed(group, each, { name: "team" })));
    for (const each of left) {
      platform.fault({ method: "DELETE", path: `/iam/v2/groups/${each}`, times: 99, action: answer(200, "{}") });
    }
    if (lists !== undefined) platform.fault({ path: /\/groups$/, times: 99, action: lists });
    const groups = verbsIn(platform.run(), group);
    const results = await Promise.allSettled(uids.map((each) => groups.delete(each, {})));
    return {
      failed: results.flatMap(({ status }, i) => (status === "rejected" ? [uids[i]] : [])),
      looks: platform.requests.filter(({ method }) => method === "GET"),
    };
  };

  it("are confirmed together, in a list if that is cheaper (row 101)", async () => {
    const { failed, looks } = await removeAll([]);
    assert.deepEqual(failed, []);
    assert.ok(looks.length <= 5, looks.map(({ path }) => path).join("\n"));
  });

  it("fail one by one for objects that the list still has (row 101)", async () => {
    assert.deepEqual((await removeAll(["org/g3", "org/g17"])).failed, ["org/g3", "org/g17"]);
  });

  it("are confirmed one by one when the list is no evidence, as a proxy's (row 101)", async () => {
    assert.deepEqual((await removeAll(["org/g3"], answer(200, "{}"))).failed, ["org/g3"]);
  });
});
