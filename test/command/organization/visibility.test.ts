import assert from "node:assert/strict";
import { Settings } from "../../../src/client/settings";
import { lackingIn, readAccessAs } from "../../../src/command/access/read";
import { Scope } from "../../../src/command/commands/drift/scope";
import { findUnmanaged } from "../../../src/command/commands/drift/unmanaged";
import { goneFrom } from "../../../src/command/commands/import/gone";
import { readAll } from "../../../src/command/commands/import/live";
import { readRules } from "../../../src/command/ignoring/ignore-file";
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

  for (const [name, change] of [
    ["revoked", (granted: string) => platform.remove(granted)],
    ["nothing", () => undefined],
  ] as const) {
    const isWhole = name === "nothing";
    it(`drift and access are ${isWhole ? "complete if nothing is" : "incomplete if a role binding is"} ${isWhole ? "revoked" : name} between (row 204)`, async () => {
      const binding = grantedThen();
      await platform.sleep(60_000);
      const { client, sight } = await reader();
      platform.whenAnswered(/^GET \/iam\/v2\/roles$/, () => change(binding));
      const found = await findUnmanaged({
        client,
        scope: new Scope([], ["org"]),
        managed: [],
        ignoring: new Ignoring(readRules("", "rules"), "2026-11-22"),
        deleted: new Set(),
        sight,
      });
      assert.equal(found.notChecked.length === 0, isWhole);
      if (!isWhole) platform.put(roleBinding, "org", own);
      await platform.sleep(60_000);
      const again = await reader();
      platform.whenAnswered(/^GET \/iam\/v2\/roles$/, () => {
        if (!isWhole) for (const uid of platform.uids(roleBinding)) if (uid !== "org/base-own") platform.remove(uid);
      });
      const live = await readAccessAs(again.client, again.sight);
      assert.equal(lackingIn(live, ["org"]).notChecked.length === 0, isWhole);
    });
  }

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
