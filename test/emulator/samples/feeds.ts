import { failure, invalid, json } from "./shapes";

const artifact = {
  uid: "com.example:jlib-000",
  name: "com.example:jlib-000",
  description: "Seeded library",
  ecosystem: "ECOSYSTEM_JAVA",
  latestVersion: "1.119.0",
  versionCount: 120,
  createTime: "2026-01-05T08:30:34.750Z",
  updateTime: "2026-01-05T08:30:34.750Z",
};
const version = {
  uid: "com.example:jlib-000@1.119.0",
  name: "com.example:jlib-000",
  version: "1.119.0",
  description: "Seeded version",
  createTime: "2026-01-10T07:30:34.750Z",
  updateTime: "2026-01-10T07:30:34.750Z",
  sizeBytes: "4294967415",
};
const metadata = {
  id: "CVE-2026-1000",
  summary: "Seeded vulnerability CVE-2026-1000",
  details: "Seeded details.",
  references: [{ type: "TYPE_ADVISORY", url: "https://example.com/CVE-2026-1000" }],
  severities: [{ type: "TYPE_CVSS_V3", score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N" }],
};

/** Libraries, the advisory feed, and what is not there. */
export const feeds = `
  GET /libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA&page_size=1
  -> ${json({ artifacts: [artifact], nextPageToken: "NEXTPAGETOKEN", totalCount: "70", skipped: 0 })}
  GET /libraries/v2/artifacts/com.example:jlib-000/versions?page_size=1
  -> ${json({ artifactVersions: [version], nextPageToken: "NEXTPAGETOKEN", totalCount: "120", skipped: 0 })}
  GET /libraries/v2/artifacts/count?ecosystems=ECOSYSTEM_JAVA&ecosystems=ECOSYSTEM_PYTHON
  -> {"counts":[{"ecosystem":"ECOSYSTEM_JAVA","totalCount":"70"},{"ecosystem":"ECOSYSTEM_PYTHON","totalCount":"60"}]}
  GET /advisory/v2/documents?id=curl&cves=CVE-2026-1000
  -> {"documents":[{"id":"curl","advisories":[{"id":"ADV-3c4f-535d-1c60","events":[{"timestamp":"2026-01-05T08:30:00Z","detection":{}},{"timestamp":"2026-01-05T09:30:00Z","falsePositiveDetermination":{"type":"TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH","note":"not reachable"}}],"aliases":["CVE-2026-1000","GHSA-4c72-38fc-601a"],"packageNamespace":"os"}]}]}
  GET /advisory/v2/metadata?ids=CVE-2026-1000
  -> ${json({ vulnerabilityMetadata: [metadata], nextPageToken: "", totalCount: "1", skipped: 0 })}
  GET /advisory/v2/images/resolvedVulns?imageRefs.repo=nginx&startTime=2026-01-01T00:00:00Z&endTime=2026-01-02T00:00:00Z
  -> 400 ${failure(3, 'invalid path: "imageRefs" is not a message')}
  GET /iam/v2/groups:lookupGroup -> 501 ${failure(12, "method LookupGroup not implemented")}
  GET /libraries/v2/artifacts -> 400 ${invalid("libraries", "ecosystems", "ecosystems is required")}
`;
