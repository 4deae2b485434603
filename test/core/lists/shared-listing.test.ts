import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import { resources } from "../../../src/description/resources";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { Ownership } from "../../../src/hosts/shared/ownership";
import { answer } from "../../support/local-faults";
import { LocalPlatform } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { populate } from "../../support/platform";
import { group, tag } from "../../support/resources";
import { choicesOf, maximalInputs, minimalInputs, type World } from "../../support/samples";

let platform: LocalPlatform;
let world: World;
beforeEach(() => {
  platform = new LocalPlatform([], { now: () => new Date() });
  world = populate(platform.emulator);
});

const paths = () => platform.requests.map(({ method, path }) => `${method} ${path}`);
const reading = (context: Context, spec: ResourceSpec, uid: string, outputs: Values) =>
  verbsIn(context, spec).read(uid, outputs);
const team = (n: number): Values => ({ parentUid: "org", name: `team-${n}` });
const create = (context: Context, spec: ResourceSpec, inputs: Values) => verbsIn(context, spec).create(inputs);
/** A run in which one look has been taken under the parent: the next one lists. */
async function begunRun(spec: ResourceSpec, first: Values): Promise<Context> {
  const context = platform.run();
  await create(context, spec, first);
  return context;
}

describe("a read from a list (row 128)", () => {
  /** Kinds whose lists show everything that a GET shows, with several objects under one parent. */
  const kinds = Object.values(resources).filter(
    ({ fields, lifecycle, uidIsParents, peculiar }) =>
      lifecycle === undefined &&
      !uidIsParents &&
      peculiar?.rootOf === undefined &&
      !Object.values(fields).some(({ options }) => options.returned === "get"),
  );

  for (const spec of kinds)
    it(`records exactly what a GET would record of ${spec.type}`, async () => {
      for (let choice = 0; choice < choicesOf(spec); choice++)
        for (const inputsOf of [minimalInputs, maximalInputs]) {
          const inputs = inputsOf(world, spec, choice);
          const { uid, outputs } = await create(platform.run(), spec, inputs);
          const alone = await reading(platform.run(), spec, uid, outputs);
          const context = platform.run();
          await reading(context, spec, uid, outputs);
          platform.requests.length = 0;
          const listed = await reading(context, spec, uid, outputs);
          assert.deepEqual(listed, alone);
          assert.deepEqual(Object.keys(listed?.outputs ?? {}), Object.keys(alone?.outputs ?? {}));
          const object = `GET ${spec.collection}/${uid}`;
          assert.ok(!paths().includes(object) && paths().includes(`GET ${spec.collection}`), paths().join("\n"));
          await verbsIn(platform.run(), spec).delete(uid, outputs);
        }
    });

  const siblings = async () => {
    const context = platform.run();
    const made: { uid: string; outputs: Values }[] = [];
    for (let n = 0; n < 4; n++) made.push(await create(context, group, team(n)));
    return made;
  };

  it("does not believe a list that lacks the object, has less of it, or is invalid", async () => {
    const made = await siblings();
    const [first, second] = made;
    assert.ok(first && second);
    const items = made.map(({ uid }) => ({ uid, name: "another" }));
    for (const body of [
      {},
      { totalCount: "0" },
      { groups: items.slice(2), totalCount: "2" },
      { groups: made.map(({ uid }) => ({ uid })), totalCount: "4" },
      { groups: items, totalCount: "4" },
      { groups: items, totalCount: "5" },
      { groups: items, nextPageToken: "more", totalCount: "4" },
    ]) {
      const context = platform.run();
      const fault = platform.fault({
        method: "GET",
        path: /^\/iam\/v2\/groups$/,
        times: 99,
        action: answer(body),
      });
      for (const { uid, outputs } of made)
        assert.deepEqual((await reading(context, group, uid, outputs))?.outputs, outputs, JSON.stringify(body));
      fault.remove();
      assert.ok(fault.hits > 0);
    }
  });
});

describe("a look in a list (row 128)", () => {
  it("sees the objects that this run created, renamed and deleted", async () => {
    const context = await begunRun(group, team(0));
    const made = await create(context, group, team(1));
    await assert.rejects(create(context, group, team(1)), /exists already/);
    const renamed = { ...team(1), name: "team-new" };
    const outputs = await verbsIn(context, group).update(made.uid, made.outputs, renamed);
    await assert.rejects(create(context, group, renamed), /exists already/);
    await create(context, group, team(1));
    // As if the program had dropped it: a run deletes nothing that it owns.
    await verbsIn({ ...context, holders: new Ownership() }, group).delete(made.uid, outputs);
    await create(context, group, renamed);
    assert.deepEqual(platform.printed, []);
    const names = platform.emulator.list("iam:Group").map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });

  it("names objects that another writer created before the list, and reads them again before it refuses", async () => {
    const taken = platform.put(group, "org", { name: "team-9" });
    const context = await begunRun(group, team(0));
    await create(context, group, team(1));
    await assert.rejects(create(context, group, team(9)), new RegExp(`exists already under \\S+: ${taken}`));
    platform.remove(taken);
    await create(context, group, team(9));
    assert.deepEqual(platform.printed, []);
  });

  it("is a request of its own for a tag, because a create would move a tag of somebody else", async () => {
    const [repo = ""] = world.uids["registry:Repo"] ?? [];
    const digest = `sha256:${"a".repeat(64)}`;
    const context = await begunRun(tag, { parentUid: repo, name: "t0", digest });
    for (const name of ["t1", "t2"]) await create(context, tag, { parentUid: repo, name, digest });
    platform.emulator.put("registry:Tag", repo, { name: "t3", digest: `sha256:${"b".repeat(64)}` });
    await assert.rejects(create(context, tag, { parentUid: repo, name: "t3", digest }), /exists already/);
  });
});
