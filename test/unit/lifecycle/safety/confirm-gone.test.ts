import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { deleteObject } from "../../../../src/lifecycle/verbs/delete";
import { group } from "../../../../src/resources/group";
import {
  listed,
  lostAnswer,
  missingResource,
  object,
  refusal,
  scriptedContext,
  unknownPath,
} from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

type Answers = Parameters<typeof scriptedContext>[0];

const recorded = { parentUid: "org/a", name: "team" };
const org = object({ uid: "org", name: "acme" });
const uid = "org/a/b";

describe("a delete", () => {
  const inGroup = object({ uid: "org/a", name: "a" });
  const look = "GET /iam/v2/groups/org/a";
  const send = "DELETE /iam/v2/groups/org/a/b";
  const lookAfter = "GET /iam/v2/groups/org/a/b";
  const deleting = async (answers: Answers) => {
    const script = scriptedContext(answers);
    const result = await deleteObject(new Handle(script.context, group, uid), recorded).catch(
      (error: unknown) => error,
    );
    assert.deepEqual(script.left, []);
    return { result, lines: script.lines(), printed: script.printed, sleeps: script.sleeps };
  };

  it("is one request between a check of its group and a search for the object, whatever the answer's body (row 101)", async () => {
    for (const answer of [object({}), { text: "" }]) {
      const { result, lines } = await deleting([inGroup, answer, missingResource(uid), org]);
      assert.equal(result, undefined);
      assert.deepEqual(lines, [look, send, lookAfter, "GET /iam/v2/groups/org"]);
    }
  });

  it("succeeds when the object is gone, also after a lost answer (row 48)", async () => {
    assert.equal((await deleting([inGroup, missingResource(uid), org])).result, undefined);
    assert.equal((await deleting([inGroup, lostAnswer, missingResource(uid), org])).result, undefined);
    assert.equal((await deleting([inGroup, unknownPath, listed("groups"), org])).result, undefined);
  });

  it("fails when only a proxy, or another party that is not trusted, reports it gone (row 48)", async () => {
    for (const answers of [
      [inGroup, { status: 404, text: "<html>" }],
      [inGroup, unknownPath, unknownPath],
      [inGroup, unknownPath, listed("groups", { uid })],
    ]) {
      assert.ok((await deleting(answers)).result instanceof Error);
    }
  });

  it("sends nothing when neither the group nor the object is visible (row 100)", async () => {
    for (const answers of [
      [missingResource("org/a"), missingResource(uid)],
      [refusal("PERMISSION_DENIED"), refusal("PERMISSION_DENIED")],
      [
        { status: 204, text: "" },
        { status: 204, text: "" },
      ],
      [unknownPath, unknownPath],
    ]) {
      const { result, lines } = await deleting(answers);
      assert.match(String(result), /was not deleted: the group org\/a is not visible .* check platform:baseUrl/);
      assert.deepEqual(lines.slice(0, 2), [look, lookAfter]);
      assert.ok(!lines.includes(send));
    }
  });

  it("treats an object as gone with its group only when this run deletes the group, and both are missing, not hidden (row 100)", async () => {
    const removing = async (...answers: Answers) => {
      const { context } = scriptedContext(answers);
      await context.deletions.run({ type: "iam:Group", uid: "org/a", recorded: {} }, async () => undefined);
      return deleteObject(new Handle(context, group, uid), recorded);
    };
    await removing(missingResource("org/a"), missingResource(uid));
    const denied = refusal("PERMISSION_DENIED");
    for (const answers of [
      [denied, denied],
      [missingResource("org/a"), denied],
      [denied, missingResource(uid)],
    ]) {
      await assert.rejects(removing(...answers), /was not deleted: the group org\/a is not visible/);
    }
  });

  it("is sent for a visible object when groups may not be read (row 100)", async () => {
    const { result } = await deleting([
      refusal("PERMISSION_DENIED"),
      object({ uid, name: "team" }),
      object({}),
      missingResource(uid),
      org,
    ]);
    assert.equal(result, undefined);
  });

  it("fails, and keeps the object in the state, when the object still exists after a success (row 101)", async () => {
    const there = object({ uid, name: "team" });
    const { result, sleeps } = await deleting([inGroup, object({}), there, there, there, there]);
    assert.match(String(result), /^StillThereError: DELETE .* is still there, and stays in the state/);
    assert.deepEqual(sleeps, [250, 1_000, 3_000]);
    assert.equal((await deleting([inGroup, object({}), there, there, missingResource(uid), org])).result, undefined);
    for (const answer of [object({}), object({ uid: "org/a/c" }), refusal("INVALID_ARGUMENT"), { text: "<html>" }]) {
      const answers = [inGroup, object({}), ...Array("text" in answer ? 5 : 1).fill(answer)];
      assert.match(String((await deleting(answers)).result), /^StillThereError/);
    }
  });

  it("trusts the answer, with a warning, when it may not search for the object (row 101)", async () => {
    const { result, printed } = await deleting([inGroup, object({}), refusal("PERMISSION_DENIED")]);
    assert.equal(result, undefined);
    assert.match(
      printed.join(),
      /warning: the Group org\/a\/b was deleted, and this token may not look whether it is gone/,
    );
  });
});

describe("deletes under one parent", () => {
  const uids = Array.from({ length: 20 }, (_, i) => `org/g${i}`);
  /** A platform whose deletes all succeed, and leave some of the objects. */
  const siblingsOf = (...left: string[]) => {
    const there = new Set(uids);
    return ({ method, path }: HttpRequest) => {
      const uid = path.text.slice("/iam/v2/groups/".length);
      if (path.text === "/iam/v2/groups") return listed("groups", ...[...there].map((uid) => ({ uid })));
      if (uid === "org") return org;
      if (method === "GET") return there.has(uid) ? object({ uid, name: "n" }) : missingResource(path.text);
      if (!left.includes(uid)) there.delete(uid);
      return object({});
    };
  };
  const removeAll = async (answer: (request: HttpRequest) => Scripted) => {
    const script = scriptedContext(Array(80).fill(answer));
    const results = await Promise.allSettled(
      uids.map((uid) => deleteObject(new Handle(script.context, group, uid), {})),
    );
    return {
      failed: results.flatMap(({ status }, i) => (status === "rejected" ? [uids[i]] : [])),
      lines: script.lines(),
    };
  };

  it("are confirmed together, in a list where that is cheaper (row 101)", async () => {
    const { failed, lines } = await removeAll(siblingsOf());
    assert.deepEqual(failed, []);
    const looks = lines.filter((line) => !line.startsWith("DELETE"));
    assert.ok(looks.length <= 5, looks.join("\n"));
  });

  it("fail one by one for objects that the list still has (row 101)", async () => {
    const { failed } = await removeAll(siblingsOf("org/g3", "org/g17"));
    assert.deepEqual(failed, ["org/g3", "org/g17"]);
  });

  it("are confirmed one by one when the list is no evidence, as a proxy's (row 101)", async () => {
    const answer = siblingsOf("org/g3");
    const { failed } = await removeAll((request) =>
      request.path.text === "/iam/v2/groups" ? object({}) : answer(request),
    );
    assert.deepEqual(failed, ["org/g3"]);
  });
});
