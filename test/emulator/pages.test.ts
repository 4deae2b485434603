import assert from "node:assert/strict";
import { listAnswer } from "../../src/emulator/gateway/pages";
import { Query } from "../../src/emulator/gateway/queries";
import type { Emulator } from "../../src/emulator/index";
import { type Call, clockAt, makeRepos, namesIn, type Reply, test, violationOf, withEmulator } from "./local";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("pages of the emulator's lists", () => {
  const token = (reply: Reply): string => String(reply.body.nextPageToken ?? "");
  const escaped = (reply: Reply): string => encodeURIComponent(token(reply));
  const start = async (emulator: Emulator, call: Call, names: string, size: number): Promise<[string, Reply]> => {
    makeRepos(emulator, names);
    const list = `GET /registry/v2/repos?uidp.children_of=${emulator.organization.uid}&order_by=name`;
    return [list, await call(`${list}&page_size=${size}`)];
  };

  test("follow one another, each with the total count", async (emulator) => {
    const [list, first] = await start(emulator, emulator.call, "abcde", 2);
    const second = await emulator.call(`${list}&page_size=2&page_token=${escaped(first)}`);
    const third = await emulator.call(`${list}&pageSize=2&pageToken=${escaped(second)}`);
    assert.deepEqual(
      [first, second, third].map((reply) => namesIn(reply, "repos").join("")),
      ["ab", "cd", "e"],
    );
    assert.deepEqual(
      [first, second, third].map(({ body }) => body.totalCount),
      ["5", "5", "5"],
    );
    assert.equal(token(third), "");
  });

  test("end with the last item, without an empty page after it", async (emulator) => {
    const [list, first] = await start(emulator, emulator.call, "abcd", 2);
    const second = await emulator.call(`${list}&page_size=2&page_token=${escaped(first)}`);
    assert.deepEqual([namesIn(second, "repos").join(""), token(second)], ["cd", ""]);
  });

  test("have 50 items by default and 200 at most", async ({ organization, put, call }) => {
    for (let i = 0; i < 201; i++)
      put("events:Subscription", organization.uid, { sink: `https://sink.example.com/${i}` });
    const sizeOf = async (query: string): Promise<number> =>
      ((await call(`GET /events/v2/subscriptions?${query}`)).body.subscriptions as unknown[]).length;
    assert.deepEqual([await sizeOf(""), await sizeOf("page_size=0"), await sizeOf("page_size=1000")], [50, 50, 200]);
    const reply = await call("GET /events/v2/subscriptions?page_size=-1");
    assert.deepEqual(violationOf(reply), { field: "page_size", description: "must not be negative" });
  });

  test("have tokens that need escaping, and an unescaped one restarts the list", async (emulator) => {
    const [list, first] = await start(emulator, emulator.call, "abc", 2);
    assert.match(token(first), /^[A-Za-z0-9+/]*\+[A-Za-z0-9+/]*==$/);
    const second = await emulator.call(`${list}&page_size=2&page_token=${token(first)}`);
    assert.deepEqual([namesIn(second, "repos").join(""), second.status], ["ab", 200]);
  });

  it("restart the list silently after three days", async () => {
    const clock = clockAt("2026-01-05T08:30:08Z");
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const [list, first] = await start(emulator, call, "abc", 2);
      clock.move(3 * DAY_MS);
      assert.deepEqual(namesIn(await call(`${list}&page_token=${escaped(first)}`), "repos"), ["c"]);
      clock.move(1);
      assert.deepEqual(namesIn(await call(`${list}&page_token=${escaped(first)}`), "repos"), ["a", "b", "c"]);
    })();
  });

  test("restart the list when the filter or the order changes, but not for the size or the offset", async (emulator) => {
    const [list, first] = await start(emulator, emulator.call, "abcde", 2);
    const next = async (query: string) =>
      namesIn(await emulator.call(`${query}&page_token=${escaped(first)}`), "repos").join("");
    assert.equal(await next(`${list}&page_size=1`), "c");
    assert.equal(await next(`${list}&page_size=1&skip=1`), "d");
    assert.equal(await next(`${list.replace("order_by=name", "order_by=name+desc")}`), "edcba");
    assert.equal(await next(`${list}&uidp.descendants_of=${emulator.organization.uid}`), "abcde");
  });

  test("restart the list for an unknown token", async (emulator) => {
    const [list] = await start(emulator, emulator.call, "abc", 2);
    for (const stray of [
      "x",
      "AA==",
      `${Buffer.from([0xfb, 0xef, 0xbe, 0x7b]).toString("base64")}`,
      "%2B%2B%2B%2Be30%3D",
    ]) {
      assert.deepEqual(
        namesIn(await emulator.call(`${list}&page_size=2&page_token=${stray}`), "repos"),
        ["a", "b"],
        stray,
      );
    }
  });

  test("add up the skipped items", async (emulator) => {
    const [list] = await start(emulator, emulator.call, "abcdef", 1);
    const first = await emulator.call(`${list}&page_size=1&skip=2`);
    const second = await emulator.call(`${list}&page_size=1&skip=1&page_token=${escaped(first)}`);
    assert.deepEqual([namesIn(first, "repos").join(""), first.body.skipped], ["c", 2]);
    assert.deepEqual([namesIn(second, "repos").join(""), second.body.skipped], ["e", 3]);
    const beyond = await emulator.call(`${list}&skip=100`);
    assert.deepEqual(beyond.body, { totalCount: "6", skipped: 100 });
  });

  test("neither repeat nor miss remaining items while others are created and deleted", async (emulator) => {
    const [list, first] = await start(emulator, emulator.call, "bdfh", 2);
    const uidNamed = (name: string) => String(emulator.list("registry:Repo").find((repo) => repo.name === name)?.uid);
    emulator.remove(uidNamed("b"));
    emulator.remove(uidNamed("d"));
    makeRepos(emulator, "ag");
    assert.deepEqual(namesIn(await emulator.call(`${list}&page_token=${escaped(first)}`), "repos"), ["f", "g", "h"]);
  });

  test("serve 5,000 resources", async (emulator) => {
    for (let i = 0; i < 5000; i++) makeRepos(emulator, String.fromCharCode(0x4e00 + i));
    const seen = new Set<unknown>();
    let reply = await emulator.call("GET /registry/v2/repos?page_size=200&name=x");
    for (let next = ""; ; next = escaped(reply)) {
      reply = await emulator.call(
        `GET /registry/v2/repos?uidp.children_of=${emulator.organization.uid}&page_size=200&page_token=${next}`,
      );
      for (const { uid } of reply.body.repos as { uid: string }[]) seen.add(uid);
      if (token(reply) === "") break;
    }
    assert.equal(seen.size, 5000);
    assert.equal(emulator.requests.length, 26);
  });

  for (const [what, valueAt] of [
    ["ascend", (n: number) => n],
    ["descend", (n: number) => 1000 - n],
    ["come in any order, many with equal values", (n: number) => (n * 7) % 50],
  ] as const) {
    it(`are those of the sorted list, in either direction, when its items ${what}`, () => {
      const width = (n: number) => String(n).padStart(4, "0");
      const items = Array.from({ length: 1000 }, (_, n) => ({ uid: width((n * 17) % 1000), value: width(valueAt(n)) }));
      type Item = (typeof items)[number];
      const sortable = { value: ({ value }: Item) => value };
      const listing = {
        kind: { type: "iam:Group" },
        key: "groups",
        items,
        sortable,
        write: (item: Item) => ({ ...item }),
      };
      for (const direction of ["asc", "desc"]) {
        const seen: Item[] = [];
        for (let pageToken = "", more = true; more; more = pageToken !== "") {
          const query = `page_size=30&page_token=${encodeURIComponent(pageToken)}&order_by=value%20${direction}`;
          const page = listAnswer(new Query(query), listing, { now: () => new Date(), emitUnpopulated: false });
          assert.equal(page.totalCount, "1000");
          seen.push(...(page.groups as Item[]));
          pageToken = String(page.nextPageToken ?? "");
        }
        const sorted = items.toSorted((a, b) => {
          const order = direction === "asc" ? 1 : -1;
          return order * a.value.localeCompare(b.value) || a.uid.localeCompare(b.uid);
        });
        assert.deepEqual(seen, sorted);
      }
    });
  }
});
