import assert from "node:assert/strict";
import { fixedToken } from "../../../src/client/api/credentials/token";
import { RegistryClient } from "../../../src/client/api/registry/client";
import { createTransport } from "../../../src/client/api/transport";
import { registryHints } from "../../../src/client/hints";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { getTagDigest, getTagHistory } from "../../../src/program/lookups/tag-history";

for (const options of [{ historyBounds: "inclusive" }, { historyBounds: "exclusive" }] as const) {
  describe(`lookups of tag histories with ${options.historyBounds} bounds`, () => {
    let emulator: Emulator;
    beforeEach(async () => {
      emulator = await startEmulator(options);
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
