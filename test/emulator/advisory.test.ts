import assert from "node:assert/strict";
import { type Reply, test, testWith } from "./local";
import { stories } from "./story";

interface Advisory {
  readonly uid: string;
  readonly advisoryId: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

const found = ({ body }: Reply): Advisory[] => (body.advisories ?? []) as Advisory[];

describe("the emulator's advisories", () => {
  const counts: Readonly<Record<string, string>> = {
    "": "120",
    "uidp.descendants_of=none": "0",
    "artifactNames=curl": "20",
    "artifactNames=curl&artifactNames=nginx": "40",
    "artifact_names=curl&artifactArchitectures=x86_64": "10",
    "artifactNames=curl,nginx": "0",
    "artifactTypes=apk&artifactTypes=none": "120",
    "componentNames=component-7": "1",
    "componentTypes=npm": "30",
    "componentLocations=none": "0",
    "aliases=CVE-2026-1000&aliases=CVE-2026-1001&aliases=CVE-1": "2",
    "legacyAdvisoryIds=LEGACY-10": "1",
    "eventTypes=EVENT_TYPE_FILTER_DETECTION": "120",
    "eventTypes=EVENT_TYPE_FILTER_FIXED": "15",
    "eventTypes=3&eventTypes=EVENT_TYPE_FILTER_PATCHED": "30",
    "latestEventType=EVENT_TYPE_FILTER_DETECTION": "40",
    "eventTypes=EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED": "7",
    "latestEventType=9": "5",
    "eventReviewStates=REVIEW_STATE_PENDING": "10",
    "eventAuthors=analyst@example.com": "60",
    "excludeEventAuthors=analyst@example.com": "60",
    "eventReviewers=reviewer@example.com&componentNames=component-1": "1",
    "eventReviewers=reviewer@example.com&componentNames=component-0": "0",
    "query=cve-2026-1119": "1",
    "query=OPENSSL": "20",
    "origin=go": "20",
    "origin=busybox": "20",
    "artifactNames=busybox": "10",
    "artifactNames=busybox-doc": "10",
    "origin=busybox&artifactNames=curl": "20",
    "query=ADV-": "0",
  };
  const asked = Object.entries(counts).map(
    ([query, count]) => `GET /vulnerabilities/v2/advisories?${query} -> {"totalCount":"${count}"}`,
  );
  const fields = "uid, advisory_id, artifact_name, created_at, create_time, updated_at, update_time";
  stories(`
    # are counted by each filter
    ${asked.join("\n")}

    # are refused without a token, for unknown kinds of event and orders, and where there is none
    GET /vulnerabilities/v2/advisories?eventTypes=FIXED
    -> INVALID_ARGUMENT parsing field "event_types": "FIXED" is not a valid value
    GET /vulnerabilities/v2/advisories?order_by=name
    -> invalid order_by: cannot order by "name"; sortable fields: ${fields}
    GET /vulnerabilities/v2/advisories/none -> missing vulnerabilities/Advisory none
    as nobody
    GET /vulnerabilities/v2/advisories -> 401
  `);

  test("come in pages, ordered by advisory_id, and are the same after each start", async ({ organization, call }) => {
    const list = `GET /vulnerabilities/v2/advisories?uidp.descendants_of=${organization.uid}&order_by=advisory_id&page_size=100`;
    const first = await call(list);
    const second = await call(`${list}&page_token=${encodeURIComponent(String(first.body.nextPageToken))}`);
    const ids = [...found(first), ...found(second)].map(({ advisoryId }) => advisoryId);
    assert.deepEqual([found(first).length, found(second).length], [100, 20]);
    assert.deepEqual(ids, [...new Set(ids)].sort());
    assert.equal(ids[0], "ADV-0096-766e-9294");
  });

  const common = ["uid", "createTime", "author", "reviewer", "reviewState", "findings"];
  for (const emitUnpopulated of [true, false])
    testWith({ emitUnpopulated })(
      `have events of one kind each, empty fields written: ${emitUnpopulated}`,
      async ({ call }) => {
        const [listed] = found(await call("GET /vulnerabilities/v2/advisories?componentNames=component-1"));
        assert.deepEqual((await call(`GET /vulnerabilities/v2/advisories/${listed?.uid}`)).body, listed);
        const kinds = listed?.events.map((event) => Object.keys(event).filter((name) => !common.includes(name)));
        assert.deepEqual(kinds, [["detection"], ["fixed"]]);
      },
    );
});
