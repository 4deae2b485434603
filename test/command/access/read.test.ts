import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import { modelOf } from "../../../src/command/access/model";
import { lackingIn, readAccess, rootsOf } from "../../../src/command/access/read";
import { type Emulator, startEmulator } from "../../../src/emulator";
import { administrator } from "../../../src/emulator/seed/seed";
import { type Furnished, furnish, tokenOf } from "../furnished";
import { liveObject, smallOrganization } from "../organizations";

const settingsFor = (emulator: Emulator, token = emulator.token, identity = administrator): Settings =>
  new Settings(() => undefined, {
    PLATFORM_BASE_URL: emulator.url,
    PLATFORM_TOKEN: token,
    PLATFORM_IDENTITY: identity,
  });

describe("access as it is read", () => {
  let emulator: Emulator;
  let made: Furnished;
  before(async () => {
    emulator = await startEmulator();
    made = furnish(emulator);
  });
  after(() => emulator.close());

  it("has all that decides, in one list for each kind, offers included", async () => {
    emulator.clearRequests();
    const { model, gaps, uncounted } = await readAccess(settingsFor(emulator));
    // Besides, before and after: the role bindings of the caller, and the role that they give.
    assert.equal(emulator.requests.length, 8 + 2 * 2);
    assert.deepEqual([gaps, uncounted], [[], []]);
    const offers = [...model.identities.values()].flatMap(({ who }) => who ?? []);
    assert.equal(offers.length, 3, offers.join("\n"));
  });

  it("has invites until they expire by the platform's clock, whatever ours says", async () => {
    const { now } = Date;
    const invites = ["2026-11-01T00:00:00Z", new Date(now() + 3_600_000).toISOString()].map((expirationTime, i) => {
      const parent = i === 0 ? made.team : made.web;
      const { uid } = emulator.put("iam:GroupInvite", parent, { roleUid: made.puller, ttl: "3600s" });
      emulator.edit(String(uid), { expirationTime });
      return String(uid);
    });
    const offered = async () => {
      const { model } = await readAccess(settingsFor(emulator));
      return invites.map((uid) => model.bindings.has(uid));
    };
    try {
      for (const ahead of [0, 7_200_000, -7_200_000_000]) {
        Date.now = () => now() + ahead;
        assert.deepEqual(await offered(), [false, true], String(ahead));
      }
    } finally {
      Date.now = now;
      for (const uid of invites) emulator.remove(uid);
    }
  });

  it("has roles that no list shows, and lacks those that cannot be read", async () => {
    const hidden = String(
      emulator.put("iam:Role", emulator.organization.uid, { name: "hidden", capabilities: ["CAP_REPO_LIST"] }).uid,
    );
    const binding = emulator.put("iam:RoleBinding", made.team, { identityUid: made.deploy, roleUid: hidden });
    const seen = await readAccess(settingsFor(emulator, await tokenOf(emulator, "reader")));
    const all = await readAccess(settingsFor(emulator));
    for (const uid of [String(binding.uid), hidden]) emulator.remove(uid);
    assert.deepEqual(seen.gaps, [`The role "${hidden}" cannot be read, so what it allows is unknown.`]);
    assert.deepEqual(all.gaps, []);
  });

  it("lacks what a list refuses, and says so", async () => {
    const action = { kind: "status", code: "PERMISSION_DENIED", message: "Permission denied: no" } as const;
    const fault = emulator.fault({ method: "GET", path: "/iam/v2/identities", times: 100, action });
    const { gaps } = await readAccess(settingsFor(emulator));
    fault.remove();
    assert.equal(gaps.length, 1);
    assert.match(gaps[0] ?? "", /^Identity objects cannot be listed: "[^"]*Permission denied: no[^"]*"\.$/);
  });

  it("lacks what no binding of the caller lets it see, whatever form its token has (row 145)", async () => {
    const { bindings } = (await readAccess(settingsFor(emulator))).model;
    const root = emulator.organization.uid;
    const lacking = async (...settings: [token?: string, identity?: string]) => {
      const live = await readAccess(settingsFor(emulator, ...settings));
      const { gaps, notChecked } = lackingIn(live, rootsOf(live));
      assert.deepEqual(gaps, []);
      return { live, reasons: new Map(notChecked.map(({ kind, group, reason }) => [`${kind} ${group.uid}`, reason])) };
    };
    assert.deepEqual([...(await lacking()).reasons], []);
    // The token names its identity, so the identity of the settings does not matter.
    const { live, reasons } = await lacking(await tokenOf(emulator, "reader"));
    assert.ok(live.model.bindings.size > 0 && live.model.bindings.size < bindings.size);
    assert.match(
      reasons.get(`iam:RoleBinding ${root}`) ?? "",
      /no role binding that gives the token's identity CAP_IAM_ROLE_BINDINGS_LIST here/,
    );
  });

  it("lacks all where a token sees no organization at all (row 146)", async () => {
    const live = await readAccess(settingsFor(emulator));
    assert.deepEqual(lackingIn(live, []).gaps, ["The token sees no organization."]);
  });

  it("is about every organization of which anything is seen, but not that of public images", async () => {
    const live = await readAccess(settingsFor(emulator));
    const model = modelOf([
      ...smallOrganization(),
      liveObject("iam:Group", "only-groups", { name: "second" }),
      liveObject("iam:Group", "public", { name: "public" }),
      liveObject("iam:Identity", "q/i", { name: "far" }),
    ]);
    assert.deepEqual([...rootsOf({ ...live, model, publicOrg: "public" })].sort(), ["only-groups", "q", "r"]);
  });
});
