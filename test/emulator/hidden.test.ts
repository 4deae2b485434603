import assert from "node:assert/strict";
import { testWith } from "./local";
import { bound, CI, play, storiesWith } from "./story";

const digest = `sha256:${"a".repeat(64)}`;
const TEAMS = `
    TEAM = put iam:Group $ORG {"name":"team"}
    OTHER = put iam:Group $ORG {"name":"other"}
    REPO = put registry:Repo $OTHER {"name":"app"}
    ${CI}
    STRANGER = put iam:Identity $ORG {"name":"stranger","servicePrincipal":1}
    FOREIGN = put iam:RoleBinding $OTHER {"identityUid":"$STRANGER","roleUid":"$VIEWER"}
    ${bound("$VIEWER", "$TEAM")}`;

/** Requests about a group, and about what lies below it. */
const requests = `
    GET /iam/v2/groups/GROUP
    PATCH /iam/v2/groups/GROUP {"description":"d"}
    DELETE /iam/v2/groups/GROUP
    POST /iam/v2/groups/GROUP {"name":"new"}
    POST /registry/v2/repos/GROUP {"name":"new"}
    GET /registry/v2/repos/BELOW
    GET /registry/v2/repos/BELOW/readme
    POST /registry/v2/tags/BELOW {"name":"new","digest":"${digest}"}
    GET /registry/v2/repos/BELOW/digests/sha256:0/size
    POST /iam/v2/identityProviders/GROUP:generateScimToken {}
    POST /iam/v2/accountAssociations/GROUP:checkAccountAssociation {"providerType":"ACCOUNT_PROVIDER_TYPE_AMAZON"}
    GET /iam/v2/terms/GROUP
    POST /iam/v2/roleBindings:batchCreate {"parent":"GROUP","requests":[{"roleBinding":{"identityUid":"x","roleUid":"y"}}]}
    POST /iam/v2/externalGroupRoleMappings:batchDelete {"parent":"GROUP","names":["GROUP/x"]}
    DELETE /iam/v2/accountAssociations/GROUP`
  .trim()
  .split("\n")
  .map((line) => line.trim());

describe("an exchanged token on an emulator that hides objects", () => {
  testWith({ forbidden: "hidden" })(
    "gets the same answer for hidden objects and for missing ones",
    async (emulator) => {
      const names = await play(emulator, `${TEAMS}\nas $CI`);
      const token = names.get("TOKEN") ?? assert.fail();
      const answers = async (caller: string, group: string, below: string) => {
        const texts: string[] = [];
        for (const line of requests) {
          const [method, path, body] = line.replaceAll("BELOW", below).replaceAll("GROUP", group).split(" ");
          const { status, text } = await emulator.call(`${method} ${path}`, body, caller);
          texts.push(`${line} ${status} ${text.replaceAll(below, "BELOW").replaceAll(group, "GROUP")}`);
        }
        return texts;
      };
      const missing = `${emulator.organization.uid}/none`;
      const hidden = await answers(token, names.get("OTHER") ?? "", names.get("REPO") ?? "");
      assert.deepEqual(hidden, await answers(emulator.token, missing, `${missing}/none`));
      assert.match(String(hidden[0]), /404 .*"resourceName":"GROUP","description":"group not found"/);
    },
  );

  // A second delete of a binding succeeds, so the delete of one that is hidden does: nothing is done.
  storiesWith({ forbidden: "hidden" })(`
    # changes nothing that is hidden, and reads in a refusal what it lacks for the others
    ${TEAMS}
    as $CI
    PATCH /iam/v2/groups/$OTHER {"description":"d"} -> missing iam/Group $OTHER
    POST /registry/v2/repos/$OTHER {"name":"new"} -> 404
    DELETE /iam/v2/roleBindings/$FOREIGN
    PATCH /iam/v2/groups/$TEAM {"description":"d"} -> lacks groups.update
    POST /registry/v2/repos/$TEAM {"name":"new"} -> lacks repo.create
    POST /iam/v2/groups {"name":"new"} -> lacks groups.create
    as admin
    GET /iam/v2/roleBindings/$FOREIGN
    GET /iam/v2/groups/$OTHER -> {"description":null}
    GET /registry/v2/repos?name=new -> []
  `);
});
