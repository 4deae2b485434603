import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Client } from "../../../src/client/api/client";
import { items } from "../../../src/client/api/pages";
import type { Transport } from "../../../src/client/api/transport";
import { literal } from "../../../src/description/wire/path";

const PAGES = 500;
const PER_PAGE = 200;

/** A platform with 100,000 groups of one name, a quarter of a kilobyte each, that minds no filter. */
function vast() {
  let asked = 0;
  const transport: Transport = async ({ query = [] }) => {
    asked += 1;
    const page = Number(new Map(query).get("page_token") ?? "0");
    const groups = Array.from({ length: PER_PAGE }, (_, i) => ({
      uid: `org/${page * PER_PAGE + i}`,
      name: "team",
      description: "x".repeat(250),
    }));
    const nextPageToken = page + 1 < PAGES ? String(page + 1) : "";
    const text = JSON.stringify({ groups, nextPageToken, totalCount: String(PAGES * PER_PAGE) });
    return { status: 200, headers: {}, text };
  };
  return { client: new Client({ transport, userAgent: "test" }), asked: () => asked };
}

/** Bytes of the heap that are still in use after garbage collection. */
function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe("a list of 100,000 items (row 56)", () => {
  it("is read with bounded memory, each item once", async () => {
    const { client, asked } = vast();
    const before = usedBytes();
    let count = 0;
    let largest = 0;
    for await (const { uid } of items(client, { collection: literal("/iam/v2/groups"), key: "groups" })) {
      assert.equal(uid, `org/${count}`);
      count += 1;
      if (count % 50_000 === 0) largest = Math.max(largest, usedBytes());
    }
    assert.deepEqual([count, asked()], [PAGES * PER_PAGE, PAGES]);
    // The items take 35 MB; what is kept of each is its uid.
    const growth = (largest - before) / 2 ** 20;
    assert.ok(growth < 16, `${growth} MB`);
  });
});
