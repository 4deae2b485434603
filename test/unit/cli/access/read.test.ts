import assert from "node:assert/strict";
import { isAllowed, modelOf } from "../../../../src/cli/access/model";
import { hiddenIn, readAccess, rootsOf } from "../../../../src/cli/access/read";
import { settingsWith } from "../../../../src/cli/stack/settings";
import { type Emulator, startEmulator } from "../../../../src/emulator";
import type { Settings } from "../../../../src/settings";
import { type Furnished, furnish, tokenOf } from "../../../support/furnished";
import { liveObject, smallOrganization } from "../../../support/organizations";

const sink = { write: () => undefined, isTerminal: false, columns: undefined, hasColors: false };

const settingsFor = (emulator: Emulator, token = emulator.token): Settings =>
  settingsWith(
    {
      values: new Map([
        ["platform:baseUrl", emulator.url],
        ["platform:token", token],
      ]),
      secrets: new Set(),
    },
    { terminal: { out: sink, err: sink } },
  );

describe("access as it is read", () => {
  let emulator: Emulator;
  let made: Furnished;
  before(async () => {
    emulator = await startEmulator();
    made = furnish(emulator);
  });
  after(() => emulator.close());

  it("has all that decides, in one list for each kind, and counts what it leaves out", async () => {
    emulator.clearRequests();
    const { model, gaps, uncounted, caller } = await readAccess(settingsFor(emulator));
    assert.equal(emulator.requests.length, 8);
    assert.deepEqual([gaps, caller], [[], undefined]);
    assert.ok(isAllowed(model, { identityUid: made.deploy, capability: "CAP_REPO_LIST", groupUid: made.web }));
    assert.deepEqual(uncounted, [
      { kind: "iam:GroupInvite", count: 1 },
      { kind: "iam:IdentityProvider", count: 1 },
      { kind: "iam:ExternalGroupRoleMapping", count: 1 },
    ]);
  });

  it("is what the platform decides for tokens of identities", async () => {
    const { model } = await readAccess(settingsFor(emulator));
    const questions = [made.team, made.web, made.ops, emulator.organization.uid].flatMap((groupUid) => [
      { groupUid, capability: "CAP_IAM_GROUPS_LIST", method: "GET", path: `/iam/v2/groups/${groupUid}` },
      { groupUid, capability: "CAP_IAM_GROUPS_UPDATE", method: "PATCH", path: `/iam/v2/groups/${groupUid}` },
      // A role without a name is refused only after it was allowed.
      { groupUid, capability: "CAP_IAM_ROLES_CREATE", method: "POST", path: `/iam/v2/roles/${groupUid}` },
    ]);
    let refused = 0;
    for (const name of ["deploy", "admin", "reader"] as const) {
      const authorization = `Bearer ${await tokenOf(emulator, name)}`;
      for (const { groupUid, capability, method, path } of questions) {
        const body = method === "GET" ? {} : { body: "{}" };
        const { status } = await fetch(emulator.url + path, { method, headers: { authorization }, ...body });
        const told = isAllowed(model, { identityUid: made[name], capability, groupUid });
        assert.equal(told, status !== 403, `${name} ${capability} ${groupUid}: HTTP ${status}`);
        if (!told) refused += 1;
      }
    }
    assert.ok(refused > 10 && refused < 30, `${refused} refused`);
  });

  it("has roles that no list shows, and lacks those that cannot be read", async () => {
    const hidden = String(
      emulator.put("iam:Role", emulator.organization.uid, { name: "hidden", capabilities: ["CAP_REPO_LIST"] }).uid,
    );
    const binding = emulator.put("iam:RoleBinding", made.team, { identityUid: made.deploy, roleUid: hidden });
    try {
      const { gaps } = await readAccess(settingsFor(emulator, await tokenOf(emulator, "reader")));
      assert.deepEqual(gaps, [`What the role "${hidden}" grants cannot be read, and role bindings name it.`]);
      assert.deepEqual((await readAccess(settingsFor(emulator))).gaps, []);
    } finally {
      emulator.remove(String(binding.uid));
      emulator.remove(hidden);
    }
  });

  it("lacks what a list refuses, and says so", async () => {
    const fault = emulator.fault({
      method: "GET",
      path: "/iam/v2/identities",
      times: 100,
      action: { kind: "status", code: "PERMISSION_DENIED", message: "Permission denied: no" },
    });
    try {
      const { gaps } = await readAccess(settingsFor(emulator));
      assert.equal(gaps.length, 1);
      assert.match(gaps[0] ?? "", /^Identity objects cannot be listed: "[^"]*Permission denied: no[^"]*"\.$/);
    } finally {
      fault.remove();
    }
  });

  it("fails with the platform's own words where nothing can be listed", async () => {
    await assert.rejects(readAccess(settingsFor(emulator, "wrong")), /\[UNAUTHENTICATED\]/);
  });

  it("knows whose token asks, and doubts what it cannot see", async () => {
    const { bindings } = (await readAccess(settingsFor(emulator))).model;
    const live = await readAccess(settingsFor(emulator, await tokenOf(emulator, "reader")));
    assert.equal(live.caller, made.reader);
    // It sees the team's bindings, and none of those above.
    assert.ok(live.model.bindings.size > 0 && live.model.bindings.size < bindings.size);
    assert.deepEqual(hiddenIn(live, [emulator.organization.uid]), [
      `The root group ${emulator.organization.uid} cannot be seen: role bindings in it, or elsewhere above, would count.`,
    ]);
  });
});

describe("what a credential may not see", () => {
  const model = modelOf(smallOrganization());
  const unbound = modelOf(smallOrganization().filter(({ uid }) => uid !== "r/y"));

  it("is nothing where it sees a binding in the root group, since that shows all of the organisation", () => {
    assert.deepEqual(hiddenIn({ model, caller: "r/t/ci" }, ["r"]), []);
  });

  it("may be more where an identity asks that has no binding there; a token that says nothing may see all", () => {
    assert.deepEqual(hiddenIn({ model: unbound, caller: "r/t/ci" }, ["r"]).length, 1);
    assert.match(hiddenIn({ model: unbound, caller: "r/t/ci" }, ["r"])[0] ?? "", /in the root group "acme"/);
    assert.deepEqual(hiddenIn({ model: unbound, caller: undefined }, ["r"]), []);
  });

  it("matters for organisations where something is bound or somebody lives", () => {
    const more = [
      liveObject("iam:Group", "public", { name: "public" }),
      liveObject("iam:Identity", "q/i", { name: "far" }),
    ];
    assert.deepEqual([...rootsOf(modelOf([...smallOrganization(), ...more]))].sort(), ["q", "r"]);
  });
});
