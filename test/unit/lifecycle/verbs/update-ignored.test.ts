import assert from "node:assert/strict";
import { NotAppliedError } from "../../../../src/lifecycle/errors";
import { Handle } from "../../../../src/lifecycle/run/handle";
import { diff } from "../../../../src/lifecycle/verbs/diff";
import { update } from "../../../../src/lifecycle/verbs/update";
import { group } from "../../../../src/resources/group";
import { identity } from "../../../../src/resources/identity";
import { repo } from "../../../../src/resources/repo";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { object, scriptedContext } from "../../../support/lifecycle";

const wire = {
  uid: "org/a",
  name: "team",
  description: "old",
  createTime: "2026-01-01T00:00:00Z",
  updateTime: "2026-01-01T00:00:00Z",
};
const { uid: _, ...printed } = wire;
const recorded = { parentUid: "org", ...printed };

async function updating(
  answers: Parameters<typeof scriptedContext>[0],
  before: Values,
  after: Values,
  spec: ResourceSpec = group,
) {
  const script = scriptedContext(answers);
  const result = await update(new Handle(script.context, spec, "org/a"), before, after).catch(
    (error: unknown) => error,
  );
  assert.deepEqual(script.left, []);
  return { result, lines: script.lines() };
}

describe("an update that the server accepts and does not carry out (row 63)", () => {
  const desired = { parentUid: "org", name: "team", description: "new" };

  it("is an error that names the fields, after a second read", async () => {
    const { result, lines } = await updating([object(wire), object(wire)], recorded, desired);
    assert.deepEqual(lines, ["PATCH /iam/v2/groups/org/a updateMask=description", "GET /iam/v2/groups/org/a"]);
    assert.ok(result instanceof NotAppliedError);
    assert.equal(
      result.message,
      "/iam/v2/groups/org/a: the server accepted the update of Group and did not apply description",
    );
  });

  it("is no error when only the answer lacks the change", async () => {
    for (const answer of [{}, { uid: "org/a" }, wire]) {
      const { result } = await updating([object(answer), object({ ...wire, description: "new" })], recorded, desired);
      assert.deepEqual(result, { ...recorded, description: "new" });
    }
  });

  it("is an error too when a field should be empty and is not", async () => {
    const { result } = await updating([object(wire), object(wire)], recorded, { parentUid: "org", name: "team" });
    assert.match(String(result), /^NotAppliedError: .* did not apply description$/);
  });

  it("is an error when a field should be empty and the answer is empty or about another object", async () => {
    for (const answer of [{}, { uid: "org/b", name: "team" }]) {
      const { result, lines } = await updating([object(answer), object(wire)], recorded, {
        parentUid: "org",
        name: "team",
      });
      assert.match(String(result), /^NotAppliedError: .* did not apply description$/);
      assert.equal(lines[1], "GET /iam/v2/groups/org/a");
    }
  });

  it("is not confirmed by another object in the second read", async () => {
    const { result } = await updating(
      [object({}), object({ ...wire, uid: "org/b", description: "new" })],
      recorded,
      desired,
    );
    assert.match(String(result), /^ProtocolError: .*the answer is about Group org\/b$/);
  });
});

describe("a clear that the server accepts and does not carry out (row 63)", () => {
  const app = { parentUid: "org", name: "app" };
  const answer = (more: Values) => object({ uid: "org/a", name: "app", ...more });
  const syncing = { syncConfig: { source: "org/s" } };
  const syncingAnswer = { sync_config: { source: "org/s" } };

  it("is an error for a field that the server fills from another, when it has nothing to fill it from", async () => {
    const kept: readonly Values[] = [
      { description: "ours" },
      { catalogTier: "CATALOG_TIER_BASE" },
      { bundles: ["a"] },
      { aliases: ["a"] },
      { activeTags: ["a"] },
    ];
    for (const value of kept) {
      const { result } = await updating([answer(value), answer(value)], { ...app, ...value }, app, repo);
      assert.match(String(result), new RegExp(`^NotAppliedError: .* did not apply ${Object.keys(value)[0]}$`));
    }
  });

  it("is an error too when its source is cleared with it", async () => {
    const value = { description: "ours" };
    const { result } = await updating([answer(value), answer(value)], { ...app, ...value, ...syncing }, app, repo);
    assert.match(String(result), /^NotAppliedError: .* did not apply description$/);
  });

  it("is no error when the server fills the field again, with another value or the same", async () => {
    for (const description of ["ours", "of the source"]) {
      const value = { description, ...syncingAnswer };
      const before = { ...app, ...syncing, description: "ours" };
      const { result } = await updating([answer(value)], before, { ...app, ...syncing }, repo);
      assert.equal((result as Values).description, description);
      assert.equal(diff(repo, result as Values, { ...app, ...syncing }).changed, false);
    }
  });

  it("is no error when another writer has changed the source", async () => {
    const value = { description: "of the source", ...syncingAnswer };
    const { result } = await updating([answer(value)], { ...app, description: "ours" }, app, repo);
    assert.equal(diff(repo, result as Values, app).changed, false);
  });

  it("is no error for a field that the server always sets", async () => {
    const keys = { issuer: "https://i.example.com", subject: "s", issuerKeys: "{}" };
    const ci = { parentUid: "org", name: "ci" };
    const before = { ...ci, staticKeys: { ...keys, expirationTime: "2030-01-01T00:00:00Z" } };
    const after = { ...ci, staticKeys: keys };
    const filled = { uid: "org/a", name: "ci", staticKeys: { ...keys, expirationTime: "2027-01-01T00:00:00Z" } };
    const { result } = await updating([object(filled)], before, after, identity);
    assert.equal(diff(identity, result as Values, after).changed, false);
  });
});

describe("another writer's value in a field that the server may fill", () => {
  it("is left to the next refresh, and not mistaken for the server's", async () => {
    const before = { parentUid: "org", name: "app", bundles: ["a"] };
    const after = { parentUid: "org", name: "app", bundles: ["b"] };
    const answer = object({ uid: "org/a", name: "app", bundles: ["b"], description: "by another" });
    const { result } = await updating([answer], before, after, repo);
    assert.deepEqual(result, after);
  });
});
