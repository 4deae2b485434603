import assert from "node:assert/strict";
import { getResolvedVulnerabilities, getVulnerabilityCounts } from "../../../src/program/lookups/vulnerabilities";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";

/** How many of the 120 advisories each filter finds. */
const counts: Readonly<Record<string, number>> = {
  "": 120,
  ',"legacyAdvisoryIds":["LEGACY-0","LEGACY-10"]': 2,
  ',"artifactNames":["curl","nginx"]': 40,
  ',"artifactNames":["curl"],"artifactArchitectures":["x86_64"]': 10,
  ',"artifactNames":["curl,nginx"]': 0,
  ',"artifactTypes":["apk","none"],"componentLocations":["./PKGINFO"]': 120,
  ',"componentLocations":["none"]': 0,
  ',"componentNames":["component-7"]': 1,
  ',"componentTypes":["npm"]': 30,
  ',"aliases":["CVE-2026-1000","CVE-2026-1001","CVE-1"]': 2,
  ',"eventTypes":["EVENT_TYPE_FILTER_FIXED"]': 15,
  ',"eventTypes":["EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED"]': 7,
  ',"latestEventType":"EVENT_TYPE_FILTER_DETECTION"': 40,
  ',"eventReviewStates":["REVIEW_STATE_PENDING"]': 10,
  ',"eventAuthors":["analyst@example.com"]': 60,
  ',"excludeEventAuthors":["analyst@example.com"]': 60,
  ',"eventReviewers":["reviewer@example.com"],"componentNames":["component-1"]': 1,
  ',"eventReviewers":["reviewer@example.com"],"componentNames":["component-0"]': 0,
  ',"query":"cve-2026-1119"': 1,
  ',"query":"OPENSSL"': 20,
  ',"query":"ADV-"': 0,
  ',"origin":"busybox"': 20,
  ',"artifactNames":["busybox-doc"]': 10,
};

describe("lookups of the advisory feed", () => {
  const days = '"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-02T00:00:00Z"';
  const metadata =
    '{"id":"CVE-2026-1000","summary":"Seeded vulnerability CVE-2026-1000","details":"Seeded details.","references":[{"type":"TYPE_ADVISORY","url":"https://example.com/CVE-2026-1000"}],"severities":[{"type":"TYPE_CVSS_V3","score":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"}]}';
  const rejected =
    '{"timestamp":"2026-01-05T09:30:00Z","falsePositiveDetermination":{"type":"TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH","note":"not reachable"}}';
  const images = ["nginx", "curl"].map((name) => ({ repo: `registry.example.com/org/${name}`, tag: "latest" }));
  const high = { vulnCounts: [{ severity: "SEVERITY_LEVEL_HIGH", count: 1 }], highCveIds: ["CVE-2026-1000"] };
  const none = { lowCveIds: [], medCveIds: [], critCveIds: [], negligibleCveIds: [], unknownCveIds: [] };
  const report = { date: "2026-01-01T00:00:00Z", sizeBytes: 2 ** 32, cveIds: high.highCveIds, ...high, ...none };
  const reports = images.map((image) => ({ ...image, ...report }));
  const fromTo = '"from":"2026-01-01T12:00:00Z","to":"2026-01-02T00:00:00Z"';
  lookupStories(`
    # find documents of packages by name and vulnerability, and return what is known about vulnerabilities
    getAdvisoryDocuments -> [busybox curl go nginx openssl python]
    getAdvisoryDocuments {"id":"curl","cves":["CVE-2026-1000"]}
    -> [{"id":"curl","advisories":[{"id":"ADV-3c4f-535d-1c60","aliases":["CVE-2026-1000","GHSA-4c72-38fc-601a"],"packageNamespace":"os","events":[{"timestamp":"2026-01-05T08:30:00Z","detection":{}},${rejected}]}]}]
    getVulnerabilityMetadata {"id":"CVE-2026-1000"} -> [${metadata}]
    getVulnerabilityMetadata {"ids":["CVE-2026-1000","CVE-2026-1001"],"orderBy":"id desc"}
    -> [CVE-2026-1001 CVE-2026-1000]

    # explain that the gateway cannot read which images to report on
    getResolvedVulnerabilities {"imageRefs":[{"repo":"nginx"},{"repo":"curl"}],${days}}
    -> throws PlatformError: …cannot read imageRefs from a query ([INVALID_ARGUMENT]…

    # find the advisories that match each filter, and no others, by the newest approved event (row 166)
    ${Object.entries(counts)
      .map(([filter, count]) => `getCount {"of":"advisories"${filter}} -> ${count}`)
      .join("\n")}
    getCount {"of":"advisories","ids":["$ORG/0096766e929408cf"]} -> 1
    getCount {"of":"advisories","advisoryIds":["ADV-0096-766e-9294"]} -> 1
    getAdvisory {"uid":"$ORG/0096766e929408cf"}
    -> with {"parentUid":"$ORG","advisoryId":"ADV-0096-766e-9294","aliases":["CVE-2026-1108","GHSA-3bd0-2c8c-9a72"],"componentName":"component-108"}
    getAdvisory {"uid":"nobody/0"} -> throws NotFoundError: …
    getAdvisories {"orderBy":"advisory_id","limit":1} -> [$ORG/0096766e929408cf]
    getAdvisories {"orderBy":"created_at desc","limit":2} -> [$ORG/bcf5de9d8433ccd2 $ORG/0b1389e0abfd0022]

    # return a report for each image, and check the images and days before any request
    getVulnerabilityCounts {"references":${JSON.stringify(images)},${fromTo}} -> ${JSON.stringify(reports)}
    getVulnerabilityCounts {"references":[],${fromTo}} -> throws ArgumentError: …references must not be empty…
    getVulnerabilityCounts {"references":${JSON.stringify(Array(4951).fill(images[0]))},${fromTo}}
    -> throws ArgumentError: …references…
  `);
});

