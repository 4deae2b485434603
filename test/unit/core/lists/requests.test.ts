import assert from "node:assert/strict";
import type { Context } from "../../../../src/core/context";
import { Handle, Kind } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { resources } from "../../../../src/resources";
import type { ResourceSpec } from "../../../../src/spec/resource";
import type { Values } from "../../../../src/spec/values";
import { createContext } from "../../../support/context";
import { clientOf, type Platform, sightOf, startPlatform } from "../../../support/platform";

/** Does work for each item, so many at once as the engine does. */
async function atOnce<T, R>(most: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const left = [...items.entries()].reverse();
  const results = new Map<number, R>();
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: most }, worker));
  return items.map((_, n) => results.get(n) as R); // Each worker has set what it took.
}

interface Recorded {
  readonly uid: string;
  readonly outputs: Values;
}

describe("siblings of one kind", () => {
  let platform: Platform;
  beforeEach(async () => {
    platform = await startPlatform();
  });
  afterEach(() => platform.close());

  const ownSight = () => sightOf(platform.emulator.environment.PLATFORM_IDENTITY);
  /** A run whose clock stops, or advances by some milliseconds with each request. */
  const newRun = (requestMs = 0): Context =>
    createContext(clientOf(platform.emulator), resources, {
      print: (text) => assert.fail(text),
      sight: ownSight(),
      clock: () => platform.emulator.requests.length * requestMs,
    });
  /** Counts the requests of some work: lists, and the others by method. */
  const counted = async <T>(work: () => Promise<T>): Promise<[Record<string, number>, T]> => {
    platform.emulator.clearRequests();
    const result = await work();
    const counts: Record<string, number> = {};
    for (const { method, path } of platform.emulator.requests) {
      const sort = method === "GET" && /^\/\w+\/v2\/\w+$/.test(path) ? "LIST" : method;
      counts[sort] = (counts[sort] ?? 0) + 1;
    }
    return [counts, result];
  };
  const subjects = (name: string) => ({ claimMatch: { issuer: "https://token.example.com", subject: name } });
  const inputsOf = ({ type }: ResourceSpec, n: number): Values => {
    const { emulator, world } = platform;
    const parentUid = emulator.organization.uid;
    const name = `sibling-${n}`;
    const roleUid = world.uids["iam:Role"]?.[0];
    if (type === "iam:RoleBinding") {
      return {
        parentUid,
        roleUid,
        identityUid: emulator.put("iam:Identity", parentUid, { name, ...subjects(name) }).uid,
      };
    }
    if (type === "iam:Identity") return { parentUid, name, ...subjects(name) };
    if (type === "iam:Role") return { parentUid, name, capabilities: ["CAP_REPO_LIST"] };
    if (type === "events:Subscription") return { parentUid, sink: `https://sink.example.com/${n}` };
    if (type === "iam:GroupInvite") return { parentUid, roleUid, ttl: "24h" };
    return { parentUid, name };
  };
  const specOf = (type: string): ResourceSpec => {
    const spec = resources[type];
    assert.ok(spec);
    return spec;
  };
  const create = (spec: ResourceSpec, all: readonly Values[], most: number, context = newRun()): Promise<Recorded[]> =>
    atOnce(most, all, (inputs) => verbsOf(spec).create(new Kind(context, spec), inputs));
  const read = (spec: ResourceSpec, all: readonly Recorded[], most: number, context = newRun()) =>
    atOnce(most, all, async ({ uid, outputs }) =>
      assert.deepEqual((await verbsOf(spec).read(new Handle(context, spec, uid), outputs))?.outputs, outputs),
    );
  // No delete waits here.
  const patient = (): Context =>
    createContext(clientOf(platform.emulator), resources, {
      sleep: () => new Promise(() => undefined),
      sight: ownSight(),
    });
  const remove = (spec: ResourceSpec, all: readonly Recorded[], most: number, context = patient()) =>
    atOnce(most, all, ({ uid, outputs }) => verbsOf(spec).delete(new Handle(context, spec, uid), outputs));
  const inputs = (spec: ResourceSpec, count: number) => Array.from({ length: count }, (_, n) => inputsOf(spec, n));

  // A look alone reads all of the list where the platform has no filter for the key.
  for (const [type, looks] of [
    ["iam:Group", 2],
    ["iam:Identity", 2],
    ["iam:Role", 2],
    ["iam:RoleBinding", 2],
    ["registry:Repo", 2],
    ["events:Subscription", 1],
    ["iam:GroupInvite", 1],
  ] as const) {
    it(`takes ${looks} lists to create 100 of ${type}, and a list and a GET to read them (row 128)`, async () => {
      const spec = specOf(type);
      const wanted = inputs(spec, 100);
      const [made, recorded] = await counted(() => create(spec, wanted, 8));
      assert.equal(made.LIST, looks);
      // Role bindings share requests: one is under way while the next fills, and the two have all 8. The first goes alone.
      if (spec.peculiar?.batchCreate === undefined) assert.equal(made.POST, 100);
      else assert.ok((made.POST ?? 0) <= 1 + 99 / 4, JSON.stringify(made));
      const [seen] = await counted(() => read(spec, recorded, 8));
      assert.deepEqual(seen, { LIST: 1, GET: 1 });
      const [removed] = await counted(() => remove(spec, recorded, 8));
      assert.equal(removed.DELETE, 100);
      const { LIST = 0, GET = 0 } = removed;
      if (spec.idempotentDelete !== true) assert.deepEqual({ LIST, GET }, { LIST: 0, GET: 1 });
      // Where a second delete succeeds too, those at the same moment share looks at what the token sees: its role bindings, a role, a group.
      else assert.ok(LIST <= 100 / 3 && GET <= 100 * (2 / 3), JSON.stringify(removed));
    });
  }

  for (const most of [8, 128]) {
    it(`takes N + N/100 requests to create 500, N/200 + 10 to read and N + 1 to delete them, ${most} at once (row 128)`, async () => {
      const spec = specOf("iam:Identity");
      // Fifty creates a second.
      const [made, recorded] = await counted(() => create(spec, inputs(spec, 500), most, newRun(20)));
      assert.equal(made.POST, 500);
      assert.ok((made.LIST ?? 0) <= 5, JSON.stringify(made));
      const [seen] = await counted(() => read(spec, recorded, most));
      assert.deepEqual(seen, { LIST: 3, GET: 1 });
      const [removed] = await counted(() => remove(spec, recorded, most));
      assert.deepEqual(removed, { DELETE: 500, GET: 1 });
      assert.equal(
        platform.emulator.list("iam:Identity").filter(({ name }) => String(name).startsWith("sibling")).length,
        0,
      );
    }).timeout(60_000);
  }

  it("are looked for one by one if that is cheaper: one new object among 5,000 costs one look, two cost three (row 128)", async () => {
    const spec = specOf("iam:Group");
    for (let n = 0; n < 5_000; n++)
      platform.emulator.put("iam:Group", platform.emulator.organization.uid, { name: `other-${n}` });
    assert.deepEqual((await counted(() => create(spec, inputs(spec, 1), 8)))[0], { LIST: 1, POST: 1 });
    const two = inputs(spec, 3).slice(1);
    assert.deepEqual((await counted(() => create(spec, two, 8)))[0], { LIST: 3, POST: 2 });
    // A hundred of them are worth the 26 pages, and twice that at most is asked.
    const hundred = inputs(spec, 103).slice(3);
    const [made] = await counted(() => create(spec, hundred, 8));
    assert.ok((made.LIST ?? 0) <= 2 * 26 + 2, JSON.stringify(made));
  }).timeout(60_000);

  it("list the organization once when their deletes are blocked, and each error names what blocks it (row 128)", async () => {
    const spec = specOf("iam:Role");
    const parentUid = platform.emulator.organization.uid;
    const [identityUid] = platform.world.uids["iam:Identity"] ?? [];
    const recorded = await create(spec, inputs(spec, 16), 8);
    const bindings = recorded.map(({ uid }) =>
      String(platform.emulator.put("iam:RoleBinding", parentUid, { identityUid, roleUid: uid }).uid),
    );
    platform.emulator.clearRequests();
    const context = newRun();
    const failed = await atOnce(8, recorded, ({ uid, outputs }) =>
      verbsOf(spec)
        .delete(new Handle(context, spec, uid), outputs)
        .then(
          () => assert.fail("it was deleted"),
          (error: Error) => error.message,
        ),
    );
    for (const [n, message] of failed.entries()) {
      assert.deepEqual(
        bindings.filter((uid) => message.includes(uid)),
        [bindings[n]],
      );
    }
    const looks = platform.emulator.requests.filter(({ path }) => path === "/iam/v2/groupInvites").length;
    assert.ok(looks >= 2 && looks <= 8, `${looks} looks through the invites for 16 roles`);
  });
});
