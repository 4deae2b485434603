import assert from "node:assert/strict";
import { collect, items, type List, PAGE_SIZE, readWhole } from "../../../src/client/api/pages";
import type { HttpRequest } from "../../../src/client/api/transport";
import { literal } from "../../../src/description/wire/path";
import { lineOf, type Scripted, scriptedClient } from "../../support/scripted";

const things = { collection: literal("/test/v2/things"), key: "things" };

/** A page of things named by letters, `next` the token of the page behind it. */
const page = (letters: string, next = "", more: Record<string, unknown> = {}): Scripted => ({
  json: { things: [...letters].map((uid) => ({ uid })), nextPageToken: next, ...more },
});

/** Reads a list that answers so, up to `limit` things. */
async function reading(
  answers: readonly (Scripted | ((request: HttpRequest) => Scripted))[],
  limit?: number,
  more: Pick<List, "countIsPlain"> = {},
) {
  const { client, requests, left } = scriptedClient(answers);
  const found = await collect(items(client, { ...things, ...more }), limit).catch((error: unknown) => error);
  const text = found instanceof Error ? found.message : (found as { uid: string }[]).map(({ uid }) => uid).join("");
  return { text, left, lines: requests.map(lineOf) };
}

const first = "GET /test/v2/things";
const behind = (token: string) => `${first} page_token=${token}`;

describe("a list with unusual pages (row 53)", () => {
  it("is an error when a token repeats", async () => {
    const { text, lines } = await reading([page("a", "t"), page("b", "t")]);
    assert.equal(text, "GET /test/v2/things: the platform returned the same page token twice");
    assert.deepEqual(lines, [first, behind("t")]);
  });

  it("is an error when it does not end within 10,000 pages", async () => {
    let asked = 0;
    const endless = () => ({ json: { things: [{ uid: `u${asked}` }], nextPageToken: `t${++asked}` } });
    const { text } = await reading(Array<typeof endless>(10_001).fill(endless));
    assert.equal(text, "GET /test/v2/things: the list does not end after 10000 pages");
    assert.equal(asked, 10_000);
  });

  it("is an error after 20 empty pages in a row, whose tokens go on and on", async () => {
    let asked = 0;
    const endless = () => page(asked === 10 ? "a" : "", `t${++asked}`);
    const { text } = await reading(Array<typeof endless>(100).fill(endless));
    assert.equal(text, "GET /test/v2/things: the list does not end after 20 pages without anything new");
    assert.equal(asked, 31);
  });

  it("continues after an empty page with a token", async () => {
    assert.equal((await reading([page("a", "t"), page("", "u"), page("b")])).text, "ab");
    assert.equal((await reading([{ json: { nextPageToken: "t" } }, page("b")])).text, "b");
  });

  it("includes every item of full pages, whether or not an empty one follows (report: the last objects of exactly 200 or 400 are missing)", async () => {
    const full = (from: string, nextPageToken: string) => ({
      json: { things: Array.from({ length: PAGE_SIZE }, (_, i) => ({ uid: from + i })), nextPageToken },
    });
    for (const [count, ...answers] of [
      [PAGE_SIZE, full("a", "")],
      [PAGE_SIZE, full("a", "t"), page("")],
      [2 * PAGE_SIZE, full("a", "t"), full("b", "")],
      [2 * PAGE_SIZE, full("a", "t"), full("b", "u"), page("")],
    ] as const) {
      const { client, left } = scriptedClient(answers);
      const found = await collect(items(client, things));
      assert.deepEqual([new Set(found.map(({ uid }) => uid)).size, left.length], [count, 0]);
    }
  });
});

describe("a list that restarts silently (row 51)", () => {
  it("is complete, with each item once", async () => {
    const twice = [page("ab", "2"), page("cd", "3")];
    const { text, lines } = await reading([...twice, ...twice, page("e")]);
    assert.equal(text, "abcde");
    assert.deepEqual(lines, [first, behind("2"), behind("3"), behind("2"), behind("3")]);
  });

  it("is read on after two restarts, and is an error at the third", async () => {
    const pages = (times: number) => [page("ab", "2"), ...Array<Scripted>(times).fill(page("ab", "2"))];
    assert.equal((await reading([...pages(2), page("c")])).text, "abc");
    assert.equal(
      (await reading(pages(3))).text,
      "GET /test/v2/things: the list began again more than 2 times while it was read",
    );
  });
});

describe("a list that changes while it is read (row 52)", () => {
  it("has each item once when new ones push others to the next page, repeatedly", async () => {
    const pushed = ["abc", "cde", "efg", "ghi", "ijk", "kl"].map((letters, i) => page(letters, i < 5 ? `${i}1` : ""));
    assert.equal((await reading(pushed)).text, "abcdefghijkl");
  });

  it("is read again if fewer items arrive than are counted, and new items are added", async () => {
    const counting = (count: number) => ({ totalCount: String(count) });
    // `b` goes when the first page has been read, so that `d` moves up to a place that has been passed.
    const { text, lines } = await reading([
      page("abc", "3", counting(6)),
      page("ef", "", counting(5)),
      page("acd", "3", counting(5)),
      page("ef", "", counting(5)),
    ]);
    assert.equal(text, "abcefd");
    assert.deepEqual(lines, [first, behind("3"), first, behind("3")]);
  });
});

