import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { group } from "../../../src/description/resources/group";
import { Ownership } from "../../../src/hosts/shared/ownership";
import { hostileUids } from "../../support/hostile";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { accountAssociation } from "../../support/resources";

describe("a second delete of one object in a run", () => {
  const recorded = { parentUid: "org", name: "team", createTime: NOW };
  const start = () => {
    const platform = new LocalPlatform([placed(group, "org/team", { name: "team", createTime: NOW })]);
    const waits: number[] = [];
    // The first delete goes on while the second waits.
    const sleep = async (ms: number) => {
      waits.push(ms);
      await wait(20);
    };
    return { platform, waits, groups: verbsIn({ ...platform.run(), sleep }, group) };
  };

  it("sends nothing after the first, because this run has deleted the object itself", async () => {
    const { platform, waits, groups } = start();
    await groups.delete("org/team", recorded);
    const sent = platform.requests.length;
    await groups.delete("org/team", recorded);
    assert.deepEqual([platform.requests.length - sent, waits], [0, []]);
  });

  it("is sent if this run has created an object with the same uid since", async () => {
    const platform = new LocalPlatform();
    const context = platform.run();
    // As if different resources of the program had the two.
    const associations = () => verbsIn({ ...context, holders: new Ownership() }, accountAssociation);
    const inputs = { parentUid: "org", name: "cloud", amazon: { account: "123456789012" } };
    for (let times = 0; times < 2; times++) {
      const { uid, outputs } = await associations().create(inputs);
      await associations().delete(uid, outputs);
    }
    assert.equal(platform.get("org", accountAssociation.type), undefined);
  });

  it("beside the first does not wait for a minute until a new object is visible", async () => {
    const { platform, waits, groups } = start();
    await Promise.all([groups.delete("org/team", recorded), groups.delete("org/team", recorded)]);
    const waited = waits.reduce((sum, ms) => sum + ms, 0);
    assert.ok(waited < 4_000, `${waits.join(", ")} ms`);
    assert.deepEqual(platform.uids(group), []);
  });
});

describe("a delete by a uid that could reach another route", () => {
  it("is refused before any request, also for its group (row 72)", async () => {
    const platform = new LocalPlatform();
    for (const uid of Object.values(hostileUids))
      await assert.rejects(verbsIn(platform.run(), group).delete(uid, {}), { name: "InvalidPathError" });
    assert.deepEqual(platform.requests, []);
  });
});
