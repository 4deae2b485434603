import assert from "node:assert/strict";
import { literal } from "../../src/api/path";
import { Handle, Kind } from "../../src/core/handle";
import { scimTokenVerbs } from "../../src/core/special/scim-token";
import { scimToken } from "../../src/resources/scim-token";
import type { Values } from "../../src/spec/values";
import { clockAt } from "../emulator/local";
import { nextRun, type Platform, startPlatform } from "../support/platform";

describe("a SCIM token that somebody replaced with another one (row 133)", () => {
  let platform: Platform;
  let uid: string;
  const clock = clockAt("2026-01-01T00:00:00Z");
  before(async () => {
    platform = await startPlatform({ now: clock.now });
    uid = String(platform.world.uids["iam:IdentityProvider"]?.[0]);
  });
  after(() => platform.close());

  const scim = () => platform.emulator.get(uid, "iam:IdentityProvider")?.scim as Values;
  const object = (print: (text: string) => void = () => undefined) =>
    new Handle({ ...nextRun(platform.context), print }, scimToken, uid);

  for (const isRefreshed of [false, true]) {
    it(`is not revoked by the delete of its resource, ${isRefreshed ? "after" : "without"} a refresh`, async () => {
      const inputs = { identityProviderUid: uid, rotate: "1", expireTime: "2026-06-01T00:00:00Z" };
      const kind = new Kind(nextRun(platform.context), scimToken);
      const { outputs } = await scimTokenVerbs.create(kind, inputs);
      clock.move(1000);
      await platform.context.client.call({
        method: "POST",
        path: literal(`/iam/v2/identityProviders/${uid}:regenerateScimToken`),
        body: { etag: scim().etag, overlap: "0s", expireTime: "2026-07-01T00:00:00Z" },
      });
      const recorded = isRefreshed ? (await scimTokenVerbs.read(object(), outputs))?.outputs : outputs;
      const printed: string[] = [];
      await scimTokenVerbs.delete(
        object((text) => printed.push(text)),
        recorded ?? {},
      );
      assert.equal(scim().credentialState, "CREDENTIAL_STATE_LIVE");
      assert.match(printed.join(), /was not revoked, because it is not the one that this resource recorded/);
      // The resource that has it revokes it.
      const theirs = await scimTokenVerbs.create(new Kind(nextRun(platform.context), scimToken), {
        ...inputs,
        adoptUid: uid,
      });
      await scimTokenVerbs.delete(object(), theirs.outputs);
      assert.equal(scim().credentialState, "CREDENTIAL_STATE_REVOKED");
    });
  }
});
