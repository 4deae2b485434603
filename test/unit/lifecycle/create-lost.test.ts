import assert from "node:assert/strict";
import { create } from "../../../src/lifecycle/create";
import { group } from "../../../src/resources/group";
import { listed, lost, object, refusal, scriptedContext } from "../../support/lifecycle";

const team = { parentUid: "org", name: "team", description: "d" };
const made = { uid: "org/a", name: "team", description: "d", createTime: "2026-01-01T00:00:00Z" };
const look = "GET /iam/v2/groups uidp.children_of=org name=team";
const post = "POST /iam/v2/groups/org";
const none = listed("groups");

/** Runs a create of a group against answers, which must all be used up. */
async function run(answers: Parameters<typeof scriptedContext>[0]) {
  const script = scriptedContext(answers);
  const result = await create(script.context, group, team).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return {
    result,
    lines: script.lines(),
    sleeps: script.sleeps,
    message: result instanceof Error ? result.message : "",
  };
}

describe("a create whose answer was lost", () => {
  it("takes the object that is there now, and that was not there before", async () => {
    for (const answer of [
      lost,
      { text: "<html>" },
      { text: '{"uid":"org/' },
      object({}),
      object({ uid: 5 }),
      object({ uid: "other/a" }),
      refusal("UNAVAILABLE"),
      refusal("INTERNAL"),
      { status: 502, text: "" },
    ]) {
      const { result, lines, sleeps } = await run([none, answer, listed("groups", made)]);
      assert.deepEqual(lines, [look, post, look], JSON.stringify(answer));
      assert.deepEqual(result, { uid: "org/a", outputs: { ...team, createTime: made.createTime } });
      assert.deepEqual(sleeps, [250]);
    }
  });

  it("looks a second time, for a commit that came late", async () => {
    const { result, sleeps } = await run([none, lost, none, listed("groups", made)]);
    assert.equal((result as { uid: string }).uid, "org/a");
    assert.deepEqual(sleeps, [250, 1_000]);
  });

  it("posts once more when two looks find nothing", async () => {
    const { result, lines } = await run([none, lost, none, none, object(made)]);
    assert.deepEqual(lines, [look, post, look, look, post]);
    assert.equal((result as { uid: string }).uid, "org/a");
  });

  it("does not post a third time, and says what may exist and what to do", async () => {
    const { message, lines } = await run([none, lost, none, none, lost, none, none]);
    assert.equal(lines.filter((line) => line === post).length, 2);
    assert.equal(
      message,
      'POST /iam/v2/groups/org: the connection broke (ECONNRESET). The answer to the create was lost: a Group with name "team" may exist under org (it was looked for and not found). Run the same command again: it looks before it creates, and names what it finds',
    );
  });

  it("does not take an object whose fields are others, and names it", async () => {
    const { message, lines } = await run([none, lost, listed("groups", { ...made, description: "theirs" })]);
    assert.deepEqual(lines, [look, post, look]);
    assert.match(message, /may exist under org \(found: org\/a, which differs in description\)/);
  });

  it("does not choose between two objects, and names both", async () => {
    const { message } = await run([none, lost, listed("groups", made, { ...made, uid: "org/b" })]);
    assert.match(message, /may exist under org \(found: org\/a, org\/b, which are several\)/);
  });

  it("says that it may exist when the look fails too", async () => {
    const { message, lines } = await run([none, lost, refusal("PERMISSION_DENIED", "no list for you")]);
    assert.deepEqual(lines, [look, post, look]);
    assert.match(
      message,
      /may exist under org \(looking for it failed too: \[PERMISSION_DENIED\] GET \/iam\/v2\/groups: no list for you\)/,
    );
  });

  it("does not concern a create that was refused, which is not sent again", async () => {
    for (const code of [
      "INVALID_ARGUMENT",
      "NOT_FOUND",
      "PERMISSION_DENIED",
      "FAILED_PRECONDITION",
      "UNIMPLEMENTED",
    ] as const) {
      const { message, lines } = await run([none, refusal(code, "never")]);
      assert.deepEqual(lines, [look, post]);
      const hint = ". The platform does not know this path: check the base URL (platform:baseUrl or PLATFORM_BASE_URL)";
      assert.equal(message, `[${code}] POST /iam/v2/groups/org: never${code === "NOT_FOUND" ? hint : ""}`);
    }
  });
});
