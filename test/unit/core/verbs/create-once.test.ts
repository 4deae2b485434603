import assert from "node:assert/strict";
import { IncompleteError } from "../../../../src/core/errors";
import { group } from "../../../../src/resources/group";
import { groupInvite } from "../../../../src/resources/group-invite";
import { identity } from "../../../../src/resources/identity";
import { roleBinding } from "../../../../src/resources/role-binding";
import { creating, LocalPlatform, madeBy, placed } from "../../../support/local-platform";

describe("a create that is delayed for a minute (429)", () => {
  it("is followed by a search, because somebody else may have created the object, and both are named", async () => {
    const platform = new LocalPlatform();
    const tooMany = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "60" } } as const;
    platform.fault({ method: "POST", action: tooMany });
    let theirs = "";
    platform.whenAnswered(/^POST/, () => {
      theirs = platform.put(group, "org", { name: "team" });
    });
    const error = await creating(platform.run(), group, { parentUid: "org", name: "team" });
    assert.ok(error instanceof IncompleteError, String(error));
    const named = `Group ${error.id} was created.*somebody else created another Group at the same time: ${theirs}. Delete the one that nobody uses`;
    assert.match(error.message, new RegExp(named));
  });
});

describe("a response to a create", () => {
  it("is refused when another resource of the program already manages the object", async () => {
    const platform = new LocalPlatform();
    const context = platform.run();
    const inputs = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    const other = { spec: roleBinding, urn: "other" };
    context.holders.noteCheck(other, inputs, true);
    context.holders.noteDiff({ ...other, uid: "org/rb" }, "kept");
    const body = JSON.stringify({ uid: "org/rb", identity: { uid: "org/i" }, role: { uid: "viewer" } });
    platform.fault({ method: "POST", action: { kind: "body", status: 200, body } });
    assert.match(String(await creating(context, roleBinding, inputs)), /another resource of this program manages/);
  });
});

describe("a create that was refused together with others", () => {
  const bots = ["org/a", "org/b"];
  const start = () =>
    new LocalPlatform(
      bots.map((uid) => placed(identity, uid, { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" })),
    );
  /** Creates two bindings at once, so that they share a request. */
  const createBoth = (platform: LocalPlatform, roles: readonly string[]) => {
    const context = platform.run();
    return Promise.all(
      bots.map((identityUid, i) =>
        creating(context, roleBinding, { parentUid: "org", identityUid, roleUid: roles[i] }),
      ),
    );
  };

  it("is sent by itself, so that each error is about one object", async () => {
    const platform = start();
    const [first, second] = await createBoth(platform, ["viewer", "nobody"]);
    assert.match(platform.writes()[0]?.[0] ?? "", /:batchCreate$/);
    assert.ok(first !== undefined);
    assert.deepEqual(platform.uids(roleBinding), [madeBy(first).uid]);
    assert.match(String(second), /\[NOT_FOUND\] POST \/iam\/v2\/roleBindings\/org: /);
  });

  it("is looked for once more, and not sent when it exists by then", async () => {
    const platform = start();
    platform.fault({ path: /:batchCreate$/, action: { kind: "status", code: "ALREADY_EXISTS" } });
    let theirs = "";
    platform.whenAnswered(/^POST/, () => {
      theirs = platform.put(roleBinding, "org", { identityUid: "org/b", roleUid: "viewer" });
    });
    const [first, second] = await createBoth(platform, ["viewer", "viewer"]);
    assert.ok(first !== undefined);
    assert.deepEqual(platform.uids(roleBinding), [madeBy(first).uid, theirs].sort());
    assert.match(String(second), new RegExp(theirs));
  });
});

describe("a printed warning", () => {
  it("is scrubbed like an error, for example if a server builds a uid from a secret", async () => {
    const code = "eyJhbGciOiJIUzI1NiJ9";
    const invite = { roleUid: "viewer", ttl: "3600s", email: "a@example.com" };
    const platform = new LocalPlatform([placed(groupInvite, `org/${code}`, invite)]);
    madeBy(await creating(platform.run(), groupInvite, { parentUid: "org", ...invite }));
    assert.ok(platform.printed.length > 0 && !platform.printed.join().includes(code), platform.printed.join());
  });
});
