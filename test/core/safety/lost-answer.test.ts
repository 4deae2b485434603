import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import { groupInvite } from "../../../src/description/resources/group-invite";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { FaultAction } from "../../../src/emulator/index";
import { answer, denied, reset, status } from "../../support/local-faults";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { accountAssociation, group, identity } from "../../support/resources";

const team = { parentUid: "org", name: "team", description: "d" };

/** A platform on which the test lets a create go wrong. */
class Lossy extends LocalPlatform {
  /** The first creates get no answer, and are carried out or not. */
  lose(times: number, when: "before" | "after", action = reset): void {
    this.fault({ method: "POST", times, when, action });
  }

  /** Lets something happen once the n-th create has been handled. */
  afterPost(n: number, act: () => void): void {
    for (let before = 1; before < n; before++) this.whenAnswered(/^POST/, () => undefined);
    this.whenAnswered(/^POST/, act);
  }

  refuseLooks(): void {
    this.fault({ method: "GET", action: denied });
  }

  /** Runs a create; answers what came of it, and the objects that there are now. */
  async create(spec: ResourceSpec = group, inputs: Values = team) {
    const result = await creating(this.run(), spec, inputs);
    const message = result instanceof Error ? result.message : "";
    return { result, message, uids: this.uids(spec), posts: this.posts() };
  }
}

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
      "POST /iam/v2/groups/org: the connection broke (ECONNRESET). The response to the create was lost, so a Group with this name may exist under org (it was not found).\n- Run the same command again. It searches for the object before it creates one, and shows what it finds. If you undo the change instead, delete the object first.",
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
