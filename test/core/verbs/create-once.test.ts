import assert from "node:assert/strict";
import { IncompleteError } from "../../../src/core/errors";
import { answer } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group, groupInvite, roleBinding } from "../../support/resources";

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
    platform.fault({
      method: "POST",
      action: answer({ uid: "org/rb", identity: { uid: "org/i" }, role: { uid: "viewer" } }),
    });
    assert.match(String(await creating(context, roleBinding, inputs)), /another resource of this program manages/);
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
