import { stories } from "./story";

describe("terms in the emulator", () => {
  stories(`
    # stay accepted for good, and are listed in pages, in order
    GET /iam/v2/terms/$ORG -> {"termsAcceptances":null,"totalCount":"0"}
    POST /iam/v2/terms/$ORG {"documentIds":["tos.v1","dpa.v1","tos.v1"]}
    -> {"group":"$ORG","documentIds":["tos.v1","dpa.v1"]}
    wait 1000
    POST /iam/v2/terms/$ORG {"documentIds":["tos.v1","tos.v2"]} -> {"group":"$ORG","documentIds":["tos.v1","tos.v2"]}
    GET /iam/v2/terms/$ORG -> [dpa.v1 tos.v1 tos.v2]
    GET /iam/v2/terms/$ORG?skip=1
    -> {"totalCount":"3","termsAcceptances":[{"docId":"tos.v1","acceptedBy":"admin","orgUid":"$ORG","createTime":"2026-11-21T11:32:03.384Z"},{"docId":"tos.v2","acceptedBy":"admin","orgUid":"$ORG","createTime":"2026-11-21T11:32:04.384Z"}]}
    GET /iam/v2/terms/$ORG?page_size=2&order_by=doc_id%20desc -> [tos.v2 tos.v1]

    # belong to an organization other than the public one, and name documents
    TEAM = put iam:Group $ORG {"name":"team"}
    POST /iam/v2/terms/$TEAM {"documentIds":["a"]} -> invalid group: must be a root group
    GET /iam/v2/terms/$TEAM -> invalid group: must be a root group
    POST /iam/v2/terms/$ORG {"documentIds":[]} -> invalid document_ids: document_ids is required
    POST /iam/v2/terms/none {"documentIds":["a"]} -> missing iam/Group none
    POST /iam/v2/terms/$PUBLIC {"documentIds":["a"]} -> lacks terms.accept
  `);
});
