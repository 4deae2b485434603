import assert from "node:assert/strict";
import { madeBy } from "../../support/local-verbs";
import { BATCH, scene } from "./batch-creates-scene";

describe("role bindings that are created together and have different time left (row 129)", () => {
  it("end with their own time, and one that has little time shares no request", async () => {
    const { platform, create, identities, sizes } = scene(3);
    const start = platform.now();
    const [long = "", short = "", shortest = ""] = identities;
    platform.fault({ path: BATCH, when: "after", action: { kind: "hang" } });
    const ended = (limitMs: number, uid: string) =>
      create(uid, {}, limitMs).then((end) => [String(end), platform.now() - start] as const);
    const [first, second] = await Promise.all([ended(120_000, long), ended(20_000, short), ended(9_000, shortest)]);
    assert.match(
      second[0],
      /a RoleBinding with this identityUid and roleUid may exist under org\/team \(no time was left/,
    );
    assert.deepEqual([first[0], second[1]], ["[object Object]", 20_000]);
    assert.ok(first[1] < 25_000);
    assert.deepEqual(sizes(), [1, 2]);
  });

  it("go on by themselves when the platform puts off their request for longer than one of them has time", async () => {
    const { platform, create, identities, sizes } = scene(2);
    const busy = { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "15" } } as const;
    platform.fault({ path: BATCH, times: 99, action: busy });
    const [long = "", short = ""] = identities;
    const [first, second] = await Promise.all([create(long, {}, 120_000), create(short, {}, 20_000)]);
    assert.ok(first !== undefined && madeBy(first).uid.startsWith("org/team/"));
    assert.match(String(second), /would exceed the time limit|timed out/);
    assert.equal(sizes().at(-1), 1);
  });
});
