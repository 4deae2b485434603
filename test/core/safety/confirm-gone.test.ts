import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import { LOOK_WAITS_MS } from "../../../src/core/safety/look-until";
import type { EmulatorOptions, FaultAction } from "../../../src/emulator/index";
import { answer, denied, missing, reset, unknownPath } from "../../support/local-faults";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { sightOf } from "../../support/platform";
import { group, identity, role, roleBinding } from "../../support/resources";

const recorded = { parentUid: "org/a", name: "team" };
const uid = "org/a/b";
const itself = /\/org\/a\/b$/;
const itsGroup = /\/org\/a$/;
const objects = [placed(group, "org/a", { name: "above" }), placed(group, uid, { name: "team" })];

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

/** A proxy that says of a delete that it is done, and does nothing. */
const idle = (platform: LocalPlatform) => platform.fault({ method: "DELETE", action: answer("{}") });
/** A proxy that passes a delete on, and removes the header of the platform from the response. */
const stripping = (platform: LocalPlatform) =>
  platform.fault({ method: "DELETE", when: "after", action: answer("{}") });

describe("a delete", () => {
  it("is one request, whatever the body of the response (row 101)", async () => {
    for (const deleteBody of ["object", "empty"] as const) {
      const { platform, result, sent, isThere } = await deleting(() => undefined, { deleteBody });
      assert.deepEqual([result, sent, isThere], [undefined, [`DELETE /iam/v2/groups/${uid}`], false]);
      assert.deepEqual(platform.requests.map(({ method, path }) => `${method} ${path}`).slice(1), sent);
    }
  });

  it("succeeds when the object no longer exists, also after a lost response (row 48) (report: a delete fails because the object is gone already)", async () => {
    const ways: ((platform: LocalPlatform) => void)[] = [
      (platform) => platform.remove(uid),
      (platform) => {
        for (const one of [uid, "org/a"]) platform.remove(one);
      },
      (platform) => platform.fault({ method: "DELETE", when: "after", action: reset }),
      (platform) => platform.fault({ method: "DELETE", when: "after", action: unknownPath }),
    ];
    for (const prepare of ways) assert.equal((await deleting(prepare)).result, undefined);
  });

  it("fails when only a proxy, or another party that is not trusted, reports it gone (row 48)", async () => {
    const ways: ((platform: LocalPlatform) => void)[] = [
      (platform) => platform.fault({ method: "DELETE", action: answer("<html>", 404) }),
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
      ...[denied, answer("", 204), unknownPath].map((action) => (platform: LocalPlatform) => {
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

  it("waits for a young object that the platform does not show yet, nor its group (row 100)", async () => {
    const platform = new LocalPlatform(objects);
    for (const path of [itsGroup, itself]) platform.fault({ method: "GET", path, times: 3, action: missing });
    await verbsIn(platform.run(), group).delete(uid, { ...recorded, createTime: NOW });
    assert.deepEqual([platform.writes().length, platform.get(uid)], [1, undefined]);
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

  it("waits for the delete of its group, and fails with it, if both are missing (row 100)", async () => {
    const bot = placed(identity, "org/a/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    for (const isDeleted of [true, false]) {
      const platform = new LocalPlatform([...objects.slice(0, 1), bot], { cascade: true });
      const run = platform.run();
      // Another platform, or one that hides everything from the token. Or the group's delete has no answer yet.
      if (isDeleted) platform.fault({ method: "DELETE", when: "after", action: { kind: "delay", ms: 3_000 } });
      else platform.fault({ method: "GET", times: 99, action: missing });
      const above = verbsIn(run, group).delete("org/a", { parentUid: "org", name: "above" });
      if (isDeleted) await platform.sleep(1_000);
      const results = await Promise.allSettled([
        above,
        verbsIn(run, identity).delete("org/a/bot", { parentUid: "org/a", name: "bot" }),
      ]);
      const wanted = isDeleted ? "fulfilled" : "rejected";
      assert.deepEqual(
        results.map(({ status }) => status),
        [wanted, wanted],
      );
    }
  });

  it("is sent for a visible object when groups may not be read (row 100)", async () => {
    const { result, isThere } = await deleting((platform) =>
      platform.fault({ method: "GET", path: itsGroup, times: 99, action: denied }),
    );
    assert.deepEqual([result, isThere], [undefined, false]);
  });

  it("fails, and keeps the object in the state, when the object still exists after a success (row 101) (report: a delete that did nothing removes the object from the state)", async () => {
    const { platform, result } = await deleting(idle);
    assert.match(String(result), /^PlatformError: DELETE .* still exists\. It stays in the state/);
    assert.deepEqual(platform.sleeps, LOOK_WAITS_MS);
    const odd: readonly (readonly [FaultAction, RegExp])[] = [
      [answer("{}"), /returned something else/],
      [answer('{"uid":"org/a/c"}'), /returned something else/],
      [{ kind: "status", code: "INVALID_ARGUMENT" }, /the read that checks it failed/],
      [denied, /the read that checks it failed/],
      [answer("<html>"), /the read that checks it failed/],
    ];
    for (const [action, why] of odd)
      for (const proxy of [idle, stripping]) {
        const unsure = await deleting((local) => {
          proxy(local);
          local.fault({ method: "GET", path: itself, times: 99, action });
        });
        assert.match(String(unsure.result), /^PlatformError: DELETE .*: the response was a success, but/);
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

  it("is believed after a read if a proxy has removed the platform's header (row 101)", async () => {
    const { platform, result, isThere } = await deleting(stripping);
    assert.deepEqual([result, isThere], [undefined, false]);
    const reads = platform.requests.filter(({ method, path }) => method === "GET" && itself.test(path));
    assert.equal(reads.length, 1);
  });

  it("is not believed for a response like the platform's with another header, or with an error (row 101)", async () => {
    const headers = { "content-type": "application/grpc", "grpc-metadata-date": "application/grpc" };
    const { result } = await deleting((platform) =>
      platform.fault({ method: "DELETE", action: answer("{}", 200, headers) }),
    );
    assert.match(String(result), /^PlatformError: DELETE .*: the response was a success, but/);
  });
});

describe("a delete of a kind whose second delete succeeds, too (row 101)", () => {
  const grant = placed(roleBinding, "org/a/1", { identityUid: "org/bot", roleUid: "viewer" });
  const values = { parentUid: "org/a", identityUid: "org/bot", roleUid: "viewer" };
  /** A token that deletes role bindings, and may do no more than what `more` lets it do. */
  const deletingAs = async (
    more: readonly string[],
    options: EmulatorOptions = {},
    afterSight = (_: LocalPlatform) => {},
  ) => {
    const bot = placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    const capabilities = ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_DELETE", ...more];
    const own = [
      placed(role, "org/all", { name: "all", capabilities }),
      placed(roleBinding, "org/own", { identityUid: "org/bot", roleUid: "org/all" }),
    ];
    const platform = new LocalPlatform([...objects, bot, ...own, grant], { tokenGrants: "live", ...options });
    const sight: Context["sight"] = async (client) => {
      const seen = await sightOf("org/bot")(client);
      afterSight(platform);
      return seen;
    };
    const run = platform.run({ sight }, await platform.tokenOf("org/bot"));
    return { platform, bindings: verbsIn(run, roleBinding) };
  };
  const seeing = ["CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"];

  it("waits until an object less than a minute old is visible, so that no grant remains (row 220)", async () => {
    for (const type of ["", "application/grpc"]) {
      const headers = { "grpc-metadata-content-type": type };
      const createTime = new Date(Date.parse(NOW) - 5_000).toISOString();
      const platform = new LocalPlatform([...objects, placed(roleBinding, "org/a/1", { ...values, createTime })]);
      // A replica that does not know the object yet, and confirms its delete.
      platform.fault({ method: "GET", path: /\/org\/a\/1$/, times: 2, action: { kind: "status", code: "NOT_FOUND" } });
      const delay = platform.fault({
        method: "DELETE",
        times: 99,
        action: { kind: "body", status: 200, body: "{}", headers },
      });
      for (const act of [() => undefined, () => delay.remove()]) platform.whenAnswered(/^GET .*\/org\/a\/1$/, act);
      await verbsIn(platform.run(), roleBinding).delete("org/a/1", { ...values, createTime });
      assert.equal(platform.get("org/a/1"), undefined);
    }
  });

  it("is not believed once the run has deleted the token's own rights, even at the same moment (row 149)", async () => {
    // The token sees the kind just before its delete. The platform confirms deletes of what it hides.
    const { platform, bindings } = await deletingAs(seeing, { forbidden: "hidden" }, (one) => {
      if (one.get("org/own") !== undefined) one.remove("org/own");
    });
    await assert.rejects(bindings.delete("org/a/1", values), /and no group above it is visible either/);
    assert.ok(platform.get("org/a/1"));
  });

  it("counts with a warning if the token may delete but not read it", async () => {
    const { platform, bindings } = await deletingAs([]);
    await bindings.delete("org/a/1", values);
    assert.equal(platform.get("org/a/1"), undefined);
    assert.match(
      platform.printed.join(),
      /warning: the RoleBinding org\/a\/1 was deleted, but this token cannot check that it no longer exists\.\n- Ask someone who can read it to check that it no longer exists\.$/,
    );
  });
});
