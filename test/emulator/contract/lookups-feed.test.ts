import assert from "node:assert/strict";
import * as advisoryFeedOperations from "../../../src/description/operations/advisory-feed";
import * as vulnerabilitiesOperations from "../../../src/description/operations/vulnerabilities";
import type { AdvisoryResult } from "../../../src/program/generated/results";
import { getAdvisories } from "../../../src/program/lookups/advisories";
import { ask } from "../../../src/program/lookups/ask";
import { getResolvedVulnerabilities, getVulnerabilityCounts } from "../../../src/program/lookups/vulnerabilities";
import { inBothModes } from "../../support/lookups";
import { scriptedClient } from "../../support/scripted";

const getAdvisoryDocuments = ask(advisoryFeedOperations.listAdvisoryDocuments);
const getVulnerabilityMetadata = ask(vulnerabilitiesOperations.listVulnerabilityMetadata);

inBothModes("lookups of the advisory feed", (scene) => {
  it("find documents of packages by name and vulnerability", async () => {
    const { client } = scene();
    const all = await getAdvisoryDocuments(client);
    assert.deepEqual(
      all.map(({ id }) => id),
      ["busybox", "curl", "go", "nginx", "openssl", "python"],
    );
    const [document, ...others] = await getAdvisoryDocuments(client, {
      id: "curl",
      cves: ["CVE-2026-1000", "CVE-2026-1006"],
    });
    assert.equal(others.length, 0);
    assert.deepEqual(
      document?.advisories.map(({ aliases, packageNamespace, events }) => [aliases[0], packageNamespace, events]),
      [
        [
          "CVE-2026-1000",
          "os",
          [
            { timestamp: "2026-01-05T08:30:00Z", detection: {} },
            {
              timestamp: "2026-01-05T09:30:00Z",
              falsePositiveDetermination: { type: "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH", note: "not reachable" },
            },
          ],
        ],
        ["CVE-2026-1006", "os", [{ timestamp: "2026-01-05T08:30:07.500Z", detection: {} }]],
      ],
    );
  });

  it("return what is known about vulnerabilities", async () => {
    const { client } = scene();
    assert.equal((await getVulnerabilityMetadata(client)).length, 120);
    const found = await getVulnerabilityMetadata(client, {
      ids: ["CVE-2026-1000", "CVE-2026-1001"],
      orderBy: "id desc",
    });
    assert.deepEqual(
      found.map(({ id }) => id),
      ["CVE-2026-1001", "CVE-2026-1000"],
    );
    assert.deepEqual(await getVulnerabilityMetadata(client, { id: "CVE-2026-1000" }), [
      {
        id: "CVE-2026-1000",
        summary: "Seeded vulnerability CVE-2026-1000",
        details: "Seeded details.",
        references: [{ type: "TYPE_ADVISORY", url: "https://example.com/CVE-2026-1000" }],
        severities: [{ type: "TYPE_CVSS_V3", score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N" }],
      },
    ]);
  });

  it("explain that the gateway cannot read which images to report on", async () => {
    const { client, emulator } = scene();
    emulator.clearRequests();
    const asked = {
      imageRefs: [{ repo: "nginx" }, { repo: "curl" }],
      startTime: "2026-01-01T00:00:00Z",
      endTime: "2026-01-02T00:00:00Z",
    };
    await assert.rejects(getResolvedVulnerabilities(client, asked), {
      name: "PlatformError",
      message: /cannot read imageRefs from a query \(\[INVALID_ARGUMENT\]/,
    });
    assert.deepEqual(
      [...new URLSearchParams(emulator.requests[0]?.query)],
      [
        ["imageRefs.repo", "nginx"],
        ["imageRefs.repo", "curl"],
        ["startTime", "2026-01-01T00:00:00Z"],
        ["endTime", "2026-01-02T00:00:00Z"],
      ],
    );
  });
});

inBothModes("lookups of vulnerability counts", (scene) => {
  it("return a report for each image, and check the images and days before any request", async () => {
    const { client, emulator } = scene();
    const references = ["nginx", "curl"].map((name) => ({ repo: `registry.example.com/org/${name}`, tag: "latest" }));
    const days = { from: "2026-01-01T12:00:00Z", to: "2026-01-02T00:00:00Z" };
    emulator.clearRequests();
    const found = await getVulnerabilityCounts(client, { references, ...days });
    assert.deepEqual(emulator.requests[0]?.body, { references, ...days });
    assert.deepEqual(
      found.map(({ repo, date, vulnCounts, sizeBytes, lowCveIds }) => [repo, date, vulnCounts, sizeBytes, lowCveIds]),
      references.map(({ repo }) => [
        repo,
        "2026-01-01T00:00:00Z",
        [{ severity: "SEVERITY_LEVEL_HIGH", count: 1 }],
        2 ** 32,
        [],
      ]),
    );
    await assert.rejects(getVulnerabilityCounts(client, { references: [], ...days }), /references must not be empty/);
    const many = Array.from({ length: 4951 }, () => ({ repo: "r", tag: "t" }));
    await assert.rejects(getVulnerabilityCounts(client, { references: many, ...days }), { name: "ArgumentError" });
    assert.equal(emulator.requests.length, 1);
  });
});

describe("vulnerability counts in several pages", () => {
  const asked = { references: [{ repo: "r", tag: "t" }], from: "2026-01-01T00:00:00Z", to: "2026-01-03T00:00:00Z" };
  const page = (day: number, nextPageToken?: string) => ({
    json: { vulnCountReports: [{ repo: "r", tag: "t", date: `2026-01-0${day}T00:00:00Z` }], nextPageToken },
  });

  it("are read to the end, with the same request and the token in its body", async () => {
    const { client, requests } = scriptedClient([page(1, "p2"), { json: { nextPageToken: "p3" } }, page(3)]);
    const found = await getVulnerabilityCounts(client, asked);
    assert.deepEqual(
      found.map(({ date }) => date),
      ["2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z"],
    );
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
    const { client } = scriptedClient([
      { json: { resolvedVulnsReports: [{ date: "2026-01-01T00:00:00Z", resolvedVulns }] } },
    ]);
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

inBothModes("lookups of advisories by each filter", (scene) => {
  it("find the advisories that match, and no others, by the newest approved event (row 166)", async () => {
    const { client, root } = scene();
    const all = await getAdvisories(client);
    const [first] = all;
    assert.ok(first);
    const expected = async (
      args: Parameters<typeof getAdvisories>[1],
      accepts: (advisory: AdvisoryResult) => boolean,
    ) => {
      const found = await getAdvisories(client, args);
      assert.deepEqual(found, all.filter(accepts), JSON.stringify(args));
      assert.ok(found.length > 0 && found.length < all.length, JSON.stringify(args));
    };
    await expected({ legacyAdvisoryIds: ["LEGACY-0", "LEGACY-10"] }, ({ legacyAdvisoryId }) =>
      ["LEGACY-0", "LEGACY-10"].includes(legacyAdvisoryId ?? ""),
    );
    await expected({ artifactArchitectures: ["aarch64"] }, (a) => a.artifactArchitecture === "aarch64");
    await expected({ componentNames: ["component-7"] }, (a) => a.componentName === "component-7");
    await expected({ componentTypes: ["npm", "apk"] }, (a) => ["npm", "apk"].includes(a.componentType));
    await expected({ aliases: ["CVE-2026-1003"] }, (a) => a.aliases.includes("CVE-2026-1003"));
    await expected({ eventAuthors: ["analyst@example.com"] }, (a) =>
      a.events.some(({ author }) => author === "analyst@example.com"),
    );
    await expected({ excludeEventAuthors: ["analyst@example.com"] }, (a) =>
      a.events.every(({ author }) => author !== "analyst@example.com"),
    );
    await expected({ eventReviewers: ["reviewer@example.com"] }, (a) =>
      a.events.some(({ reviewer }) => reviewer !== undefined),
    );
    await expected({ eventReviewStates: ["REVIEW_STATE_REJECTED"] }, (a) =>
      a.events.some(({ reviewState }) => reviewState === "REVIEW_STATE_REJECTED"),
    );
    await expected({ eventTypes: ["EVENT_TYPE_FILTER_FIXED"] }, (a) =>
      a.events.some(({ fixed }) => fixed !== undefined),
    );
    const newestApproved = ({ events }: AdvisoryResult) =>
      events
        .filter(({ reviewState }) => reviewState === "REVIEW_STATE_APPROVED")
        .sort((a, b) => a.createTime.localeCompare(b.createTime))
        .at(-1);
    await expected(
      { latestEventType: "EVENT_TYPE_FILTER_DETECTION" },
      (a) => newestApproved(a)?.detection !== undefined,
    );
    await expected({ query: "component-11" }, (a) => a.componentName.startsWith("component-11"));
    await expected({ ids: [first.uid] }, ({ uid }) => uid === first.uid);
    assert.equal(
      (await getAdvisories(client, { artifactTypes: ["apk"], componentLocations: ["./PKGINFO"] })).length,
      120,
    );
    assert.equal(first.parentUid, root);
    const ids = (await getAdvisories(client, { orderBy: "advisory_id desc" })).map(({ advisoryId }) => advisoryId);
    assert.deepEqual(ids, ids.toSorted().toReversed());
  });
});
