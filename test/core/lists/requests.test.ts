import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import { resources } from "../../../src/description/resources";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import { LocalPlatform } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { group, identity, role, roleBinding } from "../../support/resources";

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

const bot = { servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" };

describe("siblings of one kind", () => {
  let platform: LocalPlatform;
  beforeEach(() => {
    platform = new LocalPlatform();
  });
  afterEach(() => assert.deepEqual(platform.printed, []));

  /** Counts the requests of some work: lists, and the others by method. */
  const counted = async <T>(work: () => Promise<T>): Promise<[Record<string, number>, T]> => {
    platform.requests.length = 0;
    const result = await work();
    const counts: Record<string, number> = {};
    for (const { method, path } of platform.requests) {
      const sort = method === "GET" && /^\/\w+\/v2\/\w+$/.test(path) ? "LIST" : method;
      counts[sort] = (counts[sort] ?? 0) + 1;
    }
    return [counts, result];
  };
  const inputsOf = ({ type }: ResourceSpec, n: number): Values => {
    const [parentUid, name] = ["org", `sibling-${n}`];
    const own: Record<string, () => Values> = {
      "iam:RoleBinding": () => ({ roleUid: "viewer", identityUid: platform.put(identity, "org", { name, ...bot }) }),
      "iam:Identity": () => ({ name, ...bot }),
      "iam:Role": () => ({ name, capabilities: ["CAP_REPO_LIST"] }),
      "events:Subscription": () => ({ sink: `https://sink.example.com/${n}` }),
      "iam:GroupInvite": () => ({ roleUid: "viewer", ttl: "24h" }),
    };
    return { parentUid, ...(own[type]?.() ?? { name }) };
  };
  const specOf = (type: string): ResourceSpec => resources[type] ?? assert.fail(type);
  const create = (spec: ResourceSpec, all: readonly Values[], most: number, context: Context = platform.run()) =>
    atOnce(most, all, (inputs): Promise<Recorded> => verbsIn(context, spec).create(inputs));
  const read = (spec: ResourceSpec, all: readonly Recorded[], most: number, context = platform.run()) =>
    atOnce(most, all, async ({ uid, outputs }) =>
      assert.deepEqual((await verbsIn(context, spec).read(uid, outputs))?.outputs, outputs),
    );
  const remove = (spec: ResourceSpec, all: readonly Recorded[], most: number, context = platform.run()) =>
    atOnce(most, all, ({ uid, outputs }) => verbsIn(context, spec).delete(uid, outputs));
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
  ] as const)
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
      // A grant that is younger than a minute is read before its delete.
      await platform.sleep(60_000);
      const [removed] = await counted(() => remove(spec, recorded, 8));
      assert.equal(removed.DELETE, 100);
      const { LIST = 0, GET = 0 } = removed;
      if (spec.idempotentDelete !== true) assert.deepEqual({ LIST, GET }, { LIST: 0, GET: 1 });
      // Where a second delete succeeds too, those at the same moment share looks at what the token sees: its role bindings, a role, a group.
      else assert.ok(LIST <= 100 / 3 && GET <= 100 * (2 / 3), JSON.stringify(removed));
    });

  for (const most of [8, 128]) {
    it(`takes N + N/100 requests to create 500, N/200 + 10 to read and N + 1 to delete them, ${most} at once (row 128)`, async () => {
      const spec = specOf("iam:Identity");
      // Fifty creates a second.
      const slowRun = () => ({ ...platform.run(), clock: () => platform.now() + platform.requests.length * 20 });
      const [made, recorded] = await counted(() => create(spec, inputs(spec, 500), most, slowRun()));
      assert.equal(made.POST, 500);
      assert.ok((made.LIST ?? 0) <= 5, JSON.stringify(made));
      const [seen] = await counted(() => read(spec, recorded, most));
      assert.deepEqual(seen, { LIST: 3, GET: 1 });
      const [removed] = await counted(() => remove(spec, recorded, most));
      assert.deepEqual(removed, { DELETE: 500, GET: 1 });
      assert.deepEqual(platform.uids(identity), []);
    }).timeout(60_000);
  }

  it("are looked for one by one if that is cheaper: one new object among 5,000 costs one look, two cost three (row 128)", async () => {
    const spec = specOf("iam:Group");
    for (let n = 0; n < 5_000; n++) platform.put(group, "org", { name: `other-${n}` });
    assert.deepEqual((await counted(() => create(spec, inputs(spec, 1), 8)))[0], { LIST: 1, POST: 1 });
    const two = inputs(spec, 3).slice(1);
    assert.deepEqual((await counted(() => create(spec, two, 8)))[0], { LIST: 3, POST: 2 });
    // A hundred of them are worth the 26 pages, and twice that at most is asked.
    const hundred = inputs(spec, 103).slice(3);
    const [made] = await counted(() => create(spec, hundred, 8));
    assert.ok((made.LIST ?? 0) <= 2 * 26 + 2, JSON.stringify(made));
  }).timeout(60_000);

  it("list the organization once when their deletes are blocked, and each error names what blocks it (row 128)", async () => {
    const identityUid = platform.put(identity, "org", { name: "bot", ...bot });
    const recorded = await create(role, inputs(role, 16), 8);
    const bindings = recorded.map(({ uid }) => platform.put(roleBinding, "org", { identityUid, roleUid: uid }));
    platform.requests.length = 0;
    const context = platform.run();
    const failed = await atOnce(8, recorded, ({ uid, outputs }) =>
      verbsIn(context, role)
        .delete(uid, outputs)
        .then(
          () => assert.fail("it was deleted"),
          (error: Error) => error.message,
        ),
    );
    for (const [n, message] of failed.entries())
      assert.deepEqual(
        bindings.filter((uid) => message.includes(uid)),
        [bindings[n]],
      );
    const looks = platform.requests.filter(({ path }) => path === "/iam/v2/groupInvites").length;
    assert.ok(looks >= 2 && looks <= 8, `${looks} looks through the invites for 16 roles`);
  });
});
