import assert from "node:assert/strict";
import { NotAppliedError } from "../../../src/core/errors";
import { diff } from "../../../src/core/verbs/diff";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { FaultAction } from "../../../src/emulator/index";
import { answer } from "../../support/local-faults";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, repo } from "../../support/resources";

const team = { parentUid: "org", name: "team" };
const there = placed(group, "org/a", { name: "team", description: "old" });
/** What an answer says of an object that is as it was. */
const wire = { uid: "org/a", ...there.values };

/** Updates the group on a platform with given responses, which applies the update (`after`) or not. */
async function updating(desired: Values, when: "before" | "after", action: FaultAction, lookedAt?: FaultAction) {
  const platform = new LocalPlatform([there]);
  const { read, update } = verbsIn(platform.run(), group);
  const recorded = (await read("org/a", {}))?.outputs ?? assert.fail("it does not exist");
  platform.fault({ method: "PATCH", when, action });
  if (lookedAt !== undefined) platform.fault({ method: "GET", action: lookedAt });
  return update("org/a", recorded, desired).catch((error: Error) => error);
}

describe("an update that the server accepts and does not carry out (row 63)", () => {
  const desired = { ...team, description: "new" };

  it("is an error that names the fields, after a second read", async () => {
    const result = await updating(desired, "before", answer(wire));
    assert.ok(result instanceof NotAppliedError);
    assert.equal(
      result.message,
      [
        "/iam/v2/groups/org/a: the platform accepted the update of Group but did not apply description",
        "- If the platform keeps its value each time, write this value in the program. pulumi preview --refresh --diff shows it.",
      ].join("\n"),
    );
  });

  it("is no error if only the response lacks the change", async () => {
    for (const body of [{}, { uid: "org/a" }, wire]) {
      const result = await updating(desired, "after", answer(body));
      assert.ok(!(result instanceof Error), String(result));
      assert.deepEqual(diff(group, result, desired).changed, false);
    }
  });

  it("is an error too when a field should be empty and is not, whatever the response is about", async () => {
    for (const body of [wire, {}, { uid: "org/b", name: "team" }]) {
      const result = await updating(team, "before", answer(body));
      assert.match(String(result), /^NotAppliedError: .* did not apply description\n- If the platform keeps/);
    }
  });

  it("is not confirmed by another object in the second read", async () => {
    const result = await updating(desired, "before", answer({}), answer({ ...wire, uid: "org/b", description: "new" }));
    assert.match(String(result), /^ProtocolError: .*the response is about Group org\/b$/m);
  });
});

/** Updates an object to which the server gives other values, in the response and in a read. */
async function answered(said: Values, before: Values, after: Values, spec: ResourceSpec = repo) {
  const platform = new LocalPlatform([placed(spec, "org/a", before)]);
  platform.fault({ times: 2, action: answer({ uid: "org/a", ...said }) });
  return verbsIn(platform.run(), spec)
    .update("org/a", before, after)
    .catch((error: Error) => error);
}

describe("a clear that the server accepts and does not carry out (row 63)", () => {
  const app = { parentUid: "org", name: "app" };
  const changedTo = (said: Values, before: Values, after: Values) => answered({ name: "app", ...said }, before, after);
  const syncing = { syncConfig: { source: "org/s" } };
  const syncingAnswer = { sync_config: { source: "org/s" } };

  it("is an error for a field that the server fills from another, when it has nothing to fill it from", async () => {
    for (const value of [{ description: "ours" }, { bundles: ["a"] }] as Values[]) {
      // Its source may be cleared with it.
      for (const source of [{}, syncing]) {
        const result = await changedTo(value, { ...app, ...value, ...source }, app);
        assert.match(String(result), new RegExp(`^NotAppliedError: .* did not apply ${Object.keys(value)[0]}\n`));
      }
    }
  });

  it("is no error when the server fills the field again, with another value or the same", async () => {
    for (const description of ["ours", "of the source"]) {
      const value = { description, ...syncingAnswer };
      const before = { ...app, ...syncing, description: "ours" };
      const result = await changedTo(value, before, { ...app, ...syncing });
      assert.equal((result as Values).description, description);
      assert.equal(diff(repo, result as Values, { ...app, ...syncing }).changed, false);
    }
  });
});

describe("another writer's value in a field that the server may fill", () => {
  it("is left to the next refresh, and does not count as the server's", async () => {
    const before = { parentUid: "org", name: "app", bundles: ["a"] };
    const after = { parentUid: "org", name: "app", bundles: ["b"] };
    const said = { name: "app", bundles: ["b"], description: "by another" };
    assert.deepEqual(await answered(said, before, after), after);
  });
});
