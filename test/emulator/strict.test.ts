import { bound, CI, stories, storiesWith } from "./story";

const claimMatch = '"claimMatch":{"issuer":"https://token.example.com","subject":"s"}';
const repos = "/registry/v2/repos";
const mappings = "/iam/v2/externalGroupRoleMappings";
const IDP =
  'IDP = put iam:IdentityProvider $ORG {"name":"okta","defaultRole":"$VIEWER","oidc":{"issuer":"https://o.example.com","clientId":"c","pkceEnabled":true}}';
const overlay = '"customOverlay":{"environment":{"A":"1"}}';

const NAME = 'name: name must match "^[a-z0-9 ._-]{1,}$"';

/** Values that break a rule: the request, its body, and the complaint. */
const broken = String.raw`
    POST /iam/v2/groups/$ORG {"name":"Team"} -> invalid ${NAME}
    POST /iam/v2/identities/$ORG {"name":"Ci",${claimMatch}} -> invalid ${NAME}
    POST /iam/v2/identities/$ORG {"name":"ci","claimMatch":{"issuer":"https://token.example.com","subjectPattern":"("}} -> invalid claim_match.subject_pattern: subject_pattern must be a pattern of RE2, which has no lookaround and no backreferences: missing closing )
    POST /iam/v2/roles/$ORG {"name":"A","capabilities":["CAP_REPO_LIST"]} -> invalid ${NAME}
    POST /iam/v2/groups/$ORG {"name":"team","description":"a\nb"} -> invalid description: description must match "^[\S ]{0,512}$"
    POST /registry/v2/repos/$ORG {"name":"Web"} -> invalid name: name must match "^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$"
    POST /registry/v2/repos/$ORG {"name":"web","bundles":["base","web"]} -> invalid bundles: bundles has an unknown value
    POST /registry/v2/repos/$ORG {"name":"web","aliases":["web"]} -> invalid aliases[0]: aliases[0] must match "^[a-zA-Z0-9_.\-/]*[a-zA-Z0-9_.\-]:[a-zA-Z0-9_.\-]+$"
    POST /registry/v2/repos/$ORG {"name":"web","customOverlay":{"environment":{"VENDOR_X":"1"}}} -> invalid custom_overlay.environment.VENDOR_X: VENDOR_X must not begin with VENDOR_, because the platform sets such keys itself`;

