import assert from "node:assert/strict";
import { diff } from "../../../src/core/verbs/diff";
import { NOTES } from "../../../src/description/spec/proof";
import type { ResourceSpec } from "../../../src/description/spec/resource";
import { isValues, type Values } from "../../../src/description/spec/values";
import { LocalPlatform, placed } from "../../support/local-platform";
import { madeBy, verbsIn } from "../../support/local-verbs";
import { identity, organization, repo } from "../../support/resources";

const EARLIER = "2026-03-01T00:00:00Z";
const keys = { issuer: "https://keys.example.com", subject: "ci", issuerKeys: '{"keys":[]}' };
const source = placed(repo, "org/source", { name: "source", description: "theirs", bundles: ["base"] });

describe("a value that the platform filled in", () => {
  /** Creates an object, lets somebody edit it, refreshes and updates it. */
  async function edited(
    spec: ResourceSpec,
    inputs: Values,
    edit: (platform: LocalPlatform, uid: string) => void,
  ): Promise<{ platform: LocalPlatform; uid: string; read: Values; shown: Values; updated: Values }> {
    const platform = new LocalPlatform([source]);
    const verbs = verbsIn(platform.run(), spec);
    const { uid, outputs } = madeBy(await verbs.create(inputs));
    assert.deepEqual((await verbs.read(uid, outputs))?.inputs, inputs, "nothing was edited yet");
    edit(platform, uid);
    const found = await verbsIn(platform.run(), spec).read(uid, outputs);
    assert.ok(found !== undefined);
    const updated = await verbsIn(platform.run(), spec).update(uid, found.outputs, inputs);
    return { platform, uid, read: found.outputs, shown: found.inputs, updated };
  }

  it("is drift after somebody changes it, and the next update restores the default (row 216)", async () => {
    const inputs = { parentUid: "org", name: "deployer", staticKeys: keys };
    const { platform, uid, read, shown, updated } = await edited(identity, inputs, (platform, uid) =>
      platform.edit(uid, { staticKeys: { ...keys, expirationTime: EARLIER } }),
    );
    assert.deepEqual(shown, { ...inputs, staticKeys: { ...keys, expirationTime: EARLIER } });
    assert.equal(diff(identity, read, inputs).changed, true);
    assert.deepEqual(
      platform.writes().at(-1)?.[0].replace(uid, "UID"),
      "PATCH /iam/v2/identities/UID updateMask=staticKeys.expirationTime",
    );
    const after = platform.get(uid)?.staticKeys;
    assert.equal(
      isValues(after) && Date.parse(String(after.expirationTime)) > Date.parse("2026-12-01T00:00:00Z"),
      true,
    );
    const again = await verbsIn(platform.run(), identity).read(uid, updated);
    assert.deepEqual(again?.inputs, inputs);
    assert.equal(diff(identity, again?.outputs ?? {}, inputs).changed, false);
  });

  it("is also drift if it was copied from a source at creation (row 216)", async () => {
    const inputs = { parentUid: "org", name: "mirror", syncConfig: { source: "org/source" } };
    const { platform, uid, shown, updated } = await edited(repo, inputs, (platform, uid) =>
      platform.edit(uid, { description: "by hand" }),
    );
    assert.deepEqual(shown, { ...inputs, description: "by hand" });
    assert.deepEqual((await verbsIn(platform.run(), repo).read(uid, updated))?.inputs, inputs);
  });

  it("is no drift if the platform keeps setting it (row 216)", async () => {
    const mirror = { parentUid: "org", name: "mirror", syncConfig: { source: "org/source" } };
    const followed = await edited(repo, mirror, (platform, uid) => platform.edit(uid, { bundles: ["fips"] }));
    assert.deepEqual(followed.shown, mirror);
    assert.deepEqual(followed.read.bundles, ["fips"]);
    const acme = { name: "new" };
    const root = await edited(organization, acme, (platform, uid) => platform.edit(uid, { kind: "ORG_KIND_DEV" }));
    assert.deepEqual(root.shown, acme);
  });

  it("is drift only after somebody changes it, if an adoption left it alone (row 216)", async () => {
    const theirs = placed(repo, "org/web", {
      name: "web",
      description: "by hand",
      customOverlay: { contents: { packages: ["curl"] } },
      syncConfig: { source: "org/source", expirationTime: EARLIER },
    });
    const platform = new LocalPlatform([source, theirs]);
    const inputs = { parentUid: "org", name: "web" };
    const created = madeBy(await verbsIn(platform.run(), repo).create({ ...inputs, adoptUid: "org/web" }));
    assert.equal(NOTES in created.outputs, true);
    const read = async (recorded: Values) => verbsIn(platform.run(), repo).read("org/web", recorded);
    // What the platform moves in a block is not the program's business, and keeps the rest of it as it was.
    platform.edit("org/web", { sync_config: { source: "org/source", expirationTime: "2026-04-01T00:00:00Z" } });
    const quiet = await read(created.outputs);
    assert.deepEqual(quiet?.inputs, inputs);
    platform.edit("org/web", { customOverlay: { contents: { packages: ["curl", "netcat"] } } });
    const loud = await read(quiet?.outputs ?? {});
    assert.deepEqual(loud?.inputs, { ...inputs, customOverlay: { contents: { packages: ["curl", "netcat"] } } });
  });
});
