import assert from "node:assert/strict";
import type { HttpRequest } from "../../../../src/api/transport";
import { Handle } from "../../../../src/core/handle";
import { verbsOf } from "../../../../src/core/verbs/verbs-of";
import { group } from "../../../../src/resources/group";
import { missingResource, object, refusal, scriptedContext } from "../../../support/lifecycle";
import type { Scripted } from "../../../support/scripted";

/** How a platform reads several `uidp.ids`. */
type Reading = "all" | "first" | "last" | "none" | "refused";

const COUNT = 450;
const uidOf = (n: number) => `org/g${String(n).padStart(3, "0")}`;

interface Lie {
  readonly reading: Reading;
  /** uids that a DELETE leaves there. */
  readonly kept?: readonly string[];
  /** Lists show nothing after so many lists. */
  readonly blindAfter?: number;
}

/** A platform with many groups, which keeps some whatever it answers to a DELETE. */
function platform({ reading, kept = [], blindAfter = Number.POSITIVE_INFINITY }: Lie) {
  let lists = 0;
  const there = new Set(Array.from({ length: COUNT }, (_, n) => uidOf(n)));
  const page = (uids: readonly string[], from: number): Scripted => ({
    json: {
      groups: uids.slice(from, from + 200).map((uid) => ({ uid, name: "n" })),
      totalCount: String(uids.length),
      ...(from + 200 < uids.length ? { nextPageToken: uids[from + 199] } : {}),
    },
  });
  const list = (query: readonly (readonly [string, string])[]): Scripted => {
    lists += 1;
    const all = lists > blindAfter ? [] : [...there].sort();
    const ids = query.flatMap(([key, value]) => (key === "uidp.ids" ? [value] : []));
    if (ids.length > 0 && reading === "refused") return refusal("INVALID_ARGUMENT", "too many values");
    const read: Record<Reading, string[]> = {
      all: ids,
      first: ids.slice(0, 1),
      last: ids.slice(-1),
      none: [],
      refused: [],
    };
    const wanted = read[reading];
    const shown = wanted.length === 0 ? all : all.filter((uid) => wanted.includes(uid));
    const [, token = ""] = query.find(([key]) => key === "page_token") ?? [];
    return page(
      shown,
      Math.max(
        0,
        shown.findIndex((uid) => uid > token),
      ),
    );
  };
  return ({ method, path, query = [] }: HttpRequest): Scripted => {
    if (path.text === "/iam/v2/groups") return list(query);
    const uid = path.text.slice("/iam/v2/groups/".length);
    if (method === "DELETE") {
      if (!kept.includes(uid)) there.delete(uid);
      return object({});
    }
    return uid === "org" || there.has(uid) ? object({ uid, name: "n" }) : missingResource(uid);
  };
}

/** Deletes so many groups, eight at once, and answers which fail, and what was asked beside the deletes. */
async function deleting(count: number, lie: Lie) {
  const script = scriptedContext(Array(5_000).fill(platform(lie)));
  const left = Array.from({ length: count }, (_, n) => uidOf(n));
  const failed: string[] = [];
  const worker = async () => {
    for (let uid = left.shift(); uid !== undefined; uid = left.shift()) {
      const error = await verbsOf(group)
        .delete(new Handle(script.context, group, uid), {})
        .catch((thrown: unknown) => thrown);
      if (error !== undefined) failed.push(`${uid} ${(error as Error).name}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const asked = script.lines().filter((line) => !line.startsWith("DELETE"));
  return { failed, asked, byIds: asked.filter((line) => line.includes("uidp.ids")) };
}

const readings: readonly Reading[] = ["all", "first", "last", "none", "refused"];

describe("deletes among many siblings", () => {
  it("are confirmed eight at a time by one list of these and two that stay (row 101) (row 128)", async () => {
    const { failed, asked, byIds } = await deleting(80, { reading: "all" });
    assert.deepEqual(failed, []);
    // The group, a list of three pages, and a list for each eight.
    assert.equal(asked.length, 1 + 3 + 10);
    assert.equal(byIds.length, 10);
    const [first = ""] = byIds;
    assert.equal(first.split("uidp.ids=").length - 1, 8 + 2);
  });

  for (const reading of readings) {
    it(`fail for objects that still exist, and only for those, if a list reads ${reading} of several uids (row 101)`, async () => {
      const kept = [uidOf(3), uidOf(20), uidOf(21), uidOf(39)];
      const { failed, byIds } = await deleting(40, { reading, kept });
      assert.deepEqual(
        failed.sort(),
        kept.map((uid) => `${uid} StillThereError`),
      );
      if (reading !== "all") assert.ok(byIds.length <= 1, "it is not asked so again");
    });
  }

  it("are not believed by a list that shows this token nothing any more (row 101)", async () => {
    const kept = [9, 18, 27, 39].map(uidOf);
    const { failed } = await deleting(40, { reading: "all", kept, blindAfter: 3 });
    assert.deepEqual(
      failed.sort(),
      kept.map((uid) => `${uid} StillThereError`),
    );
  });

  it("are confirmed to the last, when none is left to compare with (row 101)", async () => {
    const { failed } = await deleting(COUNT, { reading: "all", kept: [uidOf(COUNT - 1)] });
    assert.deepEqual(failed, [`${uidOf(COUNT - 1)} StillThereError`]);
    assert.deepEqual((await deleting(COUNT, { reading: "all" })).failed, []);
  });
});