describe("the count of a list (row 54)", () => {
  it("is exact beyond the safe range of a number, or a number, and can cause a second read", async () => {
    for (const totalCount of ["2", 2, "9007199254740993", "9223372036854775807"]) {
      const { lines } = await reading(Array<Scripted>(2).fill(page("a", "", { totalCount })));
      assert.equal(lines.length, 2, String(totalCount));
    }
  });

  it("is ignored when it is missing or invalid", async () => {
    const invalid = [undefined, null, "abc", "-1", -1, 1.5, 1e300, "", " 5", "0x5", "9".repeat(400), true, {}];
    for (const totalCount of invalid) {
      const { text, lines } = await reading([page("a", "", { totalCount })]);
      assert.deepEqual([text, lines], ["a", [first]], String(totalCount));
    }
  });
});

describe("the array of a list (row 55)", () => {
  it("is empty when an answer has none", async () => {
    for (const json of [{ totalCount: "0" }, { things: null }, { things: [] }])
      assert.equal((await reading([{ json }])).text, "");
  });

  it("is not empty if the response is not a list: it is requested once more, then it is an error", async () => {
    const bare = { json: {} };
    const { text, lines } = await reading([page("a", "t"), bare, page("b")]);
    assert.deepEqual([text, lines], ["ab", [first, behind("t"), behind("t")]]);
    assert.equal(
      (await reading([bare, bare])).text,
      'GET /test/v2/things: the response must be a list, but has neither "things" nor totalCount',
    );
    assert.equal((await reading([bare], undefined, { countIsPlain: true })).text, "");
  });

  it("is an error when it is something else", async () => {
    for (const value of [{}, { uid: "a" }, "a", 5, false, [5], [null], [["a"]]]) {
      const { text, lines } = await reading([{ json: { things: value } }]);
      assert.equal(text, 'GET /test/v2/things: "things" must be a list of objects', JSON.stringify(value));
      assert.equal(lines.length, 1);
    }
  });
});

describe("a list that is read whole (row 128)", () => {
  const whole = async (answers: readonly Scripted[], most = 99) => {
    const { client, requests, left } = scriptedClient(answers);
    const asked: number[] = [];
    const found = await readWhole(client, things, (pages) => {
      asked.push(pages);
      return pages <= most;
    });
    assert.deepEqual(left, []);
    const text =
      found === undefined ? undefined : "pages" in found ? found.pages : found.items.map(({ uid }) => uid).join("");
    return { text, asked, lines: requests.map(lineOf) };
  };
  const counting = (totalCount: unknown) => ({ totalCount });

  it("is complete if as many items arrive as the first response counts, whatever is added meanwhile", async () => {
    assert.equal((await whole([page("abc", "", counting("3"))])).text, "abc");
    assert.equal((await whole([page("", "", counting("0"))])).text, "");
    assert.equal((await whole([{ json: counting("0") }])).text, "");
    const { text, lines } = await whole([page("ab", "t", counting("3")), page("bcd", "", counting("4"))]);
    assert.deepEqual([text, lines], ["abcd", [first, behind("t")]]);
  });

  it("is incomplete if it counts more items than it contains, or fewer, or does not count them", async () => {
    for (const count of ["4", "2", "1e3", undefined, {}, -1])
      assert.equal((await whole([page("abc", "", counting(count))])).text, undefined, String(count));
    assert.equal((await whole([{ json: { nextPageToken: "" } }])).text, undefined);
    assert.equal((await whole([page("ab", "t", counting("3")), page("ab", "", counting("3"))])).text, undefined);
  });

  it("is read to its end if the server makes its pages shorter than requested (row 128)", async () => {
    const { text, asked } = await whole([
      page("ab", "t", counting("5")),
      page("cd", "u", counting("5")),
      page("", "v"),
      page("e", "", counting("5")),
    ]);
    assert.deepEqual([text, asked], ["abcde", [3]]);
    assert.equal((await whole([page("ab", "t", counting("5")), page("cd", "u"), page("d", "")])).text, undefined);
  });

  it("is incomplete if it does not end: a token repeats, or 20 pages have nothing new", async () => {
    assert.equal((await whole([page("a", "t", counting("1")), page("b", "t")])).text, undefined);
    const endless = Array.from({ length: 20 }, (_, i) => page("a", `t${i}`));
    assert.equal((await whole([page("a", "t", counting("1")), ...endless])).text, undefined);
  });
});
