import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import type { FaultAction } from "../../../src/emulator/index";
import { answer, reset, status } from "../../support/local-faults";
import { NOW } from "../../support/local-platform";
import { madeBy } from "../../support/local-verbs";
import { accountAssociation, group, identity } from "../../support/resources";
import { Lossy, team } from "./lossy-platform";

describe("a create whose response was lost", () => {
  it("adopts the object that exists now and did not before (report: a retried create makes a second object)", async () => {
    for (const action of [
      reset,
      answer("<html>"),
      answer('{"uid":"org/'),
      answer("{}"),
      answer('{"uid":5}'),
      answer('{"uid":"other/a"}'),
      status("UNAVAILABLE"),
      status("INTERNAL"),
      answer("", 502),
    ]) {
      const platform = new Lossy();
      platform.lose(1, "after", action);
      const { result, uids, posts } = await platform.create();
      assert.deepEqual(uids, [madeBy(result).uid], JSON.stringify(action));
      assert.deepEqual(madeBy(result).outputs, {
        ...team,
        status: "ORG_STATUS_READY",
        createTime: NOW,
        updateTime: NOW,
      });
      assert.equal(posts, 1);
      assert.match(platform.printed.join(), /warning: the response to the create of Group .* so the program uses it/);
    }
  });

  it("reports that an object may exist when it cannot read the one that it finds (row 10)", async () => {
    const association = (installationId: unknown) => ({
      name: "accounts",
      github: { appInstallations: { "42": { installations: [{ installationId }] } } },
    });
    const platform = new Lossy();
    platform.lose(1, "after");
    const rounded = answer(JSON.stringify({ uid: "org", ...association(2 ** 53) }));
    platform.afterPost(1, () => platform.fault({ method: "GET", action: rounded }));
    const wanted = { parentUid: "org", ...association("9007199254740993") };
    const { message } = await platform.create(accountAssociation, wanted);
    assert.match(
      message,
      /The response to the create was lost, so an AccountAssociation may exist under org \(.*org.*\)\.\n- Run the same command again/,
    );
  });

  it("does not adopt an object that has more values than desired (row 139)", async () => {
    const claims = { issuer: "https://i.example.com", subject: "s" };
    for (const more of [{ claimMatch: { ...claims, audiencePattern: ".*" } }, { description: "theirs" }]) {
      const platform = new Lossy();
      platform.fault({ method: "POST", action: status("INTERNAL") });
      platform.afterPost(1, () => platform.put(identity, "org", { name: "deployer", claimMatch: claims, ...more }));
      const { message } = await platform.create(identity, { parentUid: "org", name: "deployer", claimMatch: claims });
      assert.match(message, /an Identity with this name may exist under org \(found: \S+, which differs in /);
    }
  });

  it("searches repeatedly, for a late commit (row 10)", async () => {
    for (const ms of [200, 1_200, 4_200, 7_200]) {
      const platform = new Lossy();
      platform.lose(1, "before", { kind: "late", ms });
      const { result, uids, posts } = await platform.create();
      assert.deepEqual([uids, posts], [[madeBy(result).uid], 1]);
    }
  });

  it("is posted once more after searches without a result (row 10)", async () => {
    const platform = new Lossy();
    platform.lose(1, "before");
    const { result, uids, posts } = await platform.create();
    assert.deepEqual([uids, posts], [[madeBy(result).uid], 2]);
    assert.deepEqual(platform.printed, []);
  });

  it("is recorded, and both objects are named, when the first create succeeds after all looks (row 10)", async () => {
    const platform = new Lossy();
    platform.lose(1, "before", { kind: "late", ms: 8_000 });
    platform.fault({ method: "POST", nth: 2, action: { kind: "delay", ms: 1_000 } });
    const { result, message, uids } = await platform.create();
    assert.ok(result instanceof IncompleteError, message);
    assert.equal(result.properties.name, "team");
    const [late, ...others] = uids.filter((uid) => uid !== result.id);
    assert.deepEqual(others, []);
    assert.match(message, new RegExp(`Group ${result.id} was created, but .* also created a Group: ${late}`));
  });

  it("is recorded with a warning about a possible second object when that cannot be checked (row 10)", async () => {
    const platform = new Lossy();
    platform.lose(1, "before");
    platform.afterPost(2, () => platform.refuseLooks());
    const { result, message, uids } = await platform.create();
    assert.deepEqual([(result as IncompleteError).id], uids);
    assert.match(message, /may have created another one, and looking for it failed: \[PERMISSION_DENIED\]/);
  });

  it("is not posted a third time, and the error says what may exist and what to do", async () => {
    const platform = new Lossy();
    platform.lose(99, "before");
    const { message, posts } = await platform.create();
    assert.equal(posts, 2);
    assert.equal(
      message,
      "POST /iam/v2/groups/org: the connection broke (ECONNRESET). The response to the create was lost, so a Group with this name may exist under org (it was not found).\n- Run the same command again. It searches for the object before it creates one, and shows what it finds.",
    );
  });

  it("does not choose between two objects, and names both", async () => {
    const platform = new Lossy();
    platform.lose(1, "after");
    platform.afterPost(1, () => platform.put(group, "org", { name: "team", description: "d" }));
    const { message, uids } = await platform.create();
    assert.equal(uids.length, 2);
    assert.match(message, /may exist under org \(found: org\/\w+, org\/\w+, which all match\)/);
    for (const uid of uids) assert.ok(message.includes(uid));
  });

  it("results in an error that the object may exist when the search fails too", async () => {
    const platform = new Lossy();
    platform.lose(1, "before");
    platform.afterPost(1, () => platform.refuseLooks());
    const { message, posts } = await platform.create();
    assert.match(
      message,
      /may exist under org \(looking for it failed too: \[PERMISSION_DENIED\] GET \/iam\/v2\/groups: "no"\)/,
    );
    assert.equal(posts, 1);
  });

  it("adopts the object also when the second POST reports that the first one succeeded", async () => {
    const platform = new Lossy();
    platform.lose(1, "before");
    platform.fault({ method: "POST", nth: 2, action: status("ALREADY_EXISTS") });
    platform.afterPost(2, () => platform.put(group, "org", { name: "team", description: "d" }));
    const { result, uids, posts } = await platform.create();
    assert.deepEqual([uids, posts], [[madeBy(result).uid], 2]);
  });
});

describe("a create during a deployment of the platform (row 123)", () => {
  const down: FaultAction = { kind: "status", code: "UNAVAILABLE", headers: { "retry-after": "7" } };

  it("alternates search and post, as the server asks, until it succeeds", async () => {
    for (const action of [down, status("UNAVAILABLE"), answer("<html>", 503), answer("", 502)]) {
      const platform = new Lossy();
      platform.lose(6, "before", action);
      const { result, uids, posts } = await platform.create();
      assert.deepEqual([uids, posts], [[madeBy(result).uid], 7]);
      assert.equal(platform.sleeps.filter((ms) => ms === 7_000).length, action === down ? 6 : 0);
    }
  });
});
