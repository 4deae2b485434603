import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import { scimToken } from "../../../../src/description/resources/scim-token";
import { NOTES, provenOf } from "../../../../src/description/spec/proof";
import type { Values } from "../../../../src/description/spec/values";
import { HOUR_MS, outputsOf, scimScene } from "./scim-scene";

const REVOKED = "CREDENTIAL_STATE_REVOKED";
const LIVE = "CREDENTIAL_STATE_LIVE";

/** Outputs as earlier releases recorded them. */
const withoutProof = ({ [NOTES]: _, ...outputs }: Values): Values => outputs;

describe("a SCIM token is revoked only if the version of the settings proves it (row 263)", () => {
  let scene: ReturnType<typeof scimScene>;
  beforeEach(() => {
    scene = scimScene();
  });

  /** What was printed since the last question. */
  const printed = () => scene.platform.printed.splice(0);
  const scim = () => scene.scim();
  const create = async (more: Values) => outputsOf(await scene.make(more));
  const update = async (recorded: Values, more: Values) => outputsOf(await scene.update(recorded, more));
  const read = async (recorded: Values) => (await scene.read(recorded))?.outputs ?? assert.fail("it is gone");
  const rotate = (more: Values) => scene.somebody("regenerateScimToken", { overlap: "0s", ...more });
  const toggle = (enabled: boolean) => scene.somebody("setScimEnabled", { enabled });
  /** Deletes, and asserts what becomes of the live token. */
  const deletes = async (recorded: Values, state: string) => {
    printed();
    await scene.remove(recorded);
    const texts = printed().join();
    assert.equal(scene.scim().credentialState, state, texts);
    const text =
      state === LIVE
        ? /was not revoked, because it may not be [\s\S]* adoptUid: ".*", which replaces the token\. Then delete that ScimToken/
        : /^$/;
    assert.match(texts, text);
  };

  for (const isRefreshed of [false, true])
    it(`is not revoked after somebody made another one with other times, ${isRefreshed ? "after" : "without"} a refresh (row 133)`, async () => {
      const inputs = { rotate: "1", expireTime: "2026-06-01T00:00:00Z" };
      const recorded = await create(inputs);
      await rotate({ expireTime: "2026-07-01T00:00:00Z" });
      await scene.remove(isRefreshed ? await read(recorded) : recorded);
      assert.equal(scene.scim().credentialState, LIVE);
      assert.match(printed().join(), /was not revoked, because it is not the one that this resource recorded/);
      // The resource that has it revokes it.
      await deletes(await create({ ...inputs, adoptUid: "org/idp" }), REVOKED);
    });

  const ends: readonly Values[] = [{ neverExpires: true }, { expireTime: "2026-06-01T00:00:00Z", overlap: "0s" }];
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
          printed();
          refreshed = await read(refreshed);
          assert.match(
            printed().join(),
            /the platform does not show which ones[\s\S]*If the identity provider's SCIM requests now fail, change rotate with overlap: "0s", which creates a new token and ends theirs\.$/,
            `refresh ${times}`,
          );
          assert.equal(diff(scimToken, refreshed, scene.inputs(inputs)).changed, false);
        }
        assert.notEqual(provenOf(refreshed)?.etag, scene.scim().etag);
        await deletes(refreshed, LIVE);
        // Neither must a switch by the program, nor one by hand.
        const switched = await update(refreshed, { ...given, provisioning: provisioning.provisioning !== true });
        await deletes(switched, LIVE);
        await toggle(provisioning.provisioning === true);
        await deletes(await read(switched), LIVE);
        const rotated = await update(switched, { ...inputs, rotate: "2" });
        assert.equal(provenOf(rotated)?.etag, scene.scim().etag);
        await deletes(await read(rotated), REVOKED);
      });

      it(`is revoked after everything that the program does: ${JSON.stringify(inputs)}`, async () => {
        let recorded = await create(inputs);
        recorded = await update(recorded, { ...inputs, rotate: "2", overlap: "3600s" });
        await scene.platform.sleep(2 * HOUR_MS);
        recorded = await read(recorded);
        for (const enabled of [true, false, undefined, true, undefined]) {
          const wanted = enabled === undefined ? {} : { provisioning: enabled };
          recorded = await read(await update(recorded, { ...given, rotate: "2", ...wanted }));
        }
        assert.deepEqual(printed(), []);
        await deletes(recorded, REVOKED);
      });
    }
  }

  for (const wanted of [true, false, undefined])
    it(`is not proven by a switch of somebody else, who may have created another one, until rotate: provisioning ${wanted} (row 264)`, async () => {
      const given = { neverExpires: true, ...(wanted === undefined ? {} : { provisioning: wanted }) };
      const recorded = await create(given);
      const isOn = wanted !== true;
      await rotate({ neverExpires: true });
      await toggle(isOn);
      const refreshed = await read(await read(recorded));
      const text = `or a request whose response was lost, switched ${isOn ? "on" : "off"} [\\s\\S]*may have created another token\\.[\\s\\S]*Set provisioning [\\s\\S]*change rotate with overlap: "0s", which`;
      const texts = printed();
      assert.equal(texts.length, 2);
      assert.match(String(texts[1]), new RegExp(text));
      await deletes(refreshed, LIVE);
      for (const provisioning of [isOn, !isOn]) {
        const switched = await update(refreshed, { neverExpires: true, provisioning });
        assert.equal(scim().enabled === true, provisioning);
        const later = await read(await read(switched));
        assert.notEqual(provenOf(later)?.etag, scim().etag);
        await deletes(later, LIVE);
        await toggle(isOn);
      }
      const rotated = await update(refreshed, { ...given, rotate: "2" });
      printed();
      await read(rotated);
      assert.deepEqual(printed(), []);
      assert.equal(provenOf(rotated)?.etag, scim().etag);
      await deletes(rotated, REVOKED);
    });

  it("is not proven by a switch that had to read the settings again because a colleague rotated it", async () => {
    const recorded = await create({ neverExpires: true });
    scene.platform.whenAnswered(/^GET/, () => rotate({ neverExpires: true }));
    const switched = await update(recorded, { neverExpires: true, provisioning: true });
    assert.equal(scene.scim().enabled, true);
    await deletes(switched, LIVE);
  });

  it("is proven only by the recorded version if an earlier release wrote the state", async () => {
    const recorded = withoutProof(await create({ neverExpires: true }));
    await toggle(true);
    await deletes(recorded, LIVE);
    await deletes(await read(recorded), LIVE);
    await deletes(await read(withoutProof({ ...recorded, etag: scene.scim().etag })), REVOKED);
  });
});
