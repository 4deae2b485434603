import assert from "node:assert/strict";
import { listAnswer } from "../../src/emulator/gateway/pages";
import { Query } from "../../src/emulator/gateway/queries";
import { test, violationOf } from "./local";
import { stories } from "./story";

const DAY_MS = 24 * 60 * 60 * 1000;
const list = "/registry/v2/repos?uidp.children_of=$ORG&order_by=name";
const puts = (names: string): string =>
  [...names].map((name) => `${name.toUpperCase()} = put registry:Repo $ORG {"name":"${name}"}`).join("\n");

describe("pages of the emulator's lists", () => {
  stories(`
    # follow one another, each with the total count, and end with the last item
    ${puts("abcde")}
    GET ${list}&page_size=2 -> [a b]
    GET ${list}&page_size=2&page_token=$NEXT -> [c d]
    GET ${list}&pageSize=2&pageToken=$NEXT -> {"nextPageToken":null,"totalCount":"5","repos":[{"uid":"$E","name":"e","createTime":"2026-11-21T11:32:03.384Z","updateTime":"2026-11-21T11:32:03.384Z"}]}
    GET ${list}&page_size=3 -> {"totalCount":"5"}
    remove $E
    GET ${list}&page_size=2
    GET ${list}&page_size=2&page_token=$NEXT -> [c d]
    GET ${list}&page_size=2&page_token=$NEXT -> {"nextPageToken":null}

    # restart the list silently after three days
    ${puts("abc")}
    GET ${list}&page_size=2 -> [a b]
    wait ${3 * DAY_MS}
    GET ${list}&page_token=$NEXT -> [c]
    wait 1
    GET ${list}&page_token=$NEXT -> [a b c]

    # restart the list when the filter or the order changes, but not for the size or the offset
    ${puts("abcde")}
    GET ${list}&page_size=2 -> [a b]
    GET ${list}&page_token=$NEXT -> [c d e]
    GET ${list}&skip=1&page_token=$NEXT -> [d e]
    GET ${list.replace("order_by=name", "order_by=name+desc")}&page_token=$NEXT -> [e d c b a]
    GET ${list}&uidp.descendants_of=$ORG&page_token=$NEXT -> [a b c d e]

    # restart the list for an unknown token
    ${puts("abc")}
    GET ${list}&page_size=2&page_token=x -> [a b]
    GET ${list}&page_size=2&page_token=AA== -> [a b]
    GET ${list}&page_size=2&page_token=++++ew== -> [a b]
    GET ${list}&page_size=2&page_token=%2B%2B%2B%2Be30%3D -> [a b]

    # add up the skipped items
    ${puts("abcdef")}
    GET ${list}&page_size=1&skip=2 -> [c]
    GET ${list}&page_size=1&skip=2 -> {"skipped":2}
    GET ${list}&page_size=1&skip=1&page_token=$NEXT -> {"skipped":3}
    GET ${list}&skip=100 -> {"repos":null,"totalCount":"6","skipped":100}

    # neither repeat nor miss remaining items while others are created and deleted
    ${puts("bdfh")}
    GET ${list}&page_size=2 -> [b d]
    remove $B
    remove $D
    ${puts("ag")}
    GET ${list}&page_token=$NEXT -> [f g h]
  `);

  test("have 50 items by default and 200 at most", async ({ organization, put, call }) => {
    for (let i = 0; i < 201; i++)
      put("events:Subscription", organization.uid, { sink: `https://sink.example.com/${i}` });
    const sizeOf = async (query: string): Promise<number> =>
      ((await call(`GET /events/v2/subscriptions?${query}`)).body.subscriptions as unknown[]).length;
    assert.deepEqual([await sizeOf(""), await sizeOf("page_size=0"), await sizeOf("page_size=1000")], [50, 50, 200]);
    const reply = await call("GET /events/v2/subscriptions?page_size=-1");
    assert.deepEqual(violationOf(reply), { field: "page_size", description: "must not be negative" });
  });

  it("are those of the sorted list, in either direction, when many items have equal values", () => {
    const width = (n: number) => String(n).padStart(4, "0");
    const items = Array.from({ length: 1000 }, (_, n) => ({ uid: width((n * 17) % 1000), value: width((n * 7) % 50) }));
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
});
