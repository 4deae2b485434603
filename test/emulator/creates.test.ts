import assert from "node:assert/strict";
import { testWith } from "./local";
import { stories, storiesWith } from "./story";

const BOT = '{"name":"ci","servicePrincipal":"SERVICE_PRINCIPAL_SKILLS"}';

describe("a create in the emulator", () => {
  stories(`
    # needs an existing parent of the right kind, except for groups, and references that exist
    POST /registry/v2/repos/$ORG/ffffffffffffffff {"name":"app"} -> missing iam/Group $ORG/ffffffffffffffff
    POST /registry/v2/repos {"name":"app"} -> missing iam/Group${" "}
    IDENTITY = POST /iam/v2/identities/$ORG ${BOT}
    POST /iam/v2/groups/$IDENTITY {"name":"team"} -> 404
    POST /iam/v2/roleBindings/$ORG {"identityUid":"none","roleUid":"$VIEWER"} -> missing iam/Identity none
    POST /iam/v2/roleBindings/$ORG {"identityUid":"$IDENTITY","roleUid":"none"} -> missing iam/Role none
    POST /iam/v2/roleBindings/$PUBLIC {"identityUid":"x","roleUid":"y"} -> lacks role_bindings.create
  `);

  const twins = [
    `/iam/v2/groups/$ORG {"name":"twin"}`,
    `/iam/v2/identities/$ORG ${BOT}`,
    `/events/v2/subscriptions/$ORG {"sink":"https://sink.example.com/"}`,
  ];
  stories(`
    # allows two objects with one key, because the API does not guarantee uniqueness
    ${twins.map((twin) => `POST ${twin}\nPOST ${twin}\nGET ${twin.split("/$ORG")[0]}?uidp.childrenOf=$ORG -> {"totalCount":"2"}`).join("\n")}
  `);

  stories(`
    # allows one repo name in two groups, and the name of a deleted repo again
    TEAM = POST /iam/v2/groups/$ORG {"name":"team"}
    REPO = POST /registry/v2/repos/$ORG {"name":"app"}
    POST /registry/v2/repos/$TEAM {"name":"app"}
    DELETE /registry/v2/repos/$REPO
    POST /registry/v2/repos/$ORG {"name":"app"}

    # gives a group the kind of its root group
    NEW = POST /iam/v2/groups {"name":"neworg"}
    POST /iam/v2/groups/$NEW {"name":"team"} -> {"kind":null,"status":"ORG_STATUS_READY"}
  `);

  testWith({ latencyMs: 5 })("creates one repo when several creates with one name arrive at once", async (emulator) => {
    const create = () => emulator.call(`POST /registry/v2/repos/${emulator.organization.uid}`, { name: "app" });
    const replies = await Promise.all(Array.from({ length: 20 }, create));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    assert.equal(emulator.list("registry:Repo").filter(({ name }) => name === "app").length, 1);
  });

  storiesWith({ strict: true })(`
    # fills a mirror's empty fields from its source
    POST /registry/v2/repos/$ORG {"name":"py","description":"ours","sync_config":{"source":"public-org/python"}}
    -> {"description":"ours","catalogTier":"CATALOG_TIER_BASE","bundles":["base","featured"],"aliases":["python3:latest"],"activeTags":["latest","latest-dev"]}
  `);
});
