import assert from "node:assert/strict";
import { test } from "./local";
import { stories, storiesWith } from "./story";

describe("account associations in the emulator", () => {
  stories(`
    # exist at most once per group
    POST /iam/v2/accountAssociations/$ORG {"name":"a","amazon":{"account":"123456789012"}} -> {"uid":"$ORG"}
    POST /iam/v2/accountAssociations/$ORG {"name":"b"}
    -> ALREADY_EXISTS Already exists: iam.platform.example/AccountAssociation "$ORG"
    POST /iam/v2/accountAssociations/$ORG/ffffffffffffffff {"name":"b"} -> missing iam/Group $ORG/ffffffffffffffff

    # are listed by name and by the place of their group
    TEAM = POST /iam/v2/groups/$ORG {"name":"team"}
    put iam:AccountAssociation $ORG {"name":"upper"}
    put iam:AccountAssociation $TEAM {"name":"lower"}
    GET /iam/v2/accountAssociations -> [upper lower]
    GET /iam/v2/accountAssociations?name=lower -> [lower]
    GET /iam/v2/accountAssociations?uidp.childrenOf=$ORG -> [lower]
    GET /iam/v2/accountAssociations?uidp.ids=$ORG -> [upper]
    GET /iam/v2/accountAssociations?uidp.inRoot=true -> [upper]
  `);

  test("take precedence over a group of the same uid, unless a type is given", async (emulator) => {
    const { get, edit, remove, put } = emulator;
    const { uid } = emulator.organization;
    put("iam:AccountAssociation", uid, { name: "a" });
    edit(uid, { description: "of the association" });
    edit(uid, { description: "of the group" }, "iam:Group");
    assert.equal(get(uid)?.description, "of the association");
    assert.equal(remove(uid), true);
    assert.equal(get(uid)?.description, "of the group");
    assert.equal(remove(uid, "iam:AccountAssociation"), false);
  });

  const path = "/iam/v2/accountAssociations/$ORG";
  for (const vendor of ["vendor", "acmecloud"])
    storiesWith({ ...(vendor === "vendor" ? {} : { vendor }), emitUnpopulated: true })(`
      # have the platform's own services under "${vendor}"
      POST ${path} {"name":"a","${vendor}":{"serviceBindings":{"INGESTER":"$ORG/a"}},"other":{}}
      -> {"${vendor}":{"serviceBindings":{"INGESTER":"$ORG/a"}},"{vendor}":null}
      PATCH ${path}?updateMask=${vendor}.service_bindings {"${vendor}":{"serviceBindings":{"INGESTER":"$ORG/b"}}}
      -> {"${vendor}":{"serviceBindings":{"INGESTER":"$ORG/b"}}}
      PATCH ${path} {"{vendor}":{}}
      -> INVALID_ARGUMENT could not find field "{vendor}" in "platform.iam.v2.AccountAssociation"
    `);

  stories(`
    # are checked for an account by its provider, where one exists
    POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {"providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
    -> missing iam/AccountAssociation $ORG
    put iam:AccountAssociation $ORG {"name":"a","amazon":{"account":"123456789012"}}
    POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {"providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
    -> {"status":"CHECK_STATUS_READY","reason":null}
    POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {"providerType":2}
    -> {"status":"CHECK_STATUS_READY","reason":null}
    POST /iam/v2/accountAssociations/$ORG:checkAccountAssociation {} -> invalid provider_type: provider_type is required
  `);
});
