import assert from "node:assert/strict";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { Fault, StartObject } from "../../../src/emulator/index";
import { answer } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group, roleBinding, subscription } from "../../support/resources";

const team = { parentUid: "org", name: "team", description: "d" };

async function creatingOn(objects: readonly StartObject[], spec: ResourceSpec = group, inputs: Values = team) {
  const platform = new LocalPlatform(objects);
  const result = await creating(platform.run(), spec, inputs);
  return { platform, result, message: result instanceof Error ? result.message : "", writes: platform.writes() };
}

describe("a create", () => {
  it("refuses a missing input before it sends anything", async () => {
    const { message, platform } = await creatingOn([], roleBinding, { parentUid: "org", roleUid: "r" });
    assert.equal(message, "identityUid is required");
    assert.deepEqual(platform.requests, []);
  });

  it("refuses an object with the same key, with its uid and one remedy on each line, and posts nothing (row 11) (row 190)", async () => {
    const { message, writes } = await creatingOn([placed(group, "org/z", { name: "team", description: "theirs" })]);
    assert.equal(
      message,
      [
        "A Group with this name exists already under org: org/z. Nothing was created.",
        '- If you renamed it or moved it into a component, add aliases: [{ name: "<its former name>" }] or [{ parent: pulumi.rootStackResource }].',
        "- If you replace it (--replace, a taint), add deleteBeforeReplace: true (without retainOnDelete).",
        '- If no other stack manages it, you can take it over: run once with PLATFORM_ADOPT_EXISTING=identical (an explicit provider needs adoptExisting: "identical" in its arguments), or set adoptUid: "org/z".',
        "- Otherwise choose another name.",
      ].join("\n"),
    );
    assert.deepEqual(writes, []);
  });

  it("shows no value of a key, because a sink and a name may be secret (row 116)", async () => {
    const sink = "https://hooks.example.com/services/canary-sink";
    const there = [placed(subscription, "org/s", { sink })];
    const { message } = await creatingOn(there, subscription, { parentUid: "org", sink });
    assert.equal(
      message.replace(/\n[\s\S]*\n/, " … "),
      "A Subscription with this sink exists already under org: org/s. Nothing was created. … - Otherwise choose another sink.",
    );
    const named = await creatingOn([placed(group, "org/z", { name: "canary" })], group, { ...team, name: "canary" });
    assert.match(named.message, /org\/z/);
    assert.doesNotMatch(named.message, /canary/);
  });

  it("ignores objects with another name or parent from a server that ignores filters", async () => {
    const platform = new LocalPlatform();
    const others = [
      { uid: "org/x", name: "other" },
      { uid: "org/sub/x", name: "team" },
      { uid: "org", name: "team" },
      { name: "team" },
    ];
    platform.fault({ method: "GET", action: answer({ groups: others, totalCount: "4" }) });
    const { uid } = madeBy(await creating(platform.run(), group, team));
    assert.deepEqual(platform.uids(group), [uid]);
  });

  it("posts nothing when the search fails", async () => {
    for (const action of [
      { kind: "status", code: "PERMISSION_DENIED" },
      answer('{"code":5,"message":"Not Found"}', 404),
      answer("<html>", 404),
      answer("<html>login</html>"),
    ] satisfies Fault["action"][]) {
      const platform = new LocalPlatform();
      platform.fault({ method: "GET", times: 99, action });
      assert.ok((await creating(platform.run(), group, team)) instanceof Error);
      assert.deepEqual(platform.writes(), []);
    }
  });
});

describe("a create of an object that exists, but was not visible,", () => {
  const refusedBy = async (prepare: (platform: LocalPlatform) => void) => {
    const platform = new LocalPlatform();
    platform.fault({ method: "POST", action: { kind: "status", code: "ALREADY_EXISTS", message: "taken" } });
    platform.whenAnswered(/^POST/, () => prepare(platform));
    const result = await creating(platform.run(), group, team);
    assert.ok(result instanceof Error);
    return { message: result.message, uids: platform.uids(group), posts: platform.posts() };
  };

  it("names the object that is found afterwards", async () => {
    const { message, uids, posts } = await refusedBy((platform) => platform.put(group, "org", { name: "team" }));
    assert.match(
      message,
      new RegExp(`exists already under org: ${uids}\\. Nothing was created\\.\n[\\s\\S]*adoptUid: "${uids}"`),
    );
    assert.equal(posts, 1);
  });

  it("gives the server's message when nothing is found, or listing is forbidden", async () => {
    const said = '[ALREADY_EXISTS] POST /iam/v2/groups/org: "taken"';
    assert.equal((await refusedBy(() => undefined)).message, said);
    const blind = await refusedBy((platform) =>
      platform.fault({ method: "GET", action: { kind: "status", code: "PERMISSION_DENIED" } }),
    );
    assert.equal(blind.message, said);
  });
});

describe("two simultaneous creates with one key", () => {
  it("make one object: the second searches when the first has finished (row 12)", async () => {
    const platform = new LocalPlatform();
    const context = platform.run();
    const [first, second] = await Promise.all([creating(context, group, team), creating(context, group, team)]);
    const { uid } = madeBy(first);
    assert.match(String(second), new RegExp(`exists already under org: ${uid}`));
    assert.deepEqual([platform.uids(group), platform.posts(), context.locks.size], [[uid], 1, 0]);
  });

  it("are independent: the second may succeed when the first failed", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "POST", action: { kind: "status", code: "INVALID_ARGUMENT" } });
    const context = platform.run();
    const [first, second] = await Promise.all([creating(context, group, team), creating(context, group, team)]);
    assert.ok(first instanceof Error);
    assert.deepEqual(platform.uids(group), [madeBy(second).uid]);
  });
});
