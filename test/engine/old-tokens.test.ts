import assert from "node:assert/strict";
import { describeEngine } from "../support/describe-engine";
import { succeeded } from "../support/engine";
import { tokenOf } from "../support/furnished";
import { assertInvariants } from "../support/invariants";

describeEngine(
  "a refresh with a token that is older than its rights",
  (engine) => {
    it("keeps what the platform hides from it, and says to get a new token, which helps (row 291)", async () => {
      const { emulator, root, stack } = engine;
      engine.declare([{ name: "images", class: "Repo", args: { parentUid: root } }]);
      succeeded(await stack.up());
      const put = (type: string, body: Record<string, unknown>) => String(emulator.put(type, root, body).uid);
      const capabilities = ["GROUPS", "ROLES", "ROLE_BINDINGS"].map((kind) => `CAP_IAM_${kind}_LIST`);
      const roleUid = put("iam:Role", { name: "base", capabilities });
      const claimMatch = { issuer: "https://ci.example.com", subject: "repo:acme/bot" };
      const identityUid = put("iam:Identity", { name: "bot", claimMatch });
      put("iam:RoleBinding", { identityUid, roleUid });
      const old = await tokenOf(emulator, "bot");
      const editor = emulator.list("iam:Role").find(({ name }) => name === "editor")?.uid;
      put("iam:RoleBinding", { identityUid, roleUid: editor });

      const refresh = (PLATFORM_TOKEN: string) => stack.run(["refresh", "--yes", "--skip-preview"], { PLATFORM_TOKEN });
      const refused = await refresh(old);
      assert.equal(refused.code, 1, refused.output);
      assert.match(
        refused.output,
        /may still exist[\s\S]*the token may be older than the role binding[\s\S]*get a new one/,
      );
      assert.ok((await engine.recorded()).has("images"));
      // Seconds have passed since the grant.
      const { output } = succeeded(await refresh(await tokenOf(emulator, "bot")));
      assert.doesNotMatch(output, /deleted/);
      assert.ok((await engine.recorded()).has("images"));
      await assertInvariants(engine);
    });
  },
  { forbidden: "hidden" },
);
