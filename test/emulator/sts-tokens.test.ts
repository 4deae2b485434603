import assert from "node:assert/strict";
import { claimsIn, spoiled } from "./exchange";
import { test, testWith } from "./local";
import { bound, CI as CI_LINE, play, storiesWith } from "./story";

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

  testWith({ tokenForm: "opaque" })("have no content if they are opaque", async (emulator) => {
    const names = await play(emulator, `${CI_LINE}\nas $CI`);
    assert.match(names.get("TOKEN") ?? "", /^hk_[0-9a-f]{48}$/);
    assert.equal((await emulator.call("GET /iam/v2/groups", undefined, `${names.get("TOKEN")}0`)).status, 401);
  });

  storiesWith({ tokenForm: "opaque", tokenTtlSeconds: 60 })(`
    # have the same access as others if they are opaque, until they expire (row 151)
    ${CI_LINE}
    BINDING = ${bound("$VIEWER")}
    as $CI
    GET /iam/v2/groups -> [acme]
    remove $BINDING
    GET /iam/v2/groups -> []
    wait 61000
    GET /iam/v2/groups -> UNAUTHENTICATED token expired
  `);

  for (const tokenForm of ["jwt", "opaque"] as const)
    storiesWith({ tokenForm, tokenGrants: "frozen" })(`
      # grant what the identity could do when they were made, in new groups too: ${tokenForm} (row 239)
      ${CI_LINE}
      as $CI
      BINDING = ${bound("$OWNER")}
      POST /iam/v2/groups/$ORG {"name":"team"} -> lacks groups.create
      as $CI
      POST /iam/v2/groups/$ORG {"name":"team"}
      TEAM = put iam:Group $ORG {"name":"later"}
      POST /iam/v2/groups/$TEAM {"name":"team"}
      remove $BINDING
      POST /iam/v2/groups/$ORG {"name":"team"}
      as $CI
      POST /iam/v2/groups/$ORG {"name":"team"} -> lacks groups.create
    `);

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
