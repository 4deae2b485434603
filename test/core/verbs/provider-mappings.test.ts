import assert from "node:assert/strict";
import { LocalPlatform, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { identityProvider, externalGroupRoleMapping as mapping } from "../../support/resources";

const oidc = { issuer: "https://login.example.com", clientId: "c", pkceEnabled: true };
const recorded = { parentUid: "org", name: "sso" };
const mapped = { parentUid: "org/p", externalGroupId: "eng" };
const start = () =>
  new LocalPlatform([
    placed(identityProvider, "org/p", { name: "sso", defaultRole: "viewer", oidc }),
    ...["eng", "ops"].map((externalGroupId) =>
      placed(mapping, `org/p/${externalGroupId}`, {
        externalGroupId,
        roleUid: "viewer",
        scope: "org",
        identityProviderUid: "org/p",
      }),
    ),
  ]);

describe("an identity provider with mappings", () => {
  it("stays while the program runs and does not delete them, because they give access", async () => {
    const platform = start();
    const context = platform.run();
    context.holders.noteCheck({ spec: identityProvider, urn: "other" }, { parentUid: "org", name: "other" }, true);
    const removed = verbsIn(context, identityProvider).delete("org/p", recorded);
    await assert.rejects(
      removed,
      /it contains objects that this run does not delete.*\n {2}- ExternalGroupRoleMapping/,
    );
    assert.deepEqual(platform.writes(), []);
  });

  it("is deleted with them in a destroy and names them, and deletes of mappings in the same run succeed (rows 236, 280)", async () => {
    const platform = start();
    const context = platform.run();
    await verbsIn(context, identityProvider).delete("org/p", recorded);
    assert.equal(platform.get("org/p/eng"), undefined);
    const named = (name: string) => `ExternalGroupRoleMapping of "${name}" as "viewer" (org/p/${name})`;
    assert.deepEqual(platform.printed, [
      `warning: deleting the IdentityProvider org/p also deletes what is in it: ${named("eng")}; ${named("ops")}`,
    ]);
    await verbsIn(context, mapping).delete("org/p/eng", mapped);
  });

  it("says nothing if its mappings were deleted first", async () => {
    const platform = start();
    const context = platform.run();
    for (const name of ["eng", "ops"]) await verbsIn(context, mapping).delete(`org/p/${name}`, mapped);
    await verbsIn(context, identityProvider).delete("org/p", recorded);
    assert.deepEqual(platform.printed, []);
  });

  it("leaves none of them to other stacks, whose refresh removes them (row 236) (report: two stacks share an object that one of them deletes)", async () => {
    const platform = start();
    await verbsIn(platform.run(), identityProvider).delete("org/p", recorded);
    assert.equal(await verbsIn(platform.run(), mapping).read("org/p/eng", mapped), undefined);
    await verbsIn(platform.run(), mapping).delete("org/p/eng", mapped);
  });
});
