import assert from "node:assert/strict";
import { group } from "../../../src/description/resources/group";
import { literal } from "../../../src/description/wire/path";
import { reset } from "../../support/local-faults";
import { LocalPlatform } from "../../support/local-platform";
import { creating, madeBy, verbsIn } from "../../support/local-verbs";

const team = (n: number) => ({ parentUid: "org", name: `team-${n}` });

describe("an object that another writer creates while a list serves looks (row 98)", () => {
  const lost = async (madeAt: number) => {
    const platform = new LocalPlatform();
    const context = platform.run();
    const make = (name: string) => creating(context, group, { parentUid: "org", name });
    await Promise.all([make("team-a"), make("team-b")]);
    await platform.sleep(madeAt);
    const theirs = platform.put(group, "org", { name: "theirs" });
    await platform.sleep(4_500 - madeAt);
    await make("team-c");
    platform.fault({ method: "POST", when: "before", action: reset });
    return { theirs, result: await make("theirs"), printed: platform.printed.join() };
  };

  it("does not count as the object of a lost response, because it is older than an object of this run", async () => {
    const { theirs, result } = await lost(1_000);
    assert.match(String(result), new RegExp(`found: "?${theirs}"?, which was created before this create was sent`));
  });

  it("counts as the new object, with a message, if the two cannot be distinguished", async () => {
    const { theirs, result, printed } = await lost(4_000);
    assert.equal(madeBy(result).uid, theirs);
    assert.match(printed, /so the program uses it/);
  });
});

describe("operations that share responses", () => {
  it("do not lose their own time while a list waits for the platform (row 126)", async () => {
    const platform = new LocalPlatform();
    const client = platform.client(undefined, { operationTimeoutMs: 2_500, random: () => 0.01 });
    const context = { ...platform.run(), client };
    const create = (n: number) => creating(context, group, team(n));
    await create(0);
    const action = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "1" } } as const;
    platform.fault({ method: "GET", path: /^\/iam\/v2\/groups$/, times: 4, action });
    const started = platform.now();
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await client.forOperation().get(literal("/iam/v2/roles"));
        await platform.sleep(50);
      }
    })();
    const ended = await Promise.all([1, 2, 3, 4].map(create));
    isOver = true;
    await others;
    for (const end of ended) madeBy(end);
    assert.ok(platform.now() - started > 2_500);
  });

  for (const adoptExisting of ["never", "identical", "sameKey"] as const)
    it(`ignore an item of a list with an invalid uid, with adoptExisting ${adoptExisting} (row 72)`, async () => {
      const platform = new LocalPlatform();
      const { create } = verbsIn(platform.run({ adoptExisting }), group);
      await create(team(0));
      platform.rewrite(/^GET .*\/groups$/, ({ groups }) => {
        const items = [...(groups as unknown[]), { uid: "org/..", name: "team-1" }];
        return { groups: items, totalCount: String(items.length) };
      });
      assert.ok((await create(team(1))).uid.startsWith("org/"));
    });
});