describe("vulnerability counts in several pages", () => {
  const asked = { references: [{ repo: "r", tag: "t" }], from: "2026-01-01T00:00:00Z", to: "2026-01-03T00:00:00Z" };
  const page = (day: number, nextPageToken?: string) => ({
    json: { vulnCountReports: [{ repo: "r", tag: "t", date: `2026-01-0${day}T00:00:00Z` }], nextPageToken },
  });

  it("are read to the end, with the same request and the token in its body", async () => {
    const { client, requests } = scriptedClient([page(1, "p2"), { json: { nextPageToken: "p3" } }, page(3)]);
    const found = await getVulnerabilityCounts(client, asked);
    const shown = found.map(({ date }) => date);
    assert.deepEqual(shown, ["2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z"]);
    const bodies = requests.map(({ body }) => JSON.parse(String(body)));
    assert.deepEqual(bodies, [asked, { ...asked, pageToken: "p2" }, { ...asked, pageToken: "p3" }]);
  });

  it("are an error if the platform returns the same token again", async () => {
    const { client } = scriptedClient([page(1, "p2"), page(2, "p2")]);
    await assert.rejects(getVulnerabilityCounts(client, asked), { name: "ProtocolError", message: /same page token/ });
  });
});

describe("a platform whose gateway can read which images to report on", () => {
  it("returns its report", async () => {
    const resolvedVulns = [{ id: "CVE-1", aliases: ["GHSA-1"] }];
    const resolvedVulnsReports = [{ date: "2026-01-01T00:00:00Z", resolvedVulns }];
    const { client } = scriptedClient([{ json: { resolvedVulnsReports } }]);
    const asked = {
      imageRefs: [{ repo: "nginx" }],
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-02T00:00:00Z",
    };
    assert.deepEqual(await getResolvedVulnerabilities(client, asked), [
      { date: "2026-01-01T00:00:00Z", resolvedVulns: [{ id: "CVE-1", aliases: ["GHSA-1"], cvssSeverities: [] }] },
    ]);
  });
});
