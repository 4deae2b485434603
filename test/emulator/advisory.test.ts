import assert from "node:assert/strict";
import { testWith } from "./local";
import { stories } from "./story";

const path = "/vulnerabilities/v2/advisories";

// What each filter finds is a test of the lookups.
describe("the emulator's advisories", () => {
  const fields = "uid, advisory_id, artifact_name, created_at, create_time, updated_at, update_time";
  stories(`
    # are found by either spelling of a filter, and refused without a token, for unknown kinds of event and orders
    GET ${path}?artifact_names=curl&artifactArchitectures=x86_64 -> {"totalCount":"10"}
    GET ${path}?eventTypes=3&eventTypes=EVENT_TYPE_FILTER_PATCHED -> {"totalCount":"30"}
    GET ${path}?uidp.descendants_of=none -> {"totalCount":"0"}
    GET ${path}?eventTypes=FIXED -> INVALID_ARGUMENT parsing field "event_types": "FIXED" is not a valid value
    GET ${path}?order_by=name -> invalid order_by: cannot order by "name"; sortable fields: ${fields}
    GET ${path}/none -> missing vulnerabilities/Advisory none
    as nobody
    GET ${path} -> 401

    # have a feed of documents and vulnerabilities, which needs no token, and finds them by name and vulnerability
    as nobody
    GET /advisory/v2/documents?id=nginx -> [nginx]
    GET /advisory/v2/documents?cves=CVE-2026-1000&cves=CVE-2026-1006&cves=CVE-2026-1001 -> [curl nginx]
    GET /advisory/v2/documents?id=curl&cves=CVE-2026-1001 -> []
    GET /advisory/v2/documents?cves=CVE-2026-1000,CVE-2026-1001 -> []
    GET /advisory/v2/metadata?page_size=2&order_by=id%20desc -> [CVE-2026-1119 CVE-2026-1118]
    GET /advisory/v2/metadata?ids=CVE-2026-1003&ids=CVE-2026-1002&ids=none -> [CVE-2026-1002 CVE-2026-1003]
    GET /advisory/v2/images/resolvedVulns -> 401
  `);

  const common = ["uid", "createTime", "author", "reviewer", "reviewState", "findings"];
  testWith({ emitUnpopulated: true })(
    "have events of one kind each, when empty fields are written",
    async ({ call }) => {
      const { body } = await call(`GET ${path}?componentNames=component-1`);
      const [listed] = body.advisories as { uid: string; events: object[] }[];
      assert.deepEqual((await call(`GET ${path}/${listed?.uid}`)).body, listed);
      const kinds = listed?.events.map((event) => Object.keys(event).filter((name) => !common.includes(name)));
      assert.deepEqual(kinds, [["detection"], ["fixed"]]);
    },
  );
});
