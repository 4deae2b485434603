import assert from "node:assert/strict";
import { brief, clockAt, type Emulator, namesIn, test, testWith, uidOf, violationOf, withEmulator } from "./local";

const digestOf = (character: string): string => `sha256:${character.repeat(64)}`;
const makeRepo = ({ put, organization }: Emulator): string =>
  String(put("registry:Repo", organization.uid, { name: "app" }).uid);

describe("tags in the emulator", () => {
  it("move when they are created again, and keep their uid", async () => {
    const clock = clockAt("2026-11-21T11:32:03.384Z");
    await withEmulator({ now: clock.now }, async (emulator, call) => {
      const repo = makeRepo(emulator);
      const create = (body: object) => call(`POST /registry/v2/tags/${repo}`, { name: "latest", ...body });
      const first = await create({ digest: digestOf("a"), bundles: ["base"], deprecated: true });
      clock.move(1000);
      const second = await create({ digest: digestOf("b") });
      const { uid } = first.body;
      const updateTime = "2026-11-21T11:32:04.384Z";
      assert.deepEqual([second.status, second.body], [200, { uid, name: "latest", digest: digestOf("b"), updateTime }]);
      assert.equal(emulator.list("registry:Tag").length, 1);
      assert.notEqual(uidOf(await create({ name: "other", digest: digestOf("b") })), uid);
    })();
  });

  const upserts = [
    ["replace", {}, "clears"],
    ["merge", { deprecated: true, bundles: ["base"] }, "keeps"],
  ] as const;
  for (const [tagUpsert, kept, does] of upserts) {
    it(`move with one request, which ${does} the omitted fields when tagUpsert is ${tagUpsert}`, async () => {
      const clock = clockAt("2026-11-21T11:32:03.384Z");
      await withEmulator({ now: clock.now, tagUpsert }, async (emulator, call) => {
        const repo = makeRepo(emulator);
        const create = (body: object) => call(`POST /registry/v2/tags/${repo}`, { name: "latest", ...body });
        const { uid } = (await create({ digest: digestOf("a"), bundles: ["base"], deprecated: true })).body;
        emulator.clearRequests();
        clock.move(1000);
        const moved = await create({ digest: digestOf("b") });
        const tag = { uid, name: "latest", digest: digestOf("b"), updateTime: "2026-11-21T11:32:04.384Z", ...kept };
        assert.deepEqual(moved.body, tag);
        assert.deepEqual(emulator.list("registry:Tag"), [tag]);
        assert.deepEqual(
          emulator.requests.map(({ method, path, status }) => [method, path, status]),
          [["POST", `/registry/v2/tags/${repo}`, 200]],
        );
        // For a protobuf server, an empty field and an omitted field are the same.
        const emptied = await create({ digest: digestOf("b"), bundles: [], deprecated: false });
        assert.deepEqual({ ...emptied.body, updateTime: tag.updateTime }, tag);
      })();
    });
  }

  testWith({ strict: true })("need a name and a valid digest", async (emulator) => {
    const repo = makeRepo(emulator);
    const create = async (body: object) => violationOf(await emulator.call(`POST /registry/v2/tags/${repo}`, body));
    const digest = digestOf("a");
    const pattern = 'name must match "^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$"';
    assert.deepEqual(await create({ digest }), { field: "name", description: pattern });
    assert.deepEqual(await create({ name: "a/b", digest }), { field: "name", description: pattern });
    assert.deepEqual(await create({ name: "a" }), { field: "digest", description: "digest is required" });
    assert.deepEqual(await create({ name: "a", digest: "sha256:A" }), {
      field: "digest",
      description: "digest must be sha256: and 64 lower-case hex digits",
    });
    const reply = await emulator.call(`POST /registry/v2/tags/${emulator.organization.uid}`, { name: "a", digest });
    assert.equal(reply.body.message, `Not found: registry.platform.example/Repo "${emulator.organization.uid}"`);
  });

  const names = [
    "1.2.3",
    "1.2.3-r0",
    "1.2.3-r12",
    "latest",
    "latest-20260105",
    "latest-19991231",
    `sha256-${"a".repeat(64)}.sig`,
    "3.14.7_git20260914",
  ];
  const [plain, epoch, epoch2, latest, dated, old, referrer, snapshot] = names;
  const lists: readonly (readonly [query: string, shown: readonly (string | undefined)[]])[] = [
    ["", [plain, latest, old]],
    ["include_epochs=true", [plain, epoch, epoch2, latest, old]],
    ["includeDates=true", [plain, latest, old, dated]],
    ["includeReferrers=true", [plain, latest, old, referrer]],
    ["includeVcsSnapshots=true", [plain, latest, old, snapshot]],
    ["include_referrers=true&include_dates=true&include_epochs=true&include_vcs_snapshots=true", names],
    [`name=${snapshot}`, []],
    ["name=1.2.3-r0", []],
    ["name=1.2.3-r0&include_epochs=1", [epoch]],
    [`digest=${digestOf("0")}`, [plain]],
    [`digest=${digestOf("1")}&includeEpochs=true`, [epoch]],
    ["updatedSince=2026-11-21T11:32:06Z", [old]],
    ["updatedSince=2026-11-21T11:32:06Z&include_vcs_snapshots=true", [old, snapshot]],
    ["updated_since=2026-11-21T12:32:05%2B01:00&includeDates=true", [old, dated]],
  ];
  for (const [query, shown] of lists) {
    it(`list ${shown.length} of ${names.length} for "${query}"`, async () => {
      const clock = clockAt("2026-11-21T11:32:00Z");
      await withEmulator({ now: clock.now }, async (emulator, call) => {
        const repo = makeRepo(emulator);
        for (const [i, name] of names.entries()) {
          clock.move(1000);
          emulator.put("registry:Tag", repo, { name, digest: digestOf(String(i)) });
        }
        const reply = await call(`GET /registry/v2/tags?uidp.childrenOf=${repo}&${query}`);
        assert.deepEqual(namesIn(reply, "tags").sort(), [...shown].sort());
        assert.equal(reply.body.totalCount, String(shown.length));
      })();
    });
  }

  test("are refused with an invalid time", async ({ call }) => {
    const message = 'parsing field "updated_since": "yesterday" is not a valid value';
    assert.deepEqual(brief(await call("GET /registry/v2/tags?updatedSince=yesterday")), [400, 3, message]);
  });

  test("cannot be written in the public organization", async ({ list, call }) => {
    const nginx = list("registry:Repo").find(({ name }) => name === "nginx")?.uid;
    const reply = await call(`POST /registry/v2/tags/${nginx}`, { name: "latest", digest: digestOf("a") });
    assert.deepEqual(brief(reply), [403, 7, "Permission denied: caller lacks tag.create"]);
  });
});
