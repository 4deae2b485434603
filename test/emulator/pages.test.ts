import assert from "node:assert/strict";
import { test, testWith, violationOf } from "./local";
import { START, stories } from "./story";

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

  for (const order of ["", "created_at", "created_at%20desc"])
    testWith({ now: () => new Date(START) })(
      `have each item once, by uid, if all have one time: ${order}`,
      async (emulator) => {
        const { organization, put, call } = emulator;
        const made = Array.from("abcdefghi", (name) => put("registry:Repo", organization.uid, { name }).uid);
        const seen: unknown[] = [];
        for (let next = "", more = true; more; more = next !== "") {
          const scope = `uidp.children_of=${organization.uid}&order_by=${order}&page_size=2`;
          const { body } = await call(`GET /registry/v2/repos?${scope}&page_token=${encodeURIComponent(next)}`);
          seen.push(...(body.repos as { uid: string }[]).map(({ uid }) => uid));
          next = String(body.nextPageToken ?? "");
        }
        assert.deepEqual(seen, made.toSorted());
      },
    );
});
