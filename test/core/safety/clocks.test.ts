import assert from "node:assert/strict";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { answer, missing, reset } from "../../support/local-faults";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { creating, madeBy, verbsIn } from "../../support/local-verbs";
import { group, identity, repo, subscription, tag } from "../../support/resources";

const MINUTE = 60_000;
const before = (seconds: number): string => new Date(Date.parse(NOW) - seconds * 1_000).toISOString();
const values = { parentUid: "org", name: "team" };
const itself = /groups\/org\/team$/;

/** Reads a group that was created some seconds ago, and is hidden for so many reads and from all lists. */
async function reading(age: number, hidden: number, aheadMs: number) {
  const createTime = before(age);
  const platform = new LocalPlatform([placed(group, "org/team", { name: "team", createTime })]);
  platform.aheadMs = aheadMs;
  platform.fault({ method: "GET", path: itself, times: hidden, action: missing });
  platform.fault({ method: "GET", path: /groups$/, times: 99, action: answer("{}") });
  const found = await verbsIn(platform.run(), group).read("org/team", { ...values, createTime });
  return { found, slept: platform.sleeps.reduce((sum, ms) => sum + ms, 0), printed: platform.printed };
}

describe("a read of a new object that is not visible yet (row 137)", () => {
  it("waits for it, however far this machine's clock is off (report: a wrong clock loses a new object)", async () => {
    for (const minutes of [-120, -5, 0, 1, 5, 120]) {
      const { found } = await reading(3, 3, minutes * MINUTE);
      assert.equal(found?.outputs.name, "team", `${minutes} minutes ahead`);
    }
    // A proxy, two minutes ahead of the platform and of this machine, sets the Date.
    assert.ok((await reading(123, 3, -2 * MINUTE)).found);
  });

  it("waits also for kinds of which the platform returns no creation time", async () => {
    const image = { digest: `sha256:${"0".repeat(64)}` };
    const created: [ResourceSpec, Values][] = [
      [subscription, { parentUid: "org", sink: "https://sink.example.com" }],
      [tag, { parentUid: "org/repo", name: "latest", ...image }],
    ];
    for (const [spec, inputs] of created) {
      const platform = new LocalPlatform([placed(repo, "org/repo", { name: "repo" })]);
      const { uid, outputs } = madeBy(await creating(platform.run(), spec, inputs));
      platform.fault({ method: "GET", path: new RegExp(`${uid}$`), times: 2, action: missing });
      assert.ok(await verbsIn(platform.run(), spec).read(uid, outputs), spec.type);
      await platform.sleep(MINUTE);
      platform.remove(uid);
      assert.equal(await verbsIn(platform.run(), spec).read(uid, outputs), undefined);
      assert.equal(platform.sleeps.length, 2);
    }
  });

  it("waits only until the object is a minute old (report: a refresh waits too long for a young object that was deleted)", async () => {
    for (const [age, longest] of [
      [3, 57_000],
      [59, 1_000],
      [61, 0],
      [3_600, 0],
    ] as const) {
      const { slept } = await reading(age, 99, 2 * MINUTE).catch(() => ({ slept: -1 }));
      // The header Date has whole seconds.
      assert.ok(slept >= longest && slept < longest + 1_000, `${age} s old: ${slept}`);
    }
  });
});

describe("an operation without the time to wait for a new object", () => {
  for (const verb of ["read", "delete"] as const)
    it(`keeps it: ${verb}`, async () => {
      const createTime = before(3);
      const platform = new LocalPlatform([placed(group, "org/team", { name: "team", createTime })]);
      platform.fault({ times: 99, path: itself, action: missing });
      platform.fault({ method: "GET", path: /groups$/, times: 99, action: answer("{}") });
      const client = platform.client().forOperation(10_000);
      const verbs = verbsIn({ ...platform.run(), client }, group);
      const again = /new, so the platform may show it later.*\n- Run the same command again in a minute/s;
      await assert.rejects(verbs[verb]("org/team", { ...values, createTime }), again);
      await platform.sleep(MINUTE);
      assert.equal(await verbsIn(platform.run(), group)[verb]("org/team", { ...values, createTime }), undefined);
    });
});

describe("children that wait for one parent (row 282)", () => {
  it("say so in one line (report: every waiting child prints the same line)", async () => {
    const platform = new LocalPlatform();
    const context = platform.run();
    const { uid } = madeBy(await creating(context, group, values));
    platform.fault({ method: "POST", times: 40, action: missing });
    const names = ["a1", "b1", "c1", "d1"];
    await Promise.all(
      names.map((name) =>
        creating(context, identity, { parentUid: uid, name, servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      ),
    );
    assert.deepEqual(platform.printed, [`${uid} is not visible yet. Waiting up to a minute`]);
  });
});

describe("a deleted object that the platform still shows for some seconds", () => {
  const bot = { parentUid: "org", name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };

  it("is gone once it is hidden, if a proxy removed the platform's header (row 101) (report: a deleted object is still listed for some seconds, and the destroy fails)", async () => {
    const platform = new LocalPlatform([placed(group, "org/team", { name: "team" })]);
    const shown = JSON.stringify(platform.get("org/team"));
    platform.fault({ method: "DELETE", when: "after", action: answer("{}") });
    platform.whenAnswered(/DELETE/, () =>
      // Six reads take more than half a minute.
      platform.fault({ method: "GET", path: itself, times: 6, action: { kind: "body", status: 200, body: shown } }),
    );
    await verbsIn(platform.run(), group).delete("org/team", values);
    assert.equal(platform.get("org/team"), undefined);
  });

  it("does not block a create with its key in the same run (report: a name is taken by an object that was just deleted)", async () => {
    const platform = new LocalPlatform([placed(identity, "org/bot", { ...bot })]);
    const context = platform.run();
    const listed = { items: [platform.get("org/bot")] };
    await verbsIn(context, identity).delete("org/bot", bot);
    platform.fault({ method: "GET", path: /identities$/, times: 99, action: answer({ identities: listed.items }) });
    const { uid } = madeBy(await creating(context, identity, bot));
    assert.notEqual(uid, "org/bot");
  });
});

describe("a create whose response is lost, while lists are six seconds late (row 14)", () => {
  it("makes no twin (report: a slow list leads to a second object)", async () => {
    const platform = new LocalPlatform();
    platform.fault({ method: "POST", when: "after", action: reset });
    // Three looks take less than four seconds, and the fourth one comes four seconds later.
    const action = answer('{"groups":[]}');
    platform.whenAnswered(/POST/, () => platform.fault({ method: "GET", path: /groups$/, times: 3, action }));
    const { uid } = madeBy(await creating(platform.run(), group, values));
    assert.deepEqual([platform.uids(group), platform.posts()], [[uid], 1]);
  });
});
