import assert from "node:assert/strict";
import { type Context, createContext } from "../../../src/lifecycle/run/context";
import { Kind } from "../../../src/lifecycle/run/handle";
import { create } from "../../../src/lifecycle/verbs/create";
import { resources } from "../../../src/resources";
import { group } from "../../../src/resources/group";
import { groupInvite } from "../../../src/resources/group-invite";
import { roleBinding } from "../../../src/resources/role-binding";
import { listed, object, refusal, scriptedContext } from "../../support/lifecycle";
import { scriptedClient } from "../../support/scripted";

describe("a create that is delayed for a minute (429)", () => {
  it("is followed by a search, because somebody else may have created the object, and both are named", async () => {
    const theirs = { uid: "org/theirs", name: "g" };
    const { client, waits } = scriptedClient([
      listed("groups"),
      { ...refusal("RESOURCE_EXHAUSTED", "too many"), headers: { "retry-after": "60" } },
      object({ uid: "org/ours", name: "g" }),
      listed("groups", theirs, { uid: "org/ours", name: "g" }),
    ]);
    const context = createContext(client.forOperation(), resources, { print: () => undefined });
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
  const createBoth = (context: Context) =>
    Promise.all(
      ["a", "b"].map((name) =>
        create(new Kind(context, roleBinding), { parentUid: "org", identityUid: `org/${name}`, roleUid: "r" }).then(
          ({ uid }) => uid,
          (error: unknown) => String(error),
        ),
      ),
    );
  const none = listed("roleBindings");

  it("is sent by itself after another look, so that each error is about one object", async () => {
    const refused = refusal("INVALID_ARGUMENT", "bad");
    const { context, lines } = scriptedContext([none, none, refused, none, none, object(answered("a")), refused]);
    const [a = "", b = ""] = await createBoth(context);
    assert.equal(a, "org/rb-a");
    assert.match(b, /\[INVALID_ARGUMENT\] POST \/iam\/v2\/roleBindings\/org: "bad"/);
    assert.deepEqual(
      lines().filter((line) => line.startsWith("POST")),
      ["POST /iam/v2/roleBindings:batchCreate", "POST /iam/v2/roleBindings/org", "POST /iam/v2/roleBindings/org"],
    );
  });

  it("is not sent when its object is there by then", async () => {
    const theirs = listed("roleBindings", { ...answered("b"), uid: "org/theirs" });
    const { context, left } = scriptedContext([
      none,
      none,
      refusal("ALREADY_EXISTS"),
      none,
      theirs,
      object(answered("a")),
    ]);
    const [a = "", b = ""] = await createBoth(context);
    assert.equal(a, "org/rb-a");
    assert.match(b, /AlreadyThereError: .*org\/theirs/);
    assert.deepEqual(left, []);
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
