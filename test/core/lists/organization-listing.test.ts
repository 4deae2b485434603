import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, identity } from "../../support/resources";

/** An object, with what was recorded of it. */
interface Made {
  readonly uid: string;
  readonly outputs: Values;
}

describe("reads under many parents, which share a list of the organization,", () => {
  let platform: LocalPlatform;
  let made: Made[];
  beforeEach(async () => {
    const teams = Array.from({ length: 6 }, (_, i) => `org/team-${i}`);
    const bot = { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };
    platform = new LocalPlatform(
      teams.flatMap((uid) => [
        placed(group, uid, { name: "team" }),
        ...["one", "two"].map((name) => placed(identity, `${uid}/${name}`, { name, ...bot })),
      ]),
    );
    made = [];
    for (const uid of teams.flatMap((team) => [`${team}/one`, `${team}/two`]))
      made.push(await read(platform.run(), { uid, outputs: {} }));
    platform.requests.length = 0;
  });

  const read = async (context: Context, { uid, outputs }: Made, spec: ResourceSpec = identity): Promise<Made> => ({
    uid,
    outputs: (await verbsIn(context, spec).read(uid, outputs))?.outputs ?? {},
  });
  const readAll = async (context: Context) => {
    const results = [];
    for (const one of made) results.push(await read(context, one));
    return results;
  };
  const change = (context: Context, { uid, outputs }: Made) =>
    verbsIn(context, identity).update(uid, outputs, { ...outputs, description: "new" });
  const asked = () => platform.requests.map(({ method, path, query }) => `${method} ${path}?${query}`);
  const lists = () => asked().filter((text) => /^GET \/iam\/v2\/identities\?.*descendants_of/.test(text)).length;

  it("take few requests, and record exactly what single reads record, unless they must be fresh", async () => {
    const context = platform.run();
    assert.deepEqual(await readAll(context), made);
    assert.ok(asked().length <= 4, asked().join("\n"));
    for (const { uid, outputs } of made) await verbsIn(context, identity).read(uid, outputs, "fresh");
    assert.deepEqual([lists(), asked().length >= made.length], [1, true]);
  });

  it("fetch an object by itself if it differs or is missing", async () => {
    const [, , , changed, gone] = made;
    assert.ok(changed && gone);
    platform.edit(changed.uid, { description: "by hand" });
    platform.remove(gone.uid);
    const results = await readAll(platform.run());
    const told = results.map(({ outputs }) => (outputs.name === undefined ? "gone" : (outputs.description ?? "")));
    assert.deepEqual(told, ["", "", "", "by hand", "gone", "", "", "", "", "", "", ""]);
    for (const { uid } of [changed, gone])
      assert.ok(asked().some((text) => text.startsWith(`GET /iam/v2/identities/${uid}?`)));
  });

  it("do not use the list in a run that has changed something", async () => {
    const context = platform.run();
    const [, , third] = made;
    assert.ok(third);
    await readAll(context);
    await change(context, third);
    assert.equal((await read(context, third)).outputs.description, "new");
    assert.equal(lists(), 1);
  });

  it("do not use the list if a change started while it was read", async () => {
    const context = platform.run();
    const [first, , third] = made;
    assert.ok(first && third);
    await read(context, first);
    const held = platform.fault({ path: "/iam/v2/identities", when: "after", action: { kind: "hold" } });
    const reading = read(context, third);
    await held.reached;
    await change(context, third);
    held.release();
    assert.equal((await reading).outputs.description, "new");
  });
});
