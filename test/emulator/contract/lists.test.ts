import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { collect, items } from "../../../src/client/api/pages";
import { literal } from "../../../src/description/wire/path";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { getRepo, getRepos } from "../../support/kind-lookups";
import { clientOf } from "../../support/platform";

const repos = { collection: literal("/registry/v2/repos"), key: "repos" };
const DAY_MS = 86_400_000;

describe("a long list", () => {
  let emulator: Emulator;
  let client: Client;
  let now: number;
  beforeEach(async () => {
    now = Date.parse("2026-01-05T08:30:08Z");
    emulator = await startEmulator({ now: () => new Date(now) });
    client = clientOf(emulator);
  });
  afterEach(() => emulator.close());

  const put = (name: string) => String(emulator.put("registry:Repo", emulator.organization.uid, { name }).uid);

  /** The names of all repos of the organization, read two at a time; `between` runs before each page but the first. */
  async function namesOf(between: (page: number) => void): Promise<string[]> {
    const scope = [
      ["uidp.children_of", emulator.organization.uid],
      ["order_by", "name"],
    ] as const;
    const found: string[] = [];
    for await (const { name } of items(client, { ...repos, query: scope, pageSize: 2 })) {
      found.push(String(name));
      if (found.length % 2 === 0) between(found.length / 2 + 1);
    }
    return found;
  }

  it("contains each item once when its cursor expires before the third page (row 51)", async () => {
    for (const name of "abcdefg") put(name);
    emulator.clearRequests();
    const names = await namesOf((page) => {
      if (page === 3) now += 3 * DAY_MS + 1;
    });
    assert.deepEqual(names, [..."abcdefg"]);
    assert.equal(emulator.requests.length, 6, "two pages, and then all four");
  });

  it("contains each remaining item once when others create and delete between its pages (row 52)", async () => {
    const [, b] = [..."bdfhjl"].map(put);
    const names = await namesOf((page) => {
      if (page === 2) emulator.remove(b ?? "");
      if (page === 3) put("a");
      if (page === 4) put("z");
    });
    assert.deepEqual(names.filter((name) => "bfhjl".includes(name)).sort(), [..."bfhjl"]);
    assert.equal(new Set(names).size, names.length);
  });

  it("is read once when nothing changes meanwhile", async () => {
    for (const name of "abcde") put(name);
    emulator.clearRequests();
    await namesOf(() => undefined);
    assert.equal(emulator.requests.length, 3);
  });
});

describe("a filter (row 59)", () => {
  const odd = ["a&b", "a=b", "a+b", "a%20b", "a#b", "a b", "ü 東 🦀", "&name=x", "'\"<>\\^`{|}", "a;b,c/d?e"];
  let emulator: Emulator;
  before(async () => {
    // No platform has such names today; a client must not rely on it.
    emulator = await startEmulator({ strict: false });
  });
  after(() => emulator.close());

  const scopeOf = () => ["uidp.children_of", emulator.organization.uid] as const;
  const sent = () => emulator.requests.map(({ query }) => [...new URLSearchParams(query)]);

  it("is exactly one query parameter, whatever it contains, even when it is empty", async () => {
    for (const value of [...odd, ""]) {
      emulator.clearRequests();
      await collect(items(clientOf(emulator), { ...repos, query: [["name", value], scopeOf()] }));
      const parameters = [["name", value], [...scopeOf()], ["page_size", "200"]];
      assert.deepEqual(sent(), [parameters]);
      assert.equal(emulator.requests[0]?.query.split(/[&;#]/).length, parameters.length, value);
    }
  });

  it("finds the objects that match it, and no others", async () => {
    const client = clientOf(emulator);
    const uids = new Map(
      odd.map((name) => [name, emulator.put("registry:Repo", emulator.organization.uid, { name }).uid]),
    );
    for (const name of odd) {
      assert.equal((await getRepo(client, { name, childrenOf: emulator.organization.uid })).uid, uids.get(name), name);
    }
    assert.deepEqual(await getRepos(client, { name: "a" }), []);
  });

  it("is refused before it is sent when it is empty, because a server would ignore it", async () => {
    emulator.clearRequests();
    await assert.rejects(getRepos(clientOf(emulator), { name: "" }), /name must not be empty/);
    assert.deepEqual(emulator.requests, []);
  });
});
