import assert from "node:assert/strict";
import { IncompleteError, NotAppliedError } from "../../../src/lifecycle/errors";
import { update } from "../../../src/lifecycle/update";
import { group } from "../../../src/resources/group";
import { identity } from "../../../src/resources/identity";
import { repo } from "../../../src/resources/repo";
import { role } from "../../../src/resources/role";
import { roleBinding } from "../../../src/resources/role-binding";
import { subscription } from "../../../src/resources/subscription";
import type { ResourceSpec } from "../../../src/spec/resource";
import type { Values } from "../../../src/spec/values";
import { bodyOf, missing, object, refusal, scriptedContext } from "../../support/lifecycle";

const recorded = {
  parentUid: "org",
  name: "team",
  description: "old",
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-01T00:00:00Z",
};
const { createTime, updateTime } = recorded;
const wire = { uid: "org/a", name: "team", description: "old", createTime, updateTime };

async function updating(
  answers: Parameters<typeof scriptedContext>[0],
  before: Values,
  after: Values,
  spec: ResourceSpec = group,
) {
  const script = scriptedContext(answers);
  const result = await update(script.context, spec, "org/a", before, after).catch((error: unknown) => error);
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines(), bodies: script.requests.map(bodyOf) };
}

describe("an update", () => {
  it("sends nothing when nothing differs, and records what was recorded", async () => {
    const desired = { parentUid: "org", name: "team", description: "old" };
    assert.deepEqual(await updating([], recorded, desired), { result: recorded, lines: [], bodies: [] });
  });

  it("sends nothing for what means the same: another order of a set, another spelling of a time, an empty value", async () => {
    const capabilities = ["CAP_REPO_LIST", "CAP_TAG_LIST"];
    const reader = { parentUid: "org", name: "reader", capabilities };
    const reversed = { ...reader, capabilities: capabilities.toReversed(), description: "" };
    const sets = await updating([], reader, reversed, role);
    assert.deepEqual([sets.lines, sets.result], [[], reversed]);
    const keys = (expirationTime: string) => ({
      parentUid: "org",
      name: "ci",
      staticKeys: { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}", expirationTime },
    });
    const times = await updating([], keys("2030-01-01T00:00:00Z"), keys("2030-01-01T01:00:00.000+01:00"), identity);
    assert.deepEqual([times.lines, times.result], [[], keys("2030-01-01T01:00:00.000+01:00")]);
  });

  it("sends the fields that differ from what is recorded, and them alone", async () => {
    const answer = { ...wire, name: "crew", updateTime: "2026-02-02T00:00:00Z" };
    const { result, lines, bodies } = await updating([object(answer)], recorded, {
      parentUid: "org",
      name: "crew",
      description: "old",
    });
    assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=name"]);
    assert.deepEqual(bodies, [{ name: "crew" }]);
    assert.deepEqual(result, { ...recorded, name: "crew", updateTime: "2026-02-02T00:00:00Z" });
  });

  it("leaves what another writer has changed meanwhile to the next refresh", async () => {
    const answer = { ...wire, name: "crew", description: "by another" };
    const { result } = await updating([object(answer)], recorded, {
      parentUid: "org",
      name: "crew",
      description: "old",
    });
    assert.deepEqual(result, { ...recorded, name: "crew" });
  });

  it("clears a field that the program no longer sets, with its empty value and its name in the mask", async () => {
    const { description: _, ...cleared } = wire;
    for (const answer of [cleared, { ...cleared, description: "" }]) {
      const { result, lines, bodies } = await updating([object(answer)], recorded, { parentUid: "org", name: "team" });
      assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=description"]);
      assert.deepEqual(bodies, [{ description: "" }]);
      assert.deepEqual(result, { parentUid: "org", name: "team", createTime, updateTime });
    }
  });

  it("reads a binding's uids where the answer has them", async () => {
    const before = { parentUid: "org", identityUid: "org/i", roleUid: "viewer" };
    const answer = {
      uid: "org/a",
      identityUid: "",
      roleUid: "",
      identity: { uid: "org/i" },
      role: { uid: "owner", name: "owner" },
    };
    const { result, bodies, lines } = await updating(
      [object(answer)],
      before,
      { ...before, roleUid: "owner" },
      roleBinding,
    );
    assert.deepEqual(lines, ["PATCH /iam/v2/roleBindings/org/a updateMask=roleUid"]);
    assert.deepEqual(bodies, [{ roleUid: "owner" }]);
    assert.deepEqual(result, {
      ...before,
      roleUid: "owner",
      identity: { uid: "org/i" },
      role: { uid: "owner", name: "owner" },
    });
  });

  it("never sends a subscription, which has nothing to update", async () => {
    const inputs = { parentUid: "org", sink: "https://s.example.com" };
    assert.deepEqual(await updating([], inputs, inputs, subscription), { result: inputs, lines: [], bodies: [] });
  });
});

