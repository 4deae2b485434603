import assert from "node:assert/strict";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { group } from "../../../../src/resources/group";
import { listed, object, refusal, scriptedContext } from "../../../support/lifecycle";

const inner = { parentUid: "org/team", name: "inner" };
const made = { uid: "org/team/a", name: "inner" };
const denied = refusal("PERMISSION_DENIED", "not for you");
const none = listed("groups");

/** Creates a group, under a parent that this run has made or not. */
async function run(answers: Parameters<typeof scriptedContext>[0], isNew: boolean) {
  const { context, sleeps, left, lines } = scriptedContext(answers);
  if (isNew) context.created.set("org/team", 0);
  const result = await create(new Kind(context, group), inner).catch((error: unknown) => error);
  assert.deepEqual(left, []);
  return { result, sleeps, posts: lines().filter((line) => line.startsWith("POST")).length };
}

describe("a refusal under a parent (row 29)", () => {
  it("is retried when this run created the parent, because rights take a while to spread", async () => {
    const { result, sleeps, posts } = await run([denied, none, denied, none, object(made)], true);
    assert.deepEqual(result, { uid: "org/team/a", outputs: { parentUid: "org/team", name: "inner" } });
    assert.deepEqual([sleeps, posts], [[500, 1_000], 2]);
  });

  it("is retried for at most a minute", async () => {
    const { result, sleeps } = await run(Array(8).fill(denied), true);
    assert.match(String(result), /^PermissionDeniedError: \[PERMISSION_DENIED\] GET \/iam\/v2\/groups: "not for you"/);
    assert.ok(sleeps.reduce((sum, ms) => sum + ms, 0) <= 60_000);
  });

  it("is reported at once when the parent existed before", async () => {
    const looking = await run([denied], false);
    const posting = await run([none, denied], false);
    for (const { result, sleeps } of [looking, posting]) {
      assert.match(String(result), /^PermissionDeniedError: \[PERMISSION_DENIED\]/);
      assert.deepEqual(sleeps, []);
    }
    assert.deepEqual([looking.posts, posting.posts], [0, 1]);
  });
});
