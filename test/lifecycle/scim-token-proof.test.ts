import assert from "node:assert/strict";
import { literal } from "../../src/api/path";
import { Handle, Kind } from "../../src/core/handle";
import { scimTokenVerbs } from "../../src/core/special/scim-token";
import { diff } from "../../src/core/verbs/diff";
import { scimToken } from "../../src/resources/scim-token";
import { NOTES, provenOf } from "../../src/spec/proof";
import type { Values } from "../../src/spec/values";
import { clockAt } from "../emulator/local";
import { nextRun, type Platform, startPlatform } from "../support/platform";

const REVOKED = "CREDENTIAL_STATE_REVOKED";
const LIVE = "CREDENTIAL_STATE_LIVE";

/** Outputs as earlier releases recorded them. */
const withoutProof = ({ [NOTES]: _, ...outputs }: Values): Values => outputs;

describe("a SCIM token is revoked only if the version of the settings proves it (row 263)", () => {
  const clock = clockAt("2026-01-01T00:00:00Z");
  const end = "2027-06-01T00:00:00Z";
  let platform: Platform;
  let uid: string;
  let printed: string[];
  beforeEach(async () => {
    platform = await startPlatform({ now: clock.now });
    uid = String(platform.world.uids["iam:IdentityProvider"]?.[0]);
    printed = [];
  });
  afterEach(() => platform.close());

  const scim = () => platform.emulator.get(uid, "iam:IdentityProvider")?.scim as Values;
  const object = () =>
    new Handle({ ...nextRun(platform.context), print: (text) => printed.push(text) }, scimToken, uid);
  const create = async (more: Values) => {
    const inputs = { identityProviderUid: uid, ...more };
    return (await scimTokenVerbs.create(new Kind(nextRun(platform.context), scimToken), inputs)).outputs;
  };
  const update = (recorded: Values, more: Values) =>
    scimTokenVerbs.update(object(), recorded, { identityProviderUid: uid, ...more });
  const read = async (recorded: Values) => {
    const found = await scimTokenVerbs.read(object(), recorded);
    assert.ok(found);
    return found.outputs;
  };
  const post = (verb: string, body: Values) =>
    platform.context.client.call({
      method: "POST",
      path: literal(`/iam/v2/identityProviders/${uid}:${verb}`),
      body: { etag: scim().etag, ...body },
    });
  const rotate = (more: Values) => post("regenerateScimToken", { overlap: "0s", ...more });
  const toggle = (enabled: boolean) => post("setScimEnabled", { enabled });
  /** Deletes, and asserts what becomes of the live token. */
  const deletes = async (recorded: Values, state: string) => {
    printed = [];
    await scimTokenVerbs.delete(object(), recorded);
    assert.equal(scim().credentialState, state, printed.join());
    const text =
      state === LIVE
        ? /was not revoked, because it may not be [\s\S]* adoptUid: ".*", which replaces the token\. Then delete that ScimToken/
        : /^$/;
    assert.match(printed.join(), text);
  };

  const ends: readonly Values[] = [{ neverExpires: true }, { expireTime: end, overlap: "0s" }];
  for (const given of ends) {
    const { overlap: _, ...same } = given;
    for (const provisioning of [{}, { provisioning: true }]) {
      const inputs = { ...given, ...provisioning };
      it(`is not revoked after a colleague rotated it: ${JSON.stringify(inputs)}`, async () => {
        const recorded = await create(inputs);
        await rotate(same);
        await deletes(recorded, LIVE);
        // A refresh must not make the delete forget, and names it each time.
        let refreshed = recorded;
        for (const times of [1, 2]) {
          printed = [];
          refreshed = await read(refreshed);
          assert.match(printed.join(), /the platform does not show which ones/, `refresh ${times}`);
          assert.equal(diff(scimToken, refreshed, { identityProviderUid: uid, ...inputs }).changed, false);
        }
        await deletes(refreshed, LIVE);
        // Neither must a switch by the program, nor one by hand.
        const switched = await update(refreshed, { ...given, provisioning: provisioning.provisioning !== true });
        await deletes(switched, LIVE);
        await toggle(provisioning.provisioning === true);
        await deletes(await read(switched), LIVE);
        const rotated = await update(switched, { ...inputs, rotate: "2" });
        assert.equal(provenOf(rotated)?.etag, scim().etag);
        await deletes(await read(rotated), REVOKED);
      });

      it(`is revoked after everything that the program does: ${JSON.stringify(inputs)}`, async () => {
        let recorded = await create(inputs);
        recorded = await update(recorded, { ...inputs, rotate: "2", overlap: "3600s" });
        clock.move(2 * 3_600_000);
        recorded = await read(recorded);
        for (const enabled of [true, false, undefined, true, undefined]) {
          const wanted = enabled === undefined ? {} : { provisioning: enabled };
          recorded = await read(await update(recorded, { ...given, rotate: "2", ...wanted }));
        }
        assert.deepEqual(printed, []);
        await deletes(recorded, REVOKED);
      });
    }
  }

  it("is revoked after somebody switched the provisioning that the program gives, which is a difference", async () => {
    const recorded = await create({ neverExpires: true, provisioning: true });
    await toggle(false);
    const refreshed = await read(recorded);
    assert.equal(refreshed.provisioning, false);
    assert.deepEqual(printed, []);
    await deletes(await update(refreshed, { neverExpires: true, provisioning: true }), REVOKED);
  });

  it("reports a switch until the program gives provisioning", async () => {
    const recorded = await create({ neverExpires: true });
    await toggle(true);
    const refreshed = await read(await read(recorded));
    assert.equal(printed.length, 2);
    assert.match(String(printed[1]), /Somebody else switched on [\s\S]*set provisioning: true on the ScimToken/);
    assert.notEqual(provenOf(refreshed)?.etag, scim().etag);
    await deletes(refreshed, LIVE);
    const accepted = await update(refreshed, { neverExpires: true, provisioning: true });
    printed = [];
    await read(accepted);
    assert.deepEqual(printed, []);
    await deletes(accepted, REVOKED);
  });

  it("is not proven by a switch that had to read the settings again because a colleague rotated it", async () => {
    const recorded = await create({ neverExpires: true });
    let isFirst = true;
    const sleepless = { ...nextRun(platform.context) };
    const client = Object.create(sleepless.client) as typeof sleepless.client;
    client.call = async (request) => {
      if (isFirst && String(request.path).endsWith(":setScimEnabled")) {
        isFirst = false;
        await rotate({ neverExpires: true });
      }
      return sleepless.client.call(request);
    };
    const inBetween = new Handle({ ...sleepless, client }, scimToken, uid);
    const desired = { identityProviderUid: uid, neverExpires: true, provisioning: true };
    const switched = await scimTokenVerbs.update(inBetween, recorded, desired);
    assert.deepEqual([isFirst, scim().enabled], [false, true]);
    await deletes(switched, LIVE);
  });

  it("is proven only by the recorded version if an earlier release wrote the state", async () => {
    const recorded = withoutProof(await create({ neverExpires: true }));
    await toggle(true);
    await deletes(recorded, LIVE);
    await deletes(await read(recorded), LIVE);
    await deletes(await read(withoutProof({ ...recorded, etag: scim().etag })), REVOKED);
  });
});
