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
  it("stays while the same run does not delete them, because they give access, and names them (rows 236, 280)", async () => {
    const platform = start();
    const [updating, destroying] = [platform.run(), platform.run()];
    updating.holders.noteCheck({ spec: identityProvider, urn: "other" }, { parentUid: "org", name: "other" }, true);
    const named = (name: string) => `\n  - ExternalGroupRoleMapping of "${name}" as "viewer" \\(org/p/${name}\\)`;
    const message = new RegExp(`it contains objects that this run does not delete.*${named("eng")}${named("ops")}\n`);
    for (const context of [updating, destroying])
      await assert.rejects(verbsIn(context, identityProvider).delete("org/p", recorded), message);
    assert.deepEqual(platform.writes(), []);
  });

  it("stays while its mappings cannot be listed, in a destroy too, and says so", async () => {
    const platform = start();
    const action = { kind: "status", code: "PERMISSION_DENIED" } as const;
    platform.fault({ method: "GET", path: "/iam/v2/externalGroupRoleMappings", times: 99, action });
    const text =
      /not everything that may be in it could be listed.*\n[\s\S]*- externalGroupRoleMappings could not be listed\. If they may block it, use a token that lists them/;
    await assert.rejects(verbsIn(platform.run(), identityProvider).delete("org/p", recorded), text);
    assert.deepEqual(platform.writes(), []);
  });

  it("goes after its mappings", async () => {
    const platform = start();
    const context = platform.run();
    for (const name of ["eng", "ops"]) await verbsIn(context, mapping).delete(`org/p/${name}`, mapped);
    await verbsIn(context, identityProvider).delete("org/p", recorded);
    assert.equal(platform.get("org/p"), undefined);
  });

  it("waits for the deletes of its mappings in the same run, which does not know their order", async () => {
    const platform = start();
    const context = platform.run();
    const removed = verbsIn(context, identityProvider).delete("org/p", recorded);
    for (const name of ["eng", "ops"]) await verbsIn(context, mapping).delete(`org/p/${name}`, mapped);
    await removed;
    assert.equal(platform.get("org/p"), undefined);
  });

  it("may be gone with them when another stack refreshes them (report: two stacks share an object that one of them deletes)", async () => {
    const platform = start();
    for (const uid of ["org/p/eng", "org/p"]) platform.remove(uid);
    assert.equal(await verbsIn(platform.run(), mapping).read("org/p/eng", mapped), undefined);
    await verbsIn(platform.run(), mapping).delete("org/p/eng", mapped);
  });
});
