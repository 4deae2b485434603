import assert from "node:assert/strict";
import { Handle } from "../../src/core/handle";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { externalGroupRoleMapping as mapping } from "../../src/resources/external-group-role-mapping";
import { identityProvider } from "../../src/resources/identity-provider";
import { nextRun, type Platform, startPlatform } from "../support/platform";

describe("an identity provider with mappings", () => {
  let platform: Platform;
  let provider: string;
  let mine: string;
  const printed: string[] = [];
  const run = () => ({ ...nextRun(platform.context), print: (text: string) => void printed.push(text) });
  const recorded = () => ({ parentUid: platform.emulator.organization.uid, name: "sso" });
  const mapped = () => ({ parentUid: provider, externalGroupId: "eng" });
  beforeEach(async () => {
    platform = await startPlatform();
    printed.length = 0;
    const { emulator, world } = platform;
    const root = emulator.organization.uid;
    const [roleUid = ""] = world.uids["iam:Role"] ?? [];
    const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
    provider = String(emulator.put("iam:IdentityProvider", root, { name: "sso", defaultRole: roleUid, oidc }).uid);
    const put = (externalGroupId: string) =>
      String(emulator.put("iam:ExternalGroupRoleMapping", provider, { externalGroupId, roleUid, scope: root }).uid);
    mine = put("eng");
    put("ops");
    emulator.clearRequests();
  });
  afterEach(() => platform.close());

  it("is deleted with them and names them, and deletes of mappings in the same run succeed (rows 236, 280)", async () => {
    const context = run();
    // A program that has another resource: its run must not lose what it does not manage, unless it has no choice.
    context.holders.noteCheck({ spec: identityProvider, urn: "other" }, { parentUid: "org", name: "other" }, true);
    await verbsOf(identityProvider).delete(new Handle(context, identityProvider, provider), recorded());
    assert.equal(platform.emulator.get(mine), undefined);
    const [warning = "", ...others] = printed;
    assert.deepEqual(others, []);
    assert.ok(
      warning.startsWith(`warning: deleting the IdentityProvider ${provider} also deletes what is in it: `),
      warning,
    );
    assert.match(
      warning,
      /: ExternalGroupRoleMapping of "(eng|ops)" as "[^;]*; ExternalGroupRoleMapping of "(?!\1)(eng|ops)" as "[^;]*$/,
    );
    assert.ok(warning.includes(mine), warning);
    await verbsOf(mapping).delete(new Handle(context, mapping, mine), mapped());
  });

  it("says nothing if its mappings were deleted first", async () => {
    const context = run();
    for (const { uid } of platform.emulator.list("iam:ExternalGroupRoleMapping"))
      await verbsOf(mapping).delete(new Handle(context, mapping, String(uid)), mapped());
    await verbsOf(identityProvider).delete(new Handle(context, identityProvider, provider), recorded());
    assert.deepEqual(printed, []);
  });

  it("leaves none of them to other stacks, whose refresh removes them (row 236)", async () => {
    await verbsOf(identityProvider).delete(new Handle(run(), identityProvider, provider), recorded());
    assert.equal(await verbsOf(mapping).read(new Handle(run(), mapping, mine), mapped()), undefined);
    await verbsOf(mapping).delete(new Handle(run(), mapping, mine), mapped());
  });
});
