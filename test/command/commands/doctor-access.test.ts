import assert from "node:assert/strict";
import { callerOf } from "../../../src/client/connect";
import { Settings } from "../../../src/client/settings";
import { checkAccess } from "../../../src/command/commands/doctor/access";
import { identity } from "../../../src/description/resources/identity";
import { role } from "../../../src/description/resources/role";
import { roleBinding } from "../../../src/description/resources/role-binding";
import type { EmulatorOptions } from "../../../src/emulator";
import { LocalPlatform, placed } from "../../support/local-platform";

const PULL = ["CAP_IAM_GROUPS_LIST", "CAP_REPO_LIST", "CAP_TAG_LIST"];
const LOOKUPS = ["CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"];

async function rolesFor(capabilities: readonly string[], options: EmulatorOptions) {
  const platform = new LocalPlatform(
    [
      placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" }),
      placed(role, "org/of-bot", { name: "of-bot", capabilities }),
      placed(roleBinding, "org/for-bot", { identityUid: "org/bot", roleUid: "org/of-bot" }),
    ],
    options,
  );
  const token = await platform.tokenOf("org/bot");
  const settings = new Settings(() => undefined, { PLATFORM_BASE_URL: "http://localhost", PLATFORM_TOKEN: token });
  const { checks } = await checkAccess(platform.client(token), await callerOf(settings));
  return checks.find(({ name }) => name === "roles");
}

describe("doctor's check of the token's roles", () => {
  for (const forbidden of ["denied", "hidden"] as const)
    it(`names the capabilities to grant if the roles cannot be read, and then checks the roles: ${forbidden} (row 279)`, async () => {
      for (const lookups of [[], LOOKUPS.slice(0, 1)]) {
        const roles = await rolesFor([...PULL, ...lookups], { forbidden });
        assert.equal(roles?.status, "unknown");
        assert.match(roles.remedy ?? "", /^grant CAP_IAM_ROLE_BINDINGS_LIST and CAP_IAM_ROLES_LIST /);
      }
      assert.equal((await rolesFor([...PULL, ...LOOKUPS], { forbidden }))?.status, "ok");
    });
});
