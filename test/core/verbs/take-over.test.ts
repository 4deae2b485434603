import assert from "node:assert/strict";
import { inputsOf } from "../../../src/core/state/after-read";
import { diff } from "../../../src/core/verbs/diff";
import type { AdoptMode } from "../../../src/description/spec/adopt-mode";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { StartObject } from "../../../src/emulator/index";
import { LocalPlatform, placed } from "../../support/local-platform";
import { creating, madeBy } from "../../support/local-verbs";
import { group, repo, subscription } from "../../support/resources";
import { unchanged } from "./recorded";

const theirs = placed(group, "org/a", { name: "team", description: "d" });
const team = { parentUid: "org", name: "team", description: "d" };

/** A run with the setting adoptExisting, on a platform that has some objects. */
function runWith(adoptExisting: AdoptMode, objects: readonly StartObject[]) {
  const platform = new LocalPlatform(objects);
  const context = platform.run({ adoptExisting });
  const create = async (inputs: Values, spec: ResourceSpec = group, urn?: string) => {
    const result = await creating(context, spec, inputs, urn);
    return { result, message: String(result), writes: platform.writes(), printed: platform.printed };
  };
  return { platform, ownership: context.holders, create };
}

describe("an existing object with the key of a new one (row 127)", () => {
  it("is handled in the same way if only the server finds it: AlreadyExists after a look that found nothing", async () => {
    const late = async (body: Values | undefined) => {
      const { platform, create } = runWith("identical", []);
      let uid: string | undefined;
      if (body !== undefined)
        platform.whenAnswered(/^GET \/iam\/v2\/groups$/, () => {
          uid = platform.put(group, "org", body);
        });
      platform.fault({ method: "POST", action: { kind: "status", code: "ALREADY_EXISTS", message: "taken" } });
      return { ...(await create(team)), uid };
    };
    const same = await late({ name: "team", description: "d" });
    assert.equal(madeBy(same.result).uid, same.uid);
    assert.deepEqual([same.writes.length, same.printed.length], [1, 1]);
    const other = await late({ name: "team", description: "theirs" });
    assert.match(other.message, /not taken over, because it differs in description/);
    assert.match((await late(undefined)).message, /taken/);
  });

  it("has a mirror's values from its source noted as the server's, so that no refresh makes them inputs", async () => {
    const inputs = { name: "app", syncConfig: { source: "org2/s" } };
    const there = placed(repo, "org/r", { ...inputs, bundles: ["base"], description: "of s" });
    const desired = { parentUid: "org", ...inputs };
    const { outputs } = madeBy((await runWith("identical", [there]).create(desired, repo)).result);
    assert.deepEqual(outputs.bundles, ["base"]);
    assert.deepEqual(inputsOf(repo.fields, outputs), desired);
    assert.deepEqual(diff(repo, outputs, desired), unchanged);
  });
});

describe("whose object is taken over (row 127)", () => {
  it("has one resource in this program: of two resources with one key the second is refused", async () => {
    const run = runWith("identical", [theirs]);
    const [first, second] = await Promise.all([run.create(team), run.create(team)]);
    assert.equal(madeBy(first.result).uid, "org/a");
    assert.match(second.message, /Another resource of this program manages it/);
  });

  it("is never an object that a resource of the program manages, or should adopt by its uid", async () => {
    const held = runWith("sameKey", [theirs]);
    const crew = { spec: group, urn: "crew" };
    held.ownership.noteCheck(crew, { ...team, name: "crew" }, true);
    held.ownership.noteDiff({ ...crew, uid: "org/a" }, "kept");
    assert.match((await held.create(team)).message, /Another resource of this program manages/);
    const wanted = runWith("sameKey", [theirs]);
    wanted.ownership.noteCheck(crew, { ...team, adoptUid: "org/a" }, false);
    assert.match((await wanted.create(team)).message, /another resource of this program manages/);
  });

  it("is never the object that the new one replaces, seen or deleted before", async () => {
    for (const isDeleted of [false, true]) {
      const run = runWith("sameKey", [theirs]);
      run.ownership.noteCheck({ spec: group, urn: "team" }, team, true);
      run.ownership.noteDiff({ spec: group, urn: "team", uid: "org/a" }, "replacing");
      if (isDeleted) run.ownership.noteDelete({ spec: group, uid: "org/a" }, team);
      const { message, writes } = await run.create(team, group, "team");
      assert.match(
        message,
        /^AlreadyThereError: Pulumi cannot replace the Group, because this name is taken under org by org\/a/,
      );
      assert.deepEqual(writes, []);
    }
  });

  it("may be the new object of a replacement in a killed run", async () => {
    const inputs = { parentUid: "org", sink: "https://a.example.com/hook" };
    const run = runWith("identical", [placed(subscription, "org/new", { sink: inputs.sink })]);
    const hook = { spec: subscription, urn: "hook" };
    run.ownership.noteCheck(hook, inputs, true);
    run.ownership.noteDiff({ ...hook, uid: "org/old" }, "replacing");
    assert.equal(madeBy((await run.create(inputs, subscription, "hook")).result).uid, "org/new");
  });
});
