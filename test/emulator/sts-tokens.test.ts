import assert from "node:assert/strict";
import { CI, claimsIn, makeIdentity, spoiled } from "./exchange";
import { roleNamed, test, testWith } from "./local";
import { CI as CI_LINE, storiesWith } from "./story";

describe("the access tokens of the emulator", () => {
  test("has an own token that names its identity, and is accepted only as a whole", async ({
    token,
    environment,
    call,
  }) => {
    assert.equal(claimsIn(token).sub, environment.PLATFORM_IDENTITY);
    assert.equal((await call("GET /iam/v2/groups")).status, 200);
    for (const other of [spoiled(token), token.slice(0, -1), `${token}0`])
      assert.equal((await call("GET /iam/v2/groups", undefined, other)).status, 401);
  });

  testWith({ tokenForm: "opaque", tokenTtlSeconds: 60 })(
    "returns a text without content if tokens are opaque, with the same access until it expires (row 151)",
    async (emulator) => {
      const root = emulator.organization.uid;
      const identity = makeIdentity(emulator, { claimMatch: CI });
      const viewer = emulator.list("iam:Role").find(({ name }) => name === "viewer")?.uid;
      const own = emulator.put("iam:RoleBinding", root, { identityUid: identity, roleUid: viewer });
      const exchange = `POST /sts/exchange?aud=${encodeURIComponent(emulator.url)}&identity=${identity}`;
      const { body } = await emulator.call(exchange, undefined, await emulator.idToken(CI));
      const token = String(body.token);
      assert.match(token, /^hk_[0-9a-f]{48}$/);
      const groups = await emulator.call("GET /iam/v2/groups", undefined, token);
      const found = (groups.body.groups as { uid: string }[]).map(({ uid }) => uid);
      assert.deepEqual(found, [root]);
      emulator.remove(String(own.uid));
      assert.equal((await emulator.call("GET /iam/v2/groups", undefined, token)).body.groups, undefined);
      assert.equal((await emulator.call("GET /iam/v2/groups", undefined, `${token}0`)).status, 401);
    },
  );

  for (const tokenForm of ["jwt", "opaque"] as const) {
    testWith({ tokenForm, tokenGrants: "frozen" })(
      `issues ${tokenForm} tokens that grant what the identity could do when they were made (row 239)`,
      async (emulator) => {
        const root = emulator.organization.uid;
        const identity = makeIdentity(emulator, { claimMatch: CI });
        const exchange = `POST /sts/exchange?aud=${encodeURIComponent(emulator.url)}&identity=${identity}`;
        const fresh = async () =>
          String((await emulator.call(exchange, undefined, await emulator.idToken(CI))).body.token);
        const statusOf = async (token: string, group: string) =>
          (await emulator.call(`POST /iam/v2/groups/${group}`, { name: "team" }, token)).status;
        const before = await fresh();
        const binding = emulator.put("iam:RoleBinding", root, {
          identityUid: identity,
          roleUid: roleNamed(emulator, "owner"),
        });
        assert.equal(await statusOf(before, root), 403);
        const bound = await fresh();
        assert.equal(await statusOf(bound, root), 200);
        const team = String(emulator.put("iam:Group", root, { name: "later" }).uid);
        assert.equal(await statusOf(bound, team), 200, "what lies below a group needs no new token");
        emulator.remove(String(binding.uid));
        assert.equal(await statusOf(bound, root), 200, "a token outlives the binding");
        assert.equal(await statusOf(await fresh(), root), 403);
      },
    );
  }

  storiesWith({ tokenTtlSeconds: 10 })(`
    # expire by the clock, which tokens read in whole seconds
    ${CI_LINE}
    as $CI
    wait 9615
    GET /iam/v2/groups
    wait 1
    GET /iam/v2/groups -> UNAUTHENTICATED token expired
  `);
});
