import assert from "node:assert/strict";
import { diff } from "../../../../src/core/verbs/diff";
import type { Values } from "../../../../src/description/spec/values";
import { missing } from "../../../support/local-faults";
import { NOW } from "../../../support/local-platform";
import { scimToken } from "../../../support/resources";
import { HOUR_MS, outputsOf, scimScene } from "./scim-scene";

describe("a SCIM token that an earlier run created a moment ago (row 219)", () => {
  /** Makes a token, and lets the platform show what it showed before it to so many requests. */
  async function madeAndHidden(times: number, { former = false } = {}) {
    const scene = scimScene(NOW);
    const { platform, make, update } = scene;
    let recorded: Values = {};
    if (former) recorded = outputsOf(await make());
    if (former) await platform.sleep(HOUR_MS);
    const stale = { ...platform.get("org/idp", "iam:IdentityProvider") };
    recorded = outputsOf(former ? await update(recorded, { rotate: "2" }) : await make());
    platform.requests.length = 0;
    if (times > 0) scene.answering(stale, times);
    return { ...scene, recorded };
  }

  it("does not count as deleted if the platform does not show its identity provider either", async () => {
    const { read, recorded, platform } = await madeAndHidden(0);
    platform.fault({ method: "GET", path: /identityProviders/, times: 3, action: missing });
    assert.equal((await read(recorded))?.outputs.token, recorded.token);
  });

  it("does not count as another one in a refresh after it replaced one", async () => {
    const { read, recorded, inputs } = await madeAndHidden(3, { former: true });
    const wanted = inputs({ rotate: "2" });
    const found = await read(recorded);
    assert.deepEqual(found?.inputs, wanted);
    assert.equal(diff(scimToken, found?.outputs ?? {}, wanted).changed, false);
  });

  it("is revoked by a delete", async () => {
    const { remove, recorded, scim } = await madeAndHidden(3);
    await remove(recorded);
    assert.equal(scim().credentialState, "CREDENTIAL_STATE_REVOKED");
  });

  it("stays in the state, with an error, if the platform shows its old settings for more than a minute", async () => {
    const { read, remove, recorded } = await madeAndHidden(99);
    await assert.rejects(read(recorded), /still shows the SCIM settings .* from before the recorded token/);
    await assert.rejects(remove(recorded), /Nothing was changed\.\n- Run the same command again/);
  });
});
