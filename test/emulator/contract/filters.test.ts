import assert from "node:assert/strict";
import { collect, items } from "../../../src/client/api/pages";
import { literal } from "../../../src/description/wire/path";
import { clientOf } from "../../support/platform";
import { test } from "../local";

const odd = ["a&b", "a=b", "a+b", "a%20b", "a#b", "a b", "ü 東 🦀", "&name=x", "'\"<>\\^`{|}", "a;b,c/d?e"];

describe("a filter (row 59)", () => {
  test("is one query parameter, whatever it contains, and finds the objects that match it, and no others", async (emulator) => {
    // No platform has such names today; a client must not rely on it.
    for (const name of [...odd, "b"]) emulator.put("registry:Repo", emulator.organization.uid, { name });
    for (const name of [...odd, ""]) {
      const query: [string, string][] = [
        ["name", name],
        ["uidp.children_of", emulator.organization.uid],
      ];
      const list = { collection: literal("/registry/v2/repos"), key: "repos", query };
      const found = await collect(items(clientOf(emulator), list));
      assert.deepEqual(
        found.map((repo) => repo.name),
        odd.filter((one) => one === name),
      );
      const sent = [...new URLSearchParams(emulator.requests.at(-1)?.query)];
      assert.deepEqual(sent, [...query, ["page_size", "200"]]);
    }
  });
});
