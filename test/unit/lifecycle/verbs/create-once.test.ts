import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { createContext } from "../../../../src/lifecycle/run/context";
import { Kind } from "../../../../src/lifecycle/run/handle";
import { create } from "../../../../src/lifecycle/verbs/create";
import { resources } from "../../../../src/resources";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { roleBinding } from "../../../../src/resources/role-binding";
import { listed, object, refusal, scriptedContext } from "../../../support/lifecycle";
import { type Scripted, scriptedClient } from "../../../support/scripted";

describe("a create that is delayed for a minute (429)", () => {
  it("is followed by a search, because somebody else may have created the object, and both are named", async () => {
    const theirs = { uid: "org/theirs", name: "g" };
    const { client, waits, clock } = scriptedClient([
      listed("groups"),
      { ...refusal("RESOURCE_EXHAUSTED", "too many"), headers: { "retry-after": "60" } },
      object({ uid: "org/ours", name: "g" }),
      listed("groups", theirs, { uid: "org/ours", name: "g" }),
    ]);
    const context = createContext(client.forOperation(), resources, { clock, print: () => undefined });
    const error = await create(new Kind(context, group), { parentUid: "org", name: "g" }).catch(String);
    assert.ok((waits[0] ?? 0) >= 60_000);
    assert.match(
      String(error),
      /IncompleteError: Group org\/ours was created.*somebody else has made another Group meanwhile: delete org\/theirs, or this one/,
    );
  });
});

describe("an answer to a create", () => {
  it("is not a new object when another resource of the program holds it", async () => {
    const { context } = scriptedContext([
      listed("roleBindings"),
      ...Array(10).fill(object({ uid: "org/rb", identity: { uid: "org/i" }, role: { uid: "org/r" } })),
    ]);
    const inputs = { parentUid: "org", identityUid: "org/i", roleUid: "org/r" };
    context.ownership.noteCheck(roleBinding, inputs, true);
    context.ownership.noteDiff({ spec: roleBinding, uid: "org/rb" }, "kept", inputs);
    const made = await create(new Kind(context, roleBinding), inputs).then(({ uid }) => `made ${uid}`, String);
    assert.doesNotMatch(made, /^made/);
  });
});

describe("a create that was refused together with others", () => {
  const answered = (name: string) => ({ uid: `org/rb-${name}`, identity: { uid: `org/${name}` }, role: { uid: "r" } });

  /** Creates two at once; `list` and `alone` answer what is asked after they were refused together. */
  const createBoth = async (refused: Scripted, list: readonly object[], alone: (name: string) => Scripted) => {
    const posts: string[] = [];
    const { context } = scriptedContext(
      Array(20).fill((request: HttpRequest): Scripted => {
        if (request.method === "GET") return listed("roleBindings", ...(posts.length === 0 ? [] : (list as [])));
        posts.push(request.path.text);
        return posts.length === 1 ? refused : alone(/org\/(\w)"/.exec(request.body ?? "")?.[1] ?? "");
      }),
    );
    const results = ["a", "b"].map((name) =>
      create(new Kind(context, roleBinding), { parentUid: "org", identityUid: `org/${name}`, roleUid: "r" }).then(
        ({ uid }) => uid,
        (error: unknown) => String(error),
      ),
    );
    return { results: await Promise.all(results), posts };
  };
  const together = "/iam/v2/roleBindings:batchCreate";

  it("is sent by itself, so that each error is about one object", async () => {
    const bad = refusal("INVALID_ARGUMENT", "bad");
    const { results, posts } = await createBoth(bad, [], (name) => (name === "a" ? object(answered("a")) : bad));
    assert.equal(results[0], "org/rb-a");
    assert.match(results[1] ?? "", /\[INVALID_ARGUMENT\] POST \/iam\/v2\/roleBindings\/org: "bad"/);
    assert.deepEqual(posts, [together, "/iam/v2/roleBindings/org", "/iam/v2/roleBindings/org"]);
  });

  it("is looked for once more, and not sent when it is there by then", async () => {
    const theirs = { ...answered("b"), uid: "org/theirs" };
    const { results, posts } = await createBoth(refusal("ALREADY_EXISTS"), [theirs], (name) => object(answered(name)));
    assert.equal(results[0], "org/rb-a");
    assert.match(results[1] ?? "", /org\/theirs/);
    assert.deepEqual(posts, [together, "/iam/v2/roleBindings/org"]);
  });
});

describe("a printed warning", () => {
  it("is scrubbed like an error, for example when a server builds a uid from a secret", async () => {
    const code = "eyJhbGciOiJIUzI1NiJ9";
    const like = { uid: `org/${code}`, role: { uid: "org/r" }, roleUid: "org/r", ttl: "3600s", email: "a@example.com" };
    const made = {
      uid: "org/new",
      code: "CODE-abcdef-12345",
      role: { uid: "org/r" },
      ttl: "3600s",
      email: "a@example.com",
    };
    const { context, printed } = scriptedContext([listed("groupInvites", like), ...Array(5).fill(object(made))]);
    await create(new Kind(context, groupInvite), {
      parentUid: "org",
      roleUid: "org/r",
      ttl: "3600s",
      email: "a@example.com",
    }).catch(() => undefined);
    assert.ok(printed.length > 0 && !printed.join().includes(code), printed.join());
  });
});