describe("an update that the server accepts and does not apply", () => {
  const desired = { parentUid: "org", name: "team", description: "new" };

  it("is an error that names the fields, after a second look", async () => {
    const { result, lines } = await updating([object(wire), object(wire)], recorded, desired);
    assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=description", "GET /iam/v2/groups/org/a"]);
    assert.ok(result instanceof NotAppliedError);
    assert.equal(
      result.message,
      "PATCH /iam/v2/groups/org/a: the server accepted the update of Group and did not apply description",
    );
  });

  it("is none when only the answer lacks it", async () => {
    for (const answer of [{}, { uid: "org/a" }, wire]) {
      const { result } = await updating([object(answer), object({ ...wire, description: "new" })], recorded, desired);
      assert.deepEqual(result, { ...recorded, description: "new" });
    }
  });

  it("is an error too when the field should be empty and is not", async () => {
    const { result } = await updating([object(wire), object(wire)], recorded, { parentUid: "org", name: "team" });
    assert.match(String(result), /^NotAppliedError: .* did not apply description$/);
  });

  it("is not taken for applied when another object answers the second look", async () => {
    const { result } = await updating(
      [object({}), object({ ...wire, uid: "org/b", description: "new" })],
      recorded,
      desired,
    );
    assert.match(String(result), /^ProtocolError: .*the answer is about Group org\/b$/);
  });
});

describe("an update that is refused", () => {
  const desired = { parentUid: "org", name: "team", description: "new" };

  it("tells what to do when the object is gone", async () => {
    const { result } = await updating([missing("org/a")], recorded, desired);
    assert.equal(
      (result as Error).message,
      "[NOT_FOUND] PATCH /iam/v2/groups/org/a: no org/a; it is gone, or not visible with this token: run `pulumi refresh` to see what is left",
    );
    assert.ok(!(result instanceof IncompleteError));
  });

  it("says what the server says", async () => {
    const { result } = await updating(
      [refusal("INVALID_ARGUMENT", "Invalid argument: description: too long")],
      recorded,
      desired,
    );
    assert.equal(
      (result as Error).message,
      "[INVALID_ARGUMENT] PATCH /iam/v2/groups/org/a: Invalid argument: description: too long",
    );
  });
});

describe("an update of a sub-resource", () => {
  const before = { parentUid: "org", name: "app", readme: "# old" };
  const path = "/registry/v2/repos/org/a/readme updateMask=content";

  it("is a request of its own, and the only one when nothing else differs", async () => {
    const { result, lines, bodies } = await updating(
      [object({ content: "# new" })],
      before,
      { ...before, readme: "# new" },
      repo,
    );
    assert.deepEqual(lines, [`PATCH ${path}`]);
    assert.deepEqual(bodies, [{ content: "# new" }]);
    assert.deepEqual(result, { ...before, readme: "# new" });
  });

  it("empties it when the program no longer sets it", async () => {
    const { lines, bodies } = await updating([object({})], before, { parentUid: "org", name: "app" }, repo);
    assert.deepEqual([lines, bodies], [[`PATCH ${path}`], [{ content: "" }]]);
  });

  it("is looked at again when its answer lacks it, and must be there", async () => {
    const after = { ...before, readme: "# new" };
    const get = "GET /registry/v2/repos/org/a/readme";
    const good = await updating([object({}), object({ content: "# new" })], before, after, repo);
    assert.deepEqual([good.lines, good.result], [[`PATCH ${path}`, get], after]);
    const bad = await updating([object({}), object({ content: "# old" })], before, after, repo);
    assert.ok(bad.result instanceof IncompleteError);
    assert.equal(
      bad.result.message,
      "Repo org/a was updated but for its readme: /registry/v2/repos/org/a: the server accepted the new readme and kept another",
    );
  });

  it("keeps the old value on record when it fails, next to what was changed before", async () => {
    const after = { ...before, description: "new", readme: "# new" };
    const answers = [object({ uid: "org/a", name: "app", description: "new" }), refusal("PERMISSION_DENIED", "no ink")];
    const { result } = await updating(answers, before, after, repo);
    assert.ok(result instanceof IncompleteError);
    assert.equal(
      result.message,
      "Repo org/a was updated but for its readme: [PERMISSION_DENIED] PATCH /registry/v2/repos/org/a/readme: no ink",
    );
    assert.deepEqual([result.id, result.properties], ["org/a", { ...before, description: "new" }]);
  });
});
