import assert from "node:assert/strict";
import type { IncompleteError } from "../../../../src/lifecycle/errors";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { accountAssociation } from "../../../../src/resources/account-association";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { listed, lostAnswer, missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

const team = { parentUid: "org", name: "team", description: "d" };
const made = { uid: "org/a", name: "team", description: "d", createTime: "2026-01-01T00:00:00Z" };
const look = "GET /iam/v2/groups uidp.children_of=org name=team";
const post = "POST /iam/v2/groups/org";
const none = listed("groups");

/** Runs a create of a group against answers, which must all be used up. */
async function run(answers: Parameters<typeof scriptedContext>[0]) {
  const script = scriptedContext(answers);
  const result = await create(new Kind(script.context, group), team).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return {
    result,
    lines: script.lines(),
    sleeps: script.sleeps,
    message: result instanceof Error ? result.message : "",
  };
}

describe("a create whose answer was lost", () => {
  it("takes over the object that exists now and did not before", async () => {
    for (const answer of [
      lostAnswer,
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

  it("says that an object may exist when what it finds cannot be read (row 10)", async () => {
    const association = (installationId: unknown) => ({
      name: "accounts",
      github: { appInstallations: { "42": { installations: [{ installationId }] } } },
    });
    const script = scriptedContext([
      missingResource("org"),
      lostAnswer,
      object({ uid: "org", ...association(2 ** 53) }),
    ]);
    const wanted = { parentUid: "org", ...association("9007199254740993") };
    const error: unknown = await create(new Kind(script.context, accountAssociation), wanted).catch((error) => error);
    assert.deepEqual(script.left, []);
    assert.match(
      String(error),
      /The answer to the create was lost: an AccountAssociation may exist under org \(.*org.*\)\. Run the same command again/,
    );
  });

  it("searches repeatedly, for a late commit (row 10)", async () => {
    const { result, sleeps } = await run([none, lostAnswer, none, none, listed("groups", made)]);
    assert.equal((result as { uid: string }).uid, "org/a");
    assert.deepEqual(sleeps, [250, 1_000, 3_000]);
  });

  it("is posted once more after three searches without a result, and then checked for two objects (row 10)", async () => {
    const { result, lines } = await run([none, lostAnswer, none, none, none, object(made), listed("groups", made)]);
    assert.deepEqual(lines, [look, post, look, look, look, post, look]);
    assert.equal((result as { uid: string }).uid, "org/a");
  });

  it("is recorded, and both objects are named, when the first create is carried out after all searches (row 10)", async () => {
    const both = listed("groups", made, { ...made, uid: "org/late" });
    const { result, message } = await run([none, lostAnswer, none, none, none, object(made), both]);
    assert.deepEqual([(result as IncompleteError).id, (result as IncompleteError).properties.name], ["org/a", "team"]);
    assert.match(message, /Group org\/a was created, but .* has made another Group after all: delete org\/late/);
  });

  it("is recorded with a warning about a possible second object when that cannot be checked (row 10)", async () => {
    const answers = [none, lostAnswer, none, none, none, object(made), refusal("PERMISSION_DENIED", "no")];
    const { result, message } = await run(answers);
    assert.equal((result as IncompleteError).id, "org/a");
    assert.match(message, /may have made another meanwhile, and to look for it failed: \[PERMISSION_DENIED\]/);
  });

  it("is not posted a third time, and the error says what may exist and what to do", async () => {
    const { message, lines } = await run([none, lostAnswer, none, none, none, lostAnswer, none, none, none]);
    assert.equal(lines.filter((line) => line === post).length, 2);
    assert.equal(
      message,
      "POST /iam/v2/groups/org: the connection broke (ECONNRESET). The answer to the create was lost: a Group with this name may exist under org (it was looked for and not found). Run the same command again: it looks before it creates, and names what it finds",
    );
  });

  it("does not take over an object with other fields, and names it", async () => {
    const { message, lines } = await run([none, lostAnswer, listed("groups", { ...made, description: "theirs" })]);
    assert.deepEqual(lines, [look, post, look]);
    assert.match(message, /may exist under org \(found: org\/a, which differs in description\)/);
  });

  it("does not choose between two objects, and names both", async () => {
    const { message } = await run([none, lostAnswer, listed("groups", made, { ...made, uid: "org/b" })]);
    assert.match(message, /may exist under org \(found: org\/a, org\/b, which are several\)/);
  });

  it("results in an error that the object may exist when the search fails too", async () => {
    const { message, lines } = await run([none, lostAnswer, refusal("PERMISSION_DENIED", "no list for you")]);
    assert.deepEqual(lines, [look, post, look]);
    assert.match(
      message,
      /may exist under org \(looking for it failed too: \[PERMISSION_DENIED\] GET \/iam\/v2\/groups: "no list for you"\)/,
    );
  });

  it("differs from a refused create, which is not sent again", async () => {
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
      assert.equal(message, `[${code}] POST /iam/v2/groups/org: "never"${code === "NOT_FOUND" ? hint : ""}`);
    }
  });

  it("differs from a create of an existing object, where the second POST reports a conflict", async () => {
    const mine = { uid: "org/a", name: "team", description: "d" };
    const { context } = scriptedContext([
      none,
      lostAnswer,
      none,
      none,
      none,
      refusal("ALREADY_EXISTS", "taken"),
      listed("groups", mine),
    ]);
    const result = await create(new Kind(context, group), team).catch((e) => e);
    assert.doesNotMatch(String(result.message), /Nothing was created/);
  });

  it("accepts no uid from a list that it would not accept from an answer", async () => {
    const { context } = scriptedContext([
      none,
      lostAnswer,
      listed("groups", { uid: "org/a:verb", name: "team", description: "d" }),
      none,
      none,
      lostAnswer,
      none,
      none,
      none,
    ]);
    const result = await create(new Kind(context, group), team).catch((e) => e);
    assert.notEqual(result.uid, "org/a:verb");
  });
});

describe("a create of an invite with its one-time code (row 14)", () => {
  const inputs = { parentUid: "org", roleUid: "viewer", ttl: "24h" };
  const invite = (id: string) => ({ uid: `org/${id}`, roleUid: "viewer", role: { uid: "viewer", name: "viewer" } });
  const lookUp = "GET /iam/v2/groupInvites uidp.children_of=org";
  const postOne = "POST /iam/v2/groupInvites/org";
  const before = listed("groupInvites", invite("x"));

  async function inviting(answers: Parameters<typeof scriptedContext>[0]) {
    const script = scriptedContext(answers);
    const result = await create(new Kind(script.context, groupInvite), inputs).catch((error: unknown) => error);
    assert.deepEqual(script.left, []);
    return { result, lines: script.lines(), printed: script.printed };
  }

  it("makes another when the code was lost, and names the first, which may be somebody else's (row 97)", async () => {
    for (const answer of [
      lostAnswer,
      refusal("UNAVAILABLE"),
      object(invite("a")),
      object({ ...invite("a"), code: "" }),
      object({ ...invite("a"), code: 5 }),
      { text: '{"uid":"org/a","code":"half' },
    ]) {
      const there = listed("groupInvites", invite("x"), invite("a"), invite("b"));
      const { result, lines, printed } = await inviting([
        before,
        answer,
        listed("groupInvites", invite("x"), invite("a")),
        object({ ...invite("b"), code: "b-code" }),
        there,
      ]);
      assert.deepEqual(lines, [lookUp, postOne, lookUp, postOne, lookUp], JSON.stringify(answer));
      const { uid, outputs } = result as { uid: string; outputs: Record<string, unknown> };
      assert.deepEqual([uid, outputs.code], ["org/b", "b-code"]);
      assert.match(
        printed.at(-1) ?? "",
        /warning: .* GroupInvite org\/a, .*Delete it unless somebody else has made it/,
      );
    }
  });

  it("names the first also when the next search fails (row 97)", async () => {
    const { result, printed } = await inviting([
      before,
      lostAnswer,
      listed("groupInvites", invite("x"), invite("a")),
      lostAnswer,
      refusal("PERMISSION_DENIED", "no"),
    ]);
    assert.match(String(result), /looking for it failed too/);
    assert.match(printed.join(), /warning: .* GroupInvite org\/a, /);
  });

  it("stops after two lost answers, and names both objects (row 97)", async () => {
    const found = (...ids: string[]) => listed("groupInvites", invite("x"), ...ids.map(invite));
    const { result, lines } = await inviting([before, lostAnswer, found("a"), lostAnswer, found("a", "b")]);
    assert.deepEqual(lines, [lookUp, postOne, lookUp, postOne, lookUp]);
    assert.match(String(result), /the answer was lost twice.*org\/a, org\/b/);
  });

  it("names equal invites of others, and creates its own nevertheless", async () => {
    const script = scriptedContext([
      listed("groupInvites", invite("x"), { ...invite("y"), email: "someone@example.com" }),
      object({ ...invite("a"), code: "a-code" }),
      object({ ...invite("b"), code: "b-code" }),
    ]);
    await create(new Kind(script.context, groupInvite), inputs);
    await create(new Kind(script.context, groupInvite), inputs);
    assert.deepEqual(script.left, []);
    const warning =
      "org has a GroupInvite like this one already: org/x. Delete what no stack and nobody else knows of: it may be left from a run that was killed";
    assert.deepEqual(script.printed, [warning, warning]);
  });
});

describe("a create during a deployment of the platform (row 123)", () => {
  const down = { ...refusal("UNAVAILABLE"), headers: { "retry-after": "7" } };
  const busy = (what: Scripted) => [what, none, none, none];

  it("alternates search and post, as the server asks, until it succeeds, and then checks for a second object", async () => {
    for (const answer of [down, refusal("UNAVAILABLE"), { status: 503, text: "<html>" }, { status: 502, text: "" }]) {
      const tries = Array.from({ length: 6 }, () => busy(answer)).flat();
      const { result, lines, sleeps } = await run([none, ...tries, object(made), listed("groups", made)]);
      assert.equal((result as { uid: string }).uid, "org/a", String(result));
      assert.equal(lines.filter((line) => line === post).length, 7);
      const asked = sleeps.filter((ms) => ms === 7_000).length;
      assert.equal(asked, answer === down ? 6 : 0);
    }
  });

  it("takes over an object that one of the refused requests created nevertheless", async () => {
    const { result, lines } = await run([none, ...busy(down), down, listed("groups", made)]);
    assert.equal((result as { uid: string }).uid, "org/a");
    assert.equal(lines.filter((line) => line === post).length, 2);
  });
});

describe("a secret in the answer to a create (row 124)", () => {
  it("is in no error of the same verb, although the server repeats it", async () => {
    const inputs = { parentUid: "org", roleUid: "viewer", ttl: "24h", email: "a@example.com" };
    const invite = { uid: "org/i", roleUid: "viewer", role: { uid: "viewer" }, code: "inv-brand-new", email: "other" };
    const { context } = scriptedContext([
      listed("groupInvites"),
      object(invite),
      refusal("PERMISSION_DENIED", "not for inv-brand-new"),
    ]);
    const error = (await create(new Kind(context, groupInvite), inputs).catch(
      (cause: unknown) => cause,
    )) as IncompleteError;
    assert.match(error.message, /was created, but is not complete: \[PERMISSION_DENIED\]/);
    assert.doesNotMatch(error.message, /brand-new/);
    assert.equal(error.properties.code, "inv-brand-new");
  });
});
