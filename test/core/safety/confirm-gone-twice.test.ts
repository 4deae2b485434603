import assert from "node:assert/strict";
import type { Context } from "../../../src/core/context";
import type { EmulatorOptions } from "../../../src/emulator/index";
import { LocalPlatform, NOW, placed } from "../../support/local-platform";
import { verbsIn } from "../../support/local-verbs";
import { sightOf } from "../../support/platform";
import { group, identity, role, roleBinding } from "../../support/resources";

const objects = [placed(group, "org/a", { name: "above" }), placed(group, "org/a/b", { name: "team" })];

describe("a delete of a kind whose second delete succeeds, too (row 101)", () => {
  const grant = placed(roleBinding, "org/a/1", { identityUid: "org/bot", roleUid: "viewer" });
  const values = { parentUid: "org/a", identityUid: "org/bot", roleUid: "viewer" };
  /** A token that deletes role bindings, and may do no more than what `more` lets it do. */
  const deletingAs = async (
    more: readonly string[],
    options: EmulatorOptions = {},
    afterSight = (_: LocalPlatform) => {},
  ) => {
    const bot = placed(identity, "org/bot", { name: "bot", servicePrincipal: "SERVICE_PRINCIPAL_SKILLS" });
    const capabilities = ["CAP_IAM_GROUPS_LIST", "CAP_IAM_ROLE_BINDINGS_DELETE", ...more];
    const own = [
      placed(role, "org/all", { name: "all", capabilities }),
      placed(roleBinding, "org/own", { identityUid: "org/bot", roleUid: "org/all" }),
    ];
    const platform = new LocalPlatform([...objects, bot, ...own, grant], { tokenGrants: "live", ...options });
    const sight: Context["sight"] = async (client) => {
      const seen = await sightOf("org/bot")(client);
      afterSight(platform);
      return seen;
    };
    const run = platform.run({ sight }, await platform.tokenOf("org/bot"));
    return { platform, bindings: verbsIn(run, roleBinding) };
  };
  const seeing = ["CAP_IAM_ROLE_BINDINGS_LIST", "CAP_IAM_ROLES_LIST"];

  it("waits until an object less than a minute old is visible, so that no grant remains (row 220)", async () => {
    for (const type of ["", "application/grpc"]) {
      const headers = { "grpc-metadata-content-type": type };
      const createTime = new Date(Date.parse(NOW) - 5_000).toISOString();
      const platform = new LocalPlatform([...objects, placed(roleBinding, "org/a/1", { ...values, createTime })]);
      // A replica that does not know the object yet, and confirms its delete.
      platform.fault({ method: "GET", path: /\/org\/a\/1$/, times: 2, action: { kind: "status", code: "NOT_FOUND" } });
      const delay = platform.fault({
        method: "DELETE",
        times: 99,
        action: { kind: "body", status: 200, body: "{}", headers },
      });
      for (const act of [() => undefined, () => delay.remove()]) platform.whenAnswered(/^GET .*\/org\/a\/1$/, act);
      await verbsIn(platform.run(), roleBinding).delete("org/a/1", { ...values, createTime });
      assert.equal(platform.get("org/a/1"), undefined);
    }
  });

  it("is believed without a read of the object if the token sees the kind before, and the group after it", async () => {
    const { platform, bindings } = await deletingAs(seeing, { forbidden: "hidden" });
    await bindings.delete("org/a/1", values);
    assert.equal(platform.get("org/a/1"), undefined);
    assert.ok(!platform.requests.some(({ method, path }) => method === "GET" && path.endsWith("/org/a/1")));
  });

  it("is not believed once the run has deleted the token's own rights, even at the same moment (row 149)", async () => {
    // The token sees the kind just before its delete. The platform confirms deletes of what it hides.
    const { platform, bindings } = await deletingAs(seeing, { forbidden: "hidden" }, (one) => {
      if (one.get("org/own") !== undefined) one.remove("org/own");
    });
    await assert.rejects(bindings.delete("org/a/1", values), /and no group above it is visible either/);
    assert.ok(platform.get("org/a/1"));
  });

  it("counts with a warning if the token may delete but not read it", async () => {
    const { platform, bindings } = await deletingAs([]);
    await bindings.delete("org/a/1", values);
    assert.equal(platform.get("org/a/1"), undefined);
    assert.match(
      platform.printed.join(),
      /warning: the RoleBinding org\/a\/1 was deleted, but this token cannot check that it no longer exists\.\n- Ask someone who can read it to check that it no longer exists\.$/,
    );
  });
});
