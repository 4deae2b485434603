import assert from "node:assert/strict";
import { roleNamed, test } from "./local";
import { stories } from "./story";

const path = "/iam/v2/groupInvites";

describe("invites in the emulator", () => {
  stories(`
    # need an existing role and a positive lifetime in seconds
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"86400s"} -> {"expirationTime":"2026-11-22T11:32:03.384Z"}
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"1.5s"} -> {"expirationTime":"2026-11-21T11:32:04.884Z"}
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"999999999999s"} -> {"expirationTime":"9999-12-31T23:59:59Z"}
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"24h"} -> 400
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"0s"} -> invalid ttl: ttl must be positive
    POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"-5s"} -> invalid ttl: ttl must be positive
    POST ${path}/$ORG {"roleUid":"$VIEWER"} -> invalid ttl: ttl is required
    POST ${path}/$ORG {"roleUid":"none","ttl":"60s"} -> missing iam/Role none

    # are listed newest first
    FIRST = POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"60s"}
    wait 1
    SECOND = POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"60s"}
    GET ${path} -> [$SECOND $FIRST]
    GET ${path}?order_by=created_at -> [$FIRST $SECOND]

    # have no effect and block nothing once they have expired, and block no delete of their role
    ROLE = put iam:Role $ORG {"name":"r","capabilities":["CAP_REPO_LIST"]}
    TEAM = put iam:Group $ORG {"name":"team"}
    INVITE = put iam:GroupInvite $TEAM {"roleUid":"$ROLE","ttl":"60s"}
    DELETE /iam/v2/groups/$TEAM
    -> FAILED_PRECONDITION Precondition failed: cannot delete group with child group invites
    DELETE /iam/v2/roles/$ROLE
    wait 59999
    GET ${path}/$INVITE -> {"roleUid":"$ROLE","role":null}
    wait 1
    GET ${path}/$INVITE -> missing iam/GroupInvite $INVITE
    GET ${path} -> {"totalCount":"0"}
    DELETE /iam/v2/groups/$TEAM

    # ignore fields that only the Pulumi resource has, and are found by their key
    INVITE = POST ${path}/$ORG {"roleUid":"$VIEWER","ttl":"60s","recreateWhenGone":true,"gone":true}
    -> {"recreateWhenGone":null,"gone":null}
    GET ${path}?keyId=other -> []
  `);

  test("store no code, and are gone when they are used", async (emulator) => {
    const body = { roleUid: roleNamed(emulator, "viewer"), ttl: "60s", single_use: true };
    const [made] = [1, 2].map(() => emulator.put("iam:GroupInvite", emulator.organization.uid, body));
    const found = (await emulator.call(`GET ${path}?keyId=${made?.keyId}`)).body;
    assert.equal(found.totalCount, "1");
    assert.match(String(made?.code), /^inv-/);
    const { code: _, ...others } = made ?? {};
    const edited = emulator.edit(String(made?.uid), { email: "b@example.com" });
    assert.deepEqual(edited, { ...others, email: "b@example.com" });
    assert.equal(emulator.remove(String(made?.uid)), true);
    assert.equal((await emulator.call(`GET ${path}/${made?.uid}`)).status, 404);
  });
});
