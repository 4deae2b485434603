import { stories } from "./story";

const BOT = 'BOT = put iam:Identity $ORG {"name":"ci","claimMatch":{"issuer":"https://i.example.com","subject":"s"}}';

describe("an update in the emulator", () => {
  stories(`
    # is refused with an unknown nested key, and for what is missing, built in or taken
    ${BOT}
    PATCH /iam/v2/identities/$BOT {"claimMatch":{"audiences":[]}}
    -> INVALID_ARGUMENT could not find field "audiences" in "platform.iam.v2.Identity.ClaimMatch"
    PATCH /iam/v2/groups/none {"name":"x"} -> missing iam/Group none
    PATCH /iam/v2/roles/$VIEWER {"name":"x"} -> PERMISSION_DENIED Permission denied: managed roles cannot be updated
    put registry:Repo $ORG {"name":"taken"}
    REPO = put registry:Repo $ORG {"name":"app"}
    PATCH /registry/v2/repos/$REPO {"name":"taken"} -> 409
    PATCH /registry/v2/repos/$REPO {"name":"app"}

    # advances updateTime each time, even without a change and with a stopped clock
    ${BOT}
    PATCH /iam/v2/identities/$BOT {} -> {"updateTime":"2026-11-21T11:32:03.385Z"}
    PATCH /iam/v2/identities/$BOT {} -> {"updateTime":"2026-11-21T11:32:03.386Z"}
    wait 60000
    PATCH /iam/v2/identities/$BOT {}
    -> {"createTime":"2026-11-21T11:32:03.384Z","updateTime":"2026-11-21T11:33:03.384Z"}

    # keeps the server's fields in a message that is replaced, and creates no message in order to clear a field in it
    REPO = put registry:Repo $ORG {"name":"m","sync_config":{"source":"$NGINX"}}
    PATCH /registry/v2/repos/$REPO?updateMask=sync_config {"sync_config":{"source":"$NGINX","google":"g@example.com"}}
    -> {"sync_config":{"source":"$NGINX","google":"g@example.com","expirationTime":"2026-12-05T11:32:03.384Z","gracePeriod":true}}
    PATCH /registry/v2/repos/$REPO?updateMask=sync_config.google {}
    -> {"sync_config":{"source":"$NGINX","expirationTime":"2026-12-05T11:32:03.384Z","gracePeriod":true}}
    PATCH /registry/v2/repos/$REPO {"sync_config":null} -> {"sync_config":null}
    PATCH /registry/v2/repos/$REPO?updateMask=custom_overlay.environment {} -> {"customOverlay":null}

    # fills in a syncing repo only when its source is set
    REPO = put registry:Repo $ORG {"name":"m","sync_config":{"source":"public-org/python"}}
    PATCH /registry/v2/repos/$REPO {"description":"","bundles":[]}
    -> {"description":null,"bundles":null,"aliases":["python3:latest"]}
    PATCH /registry/v2/repos/$REPO {"sync_config":{"source":"public-org/nginx"}}
    -> {"description":null,"catalogTier":"CATALOG_TIER_BASE"}
    PATCH /registry/v2/repos/$REPO {"sync_config":{"source":"public-org/python"}}
    -> {"description":"The Python interpreter","bundles":["base","featured"]}

    # ignores fields that only the server sets, and checks only changed references
    TEAM = put iam:Group $ORG {"name":"team"}
    edit $TEAM {"kind":"ORG_KIND_DEV","verified":true}
    PATCH /iam/v2/groups/$TEAM {"description":"d","kind":"ORG_KIND_INFRA","verified":false}
    -> {"description":"d","kind":"ORG_KIND_DEV","verified":true}
    ${BOT}
    BINDING = put iam:RoleBinding $ORG {"identityUid":"$BOT","roleUid":"$VIEWER"}
    remove $BOT
    PATCH /iam/v2/roleBindings/$BINDING {"roleUid":"$OWNER"}
    PATCH /iam/v2/roleBindings/$BINDING {"roleUid":"none"} -> missing iam/Role none
  `);
});