describe("a strict emulator", () => {
  storiesWith({ strict: true })(`
    # refuses values that break a rule, and names the field like the platform
    ${broken}

    # accepts what only a preview warns about
    POST /iam/v2/identities/$ORG {"name":"ci",${claimMatch}}
    POST /iam/v2/groups/$ORG {"name":"${"a".repeat(64)}"}
    POST /events/v2/subscriptions/$ORG {"sink":"http://localhost/callback"}

    # refuses an unsafe readme, and keeps the former one
    REPO = put registry:Repo $ORG {"name":"web"}
    PATCH ${repos}/$REPO/readme {"content":"# web"}
    PATCH ${repos}/$REPO/readme {"content":"<script>x</script>"} -> invalid content
    GET ${repos}/$REPO/readme -> {"content":"# web"}

    # lets an object that breaks a rule be changed in other fields and deleted
    TEAM = put iam:Group $ORG {"name":"team"}
    edit $TEAM {"name":"X","description":"two\\nlines"}
    PATCH /iam/v2/groups/$TEAM {"description":"one line"}
    PATCH /iam/v2/groups/$TEAM {"name":"Y"} -> 400
    DELETE /iam/v2/groups/$TEAM

    # accepts only the organization as the scope of a mapping, and each mapping once
    ${IDP}
    TEAM = put iam:Group $ORG {"name":"team"}
    POST ${mappings}/$IDP {"externalGroupId":"g","roleUid":"$VIEWER","scope":"$TEAM"}
    -> invalid scope: scope must be the root group of the organization
    POST ${mappings}/$IDP {"externalGroupId":"g","roleUid":"$VIEWER","scope":"$ORG"}
    POST ${mappings}/$IDP {"externalGroupId":"g","roleUid":"$VIEWER","scope":"$ORG"} -> 409

    # refuses a change of inherited fields of a syncing repo, and of no others
    POST ${repos}/$ORG {"name":"a","bundles":["ai"],"sync_config":{"source":"public-org/python"}} -> invalid bundles
    MIRROR = POST ${repos}/$ORG {"name":"m","bundles":["base","featured"],"sync_config":{"source":"public-org/python"}}
    PATCH ${repos}/$MIRROR {"catalogTier":"CATALOG_TIER_AI"} -> invalid catalog_tier
    PATCH ${repos}/$MIRROR {"bundles":[]} -> invalid bundles
    PATCH ${repos}/$MIRROR {"aliases":["a:b"]} -> invalid aliases
    PATCH ${repos}/$MIRROR {"activeTags":["v1"]} -> invalid active_tags
    PATCH ${repos}/$MIRROR {"description":"ours"}
    GROWN = put registry:Repo $ORG {"name":"grown","bundles":["ai"]}
    PATCH ${repos}/$GROWN {"sync_config":{"source":"public-org/python"}} -> {"bundles":["base","featured"]}
    PATCH ${repos}/$MIRROR {"sync_config":null,"bundles":["ai"]}

    # accepts an overlay only with a source to sync from, at creation and later
    POST ${repos}/$ORG {"name":"own",${overlay}} -> invalid custom_overlay: custom_overlay requires a sync_config
    SYNCED = POST ${repos}/$ORG {"name":"synced",${overlay},"sync_config":{"source":"public-org/nginx"}}
    PATCH ${repos}/$SYNCED {"sync_config":null} -> invalid custom_overlay: custom_overlay requires a sync_config
    PATCH ${repos}/$SYNCED {"sync_config":null,"customOverlay":null}
    PATCH ${repos}/$SYNCED {${overlay}} -> invalid custom_overlay: custom_overlay requires a sync_config
    OLDER = put registry:Repo $ORG {"name":"older"}
    edit $OLDER {${overlay}}
    PATCH ${repos}/$OLDER {"description":"d"}

    # lets nobody hand on a role, by a mapping or a default role, without the capabilities that it grants
    ${IDP}
    ${CI}
    OWN = put iam:Role $ORG {"name":"own","capabilities":["CAP_IAM_IDENTITY_PROVIDERS_CREATE","CAP_IAM_IDENTITY_PROVIDERS_UPDATE","CAP_IAM_ROLE_BINDINGS_CREATE","CAP_REPO_LIST"]}
    APK = put iam:Role $ORG {"name":"apk","capabilities":["CAP_APK_LIST","CAP_REPO_LIST"]}
    ${bound("$OWN")}
    as $CI
    POST ${mappings}/$IDP {"externalGroupId":"g","roleUid":"$APK","scope":"$ORG"}
    -> lacks apk.list, which the role grants
    POST ${mappings}/$IDP {"externalGroupId":"g","roleUid":"$OWN","scope":"$ORG"}
    PATCH /iam/v2/identityProviders/$IDP {"defaultRole":"$APK"} -> lacks apk.list, which the role grants
    PATCH /iam/v2/identityProviders/$IDP {"defaultRole":"$OWN"}
  `);

  for (const line of broken.trim().split("\n")) {
    const [request = ""] = line.trim().split(" -> ");
    stories(`
      # is the only one that refuses them: ${request.replaceAll("\\n", " ")}
      ${request}
    `);
  }

  for (const [settings, filled] of [
    [{ uniqueTags: true, gracePeriod: false }, '"uniqueTags":true,"gracePeriod":false'],
    [{}, '"uniqueTags":false,"gracePeriod":true'],
  ] as const)
    storiesWith({ strict: true, emitUnpopulated: true, ...settings })(`
      # fills in what the organization set for syncing: ${JSON.stringify(settings)} (row 241)
      POST ${repos}/$ORG {"name":"mirror","sync_config":{"source":"public-org/nginx"}}
      -> {"sync_config":{"source":"$NGINX","expirationTime":"2026-12-05T11:32:03.384Z",${filled},"google":"","amazon":"","azure":"","apkoOverlay":""}}
    `);
});
