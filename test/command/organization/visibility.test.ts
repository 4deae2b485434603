import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import { lackingIn, readAccessAs } from "../../../src/command/access/read";
import { Scope } from "../../../src/command/commands/drift/scope";
import { findUnmanaged } from "../../../src/command/commands/drift/unmanaged";
import { goneFrom } from "../../../src/command/commands/import/gone";
import { readAll } from "../../../src/command/commands/import/live";
import { Ignoring } from "../../../src/command/ignoring/ignoring";
import { readableKinds } from "../../../src/command/organization/read";
import { sightAround } from "../../../src/command/organization/visibility";
import { identity } from "../../../src/description/resources/identity";
import { role } from "../../../src/description/resources/role";
import { roleBinding } from "../../../src/description/resources/role-binding";
import { subscription } from "../../../src/description/resources/subscription";
import { LocalPlatform, placed } from "../../support/local-platform";

describe("what a command sees while others grant and revoke", () => {
  const own = { identityUid: "org/bot", roleUid: "org/all" };
  const all = [...new Set(readableKinds.flatMap(({ needs }) => needs.see))];
  let platform: LocalPlatform;
  beforeEach(() => {
    platform = new LocalPlatform(
      [
        placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
        placed(role, "org/all", { name: "all", capabilities: all }),
        placed(role, "org/base", {
          name: "base",
          capabilities: ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"],
        }),
        placed(roleBinding, "org/base-own", { identityUid: "org/bot", roleUid: "org/base" }),
        placed(subscription, "org/1", { sink: "https://sink.example.com" }),
      ],
      { forbidden: "hidden" },
    );
  });

  const reader = async () => {
    const token = await platform.tokenOf("org/bot");
    const client = platform.client(token);
    const settings = new Settings(() => undefined, { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token });
    return { client, sight: await sightAround(client, settings, {}) };
  };
  const grantedThen = () => platform.put(roleBinding, "org", own);

  for (const isRevoked of [false, true])
    it(`drift and access are ${isRevoked ? "incomplete if a role binding" : "complete if nothing"} is revoked between (row 204)`, async () => {
      const revokedBetween = async () => {
        const granted = grantedThen();
        await platform.sleep(60_000);
        platform.whenAnswered(/^GET \/iam\/v2\/roles$/, () => isRevoked && platform.remove(granted));
        return reader();
      };
      const { client, sight } = await revokedBetween();
      const ignoring = new Ignoring([], "2026-11-22");
      const search = {
        client,
        scope: new Scope([], ["org"]),
        managed: [],
        ignoring,
        deleted: new Set<string>(),
        sight,
      };
      assert.equal((await findUnmanaged(search)).notChecked.length > 0, isRevoked);
      const again = await revokedBetween();
      const live = await readAccessAs(again.client, again.sight);
      assert.equal(lackingIn(live, ["org"]).notChecked.length > 0, isRevoked);
    });

  it("import reports nothing as deleted that it could not see before a role binding was granted (row 204)", async () => {
    const { client, sight } = await reader();
    const kinds = readableKinds.filter(({ type }) => type === subscription.type);
    const live = await readAll(client, "org", kinds);
    const one = { kind: subscription.type, uid: "org/1", name: "sink", file: "index.ts" };
    // The platform grants it after it has hidden the object.
    platform.whenAnswered(/^GET \/events\/v2\/subscriptions\/org\/1$/, grantedThen);
    assert.deepEqual(await goneFrom({ client, sight }, live, [one]), { gone: [], unseen: [one] });
  });
});
