import assert from "node:assert/strict";
import type { Client } from "../../../src/client/api/client";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { RegistryClient } from "../../../src/client/api/registry/client";
import { createTransport } from "../../../src/client/api/transport";
import { registryHints } from "../../../src/client/hints";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { getAdvisories, getAdvisory } from "../../../src/program/lookups/advisories";
import { getTagDigest, getTagHistory } from "../../../src/program/lookups/tag-history";
import { getRole, getRoles } from "../../support/kind-lookups";
import { clientOf } from "../../support/platform";

for (const options of [
  { emitUnpopulated: false, historyBounds: "inclusive" },
  { emitUnpopulated: true, historyBounds: "exclusive" },
] as const) {
  describe(`lookups, with empty fields ${options.emitUnpopulated ? "written" : "left out"} and ${options.historyBounds} history bounds`, () => {
    let emulator: Emulator;
    let client: Client;
    beforeEach(async () => {
      emulator = await startEmulator(options);
      client = clientOf(emulator);
    });
    afterEach(() => emulator.close());

    const registry = (token?: string) => ({
      client: new RegistryClient({
        transport: createTransport(new URL(emulator.registryUrl)),
        ...(token === undefined ? {} : { credentials: fixedToken(token, "test") }),
        publicOrg: emulator.publicOrganization,
        historySegment: "_service",
        userAgent: "test",
        hints: registryHints,
      }),
      publicOrg: () => emulator.publicOrganization,
    });

    it("find the one role with a name, and list the candidates when there are several or none (row 57)", async () => {
      const viewer = await getRole(client, { name: "viewer" });
      assert.match(viewer.uid, /^[0-9a-f]{40}$/);
      assert.ok(viewer.capabilities.length > 0);
      const root = emulator.organization.uid;
      const { uid } = emulator.put("iam:Role", root, { name: "viewer", capabilities: ["CAP_REPO_LIST"] });
      await assert.rejects(
        getRole(client, { name: "viewer" }),
        (error: Error) =>
          error.message.includes(`${viewer.uid} (built-in)`) && error.message.includes(`${uid} (of the group ${root})`),
      );
      assert.equal((await getRole(client, { name: "viewer", parentUid: root })).uid, uid);
      await assert.rejects(getRole(client, { name: "veiwer" }), /no such role\. Existing names: .*editor.*viewer/);
      assert.deepEqual(
        (await getRoles(client, { parentUid: root })).map((role) => role.uid),
        [uid],
      );
    });

    it("refuse arguments that the server would ignore, before anything is sent", async () => {
      emulator.clearRequests();
      const wrong = { artifactName: "curl" } as object;
      await assert.rejects(getAdvisories(client, wrong), {
        name: "ArgumentError",
        message: /artifactName is unknown. Did you mean artifactNames\?/,
      });
      await assert.rejects(getAdvisories(client, { orderBy: "createTime; drop" }), /orderBy must match/);
      await assert.rejects(getRole(client, { name: "" }), /name must not be empty/);
      await assert.rejects(
        getTagHistory(registry(), { image: "nginx", tag: "latest", start: "yesterday" }),
        /start must be an RFC 3339 timestamp/,
      );
      assert.equal(emulator.requests.length, 0);
    });

    it("list advisories by each filter, and find one by its uid", async () => {
      const all = await getAdvisories(client);
      assert.equal(all.length, 120);
      const [first] = all;
      assert.ok(first);
      const curl = await getAdvisories(client, { artifactNames: ["curl"] });
      assert.ok(curl.length > 0 && curl.length < 120);
      assert.ok(curl.every(({ artifactName }) => artifactName === "curl"));
      const both = await getAdvisories(client, { artifactNames: ["curl", "nginx"] });
      assert.ok(both.length > curl.length);
      assert.deepEqual((await getAdvisories(client, { artifactNames: ["curl,nginx"] })).length, 0);
      assert.ok(
        (await getAdvisories(client, { advisoryIds: [first.advisoryId] })).every(
          (found) => found.advisoryId === first.advisoryId,
        ),
      );
      const newest = await getAdvisories(client, { orderBy: "created_at desc", limit: 5 });
      assert.equal(newest.length, 5);
      assert.deepEqual(
        newest.map(({ createTime }) => createTime),
        newest
          .map(({ createTime }) => createTime)
          .toSorted()
          .toReversed(),
      );
      assert.deepEqual(await getAdvisory(client, { uid: first.uid }), first);
      assert.ok(
        all.every(
          ({ aliases, events, severities }) =>
            Array.isArray(aliases) && Array.isArray(events) && Array.isArray(severities),
        ),
      );
      await assert.rejects(getAdvisory(client, { uid: "nobody/0" }), { code: "NOT_FOUND" });
    });

    it("return a tag's whole history, each record once, and its digest at any time", async () => {
      const access = registry();
      const history = await getTagHistory(access, { image: "nginx", tag: "latest" });
      assert.equal(history.length, 2_500);
      assert.equal(new Set(history.map(({ updateTimestamp }) => updateTimestamp)).size, 2_500);
      const [a, b] = [history[1_200], history[1_201]];
      assert.ok(a && b);
      const { updateTimestamp: start } = a;
      assert.deepEqual(await getTagHistory(access, { image: "nginx", tag: "latest", start, end: b.updateTimestamp }), [
        a,
        b,
      ]);
      assert.equal(await getTagDigest(access, { image: "nginx", tag: "latest", at: start }), a.digest);
      const justBefore = new Date(Date.parse(b.updateTimestamp) - 1).toISOString();
      assert.equal(await getTagDigest(access, { image: "nginx", tag: "latest", at: justBefore }), a.digest);
      assert.equal(await getTagDigest(access, { image: "nginx", tag: "latest" }), history.at(-1)?.digest);
      await assert.rejects(
        getTagDigest(access, { image: "nginx", tag: "latest", at: "2020-01-01T00:00:00Z" }),
        /^NoSingleAnswerError: getTagDigest: this tag had no digest at that time$/,
      );
      await assert.rejects(getTagDigest(access, { image: "nginx", tag: "nope" }), { reason: "MANIFEST_UNKNOWN" });
    });

    it("get a private image with the registry's token, and reject the platform's token", async () => {
      const records = [{ updateTimestamp: "2026-01-01T00:00:00.000Z", digest: `sha256:${"a".repeat(64)}` }];
      emulator.history("acme/app", "v1", records);
      const asked = { org: "acme", image: "app", tag: "v1" };
      assert.deepEqual(await getTagHistory(registry(emulator.registryToken), asked), records);
      await assert.rejects(getTagHistory(registry(emulator.token), asked), /PLATFORM_REGISTRY_TOKEN/);
      await assert.rejects(getTagHistory(registry(), asked), /\[UNAUTHORIZED\]/);
    });
  });
}
