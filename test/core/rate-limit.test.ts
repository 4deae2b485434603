import assert from "node:assert/strict";
import { group } from "../../src/description/resources/group";
import { parseFault } from "../../src/emulator/faults/fault-line";
import { LocalPlatform } from "../support/local-platform";
import { creating, madeBy } from "../support/local-verbs";

describe("a platform that limits the rate of every second request (row 126)", () => {
  const names = Array.from({ length: 200 }, (_, i) => `team-${i}`);

  for (const retryAfter of [0, 1])
    it(`and asks to wait for ${retryAfter} s serves 200 simultaneous creates, without a failure and without a twin`, async () => {
      const platform = new LocalPlatform();
      const client = platform.client(undefined, { operationTimeoutMs: 1_200_000 });
      platform.fault(parseFault(`* * times=always every=2 http=429 retry-after=${retryAfter}`));
      const context = { ...platform.run(), client };
      const ends = await Promise.all(names.map((name) => creating(context, group, { parentUid: "org", name })));
      const uids = ends.map((end) => madeBy(end).uid).sort();
      assert.deepEqual([uids, platform.printed], [platform.uids(group).sort(), []]);
      const statuses = platform.requests.map(({ status }) => status);
      assert.deepEqual(statuses.filter((status) => status === 429).length, Math.ceil(statuses.length / 2));
      const posts = platform.requests.filter(({ method, status }) => method === "POST" && status === 200);
      assert.equal(posts.length, names.length);
    });
});
