import assert from "node:assert/strict";
import { listVulnerabilityMetadata } from "../../../src/description/operations/vulnerabilities";
import type { AdvisoryResult } from "../../../src/program/generated/results";
import { getAdvisories, getAdvisory } from "../../../src/program/lookups/advisories";
import { ask } from "../../../src/program/lookups/ask";
import { getResolvedVulnerabilities, getVulnerabilityCounts } from "../../../src/program/lookups/vulnerabilities";
import { scriptedClient } from "../../support/scripted";
import { lookupStories } from "./lookup-stories";
import { inBothModes } from "./lookups";

describe("lookups of the advisory feed", () => {
  const days = '"startTime":"2026-01-01T00:00:00Z","endTime":"2026-01-02T00:00:00Z"';
  const metadata =
    '{"id":"CVE-2026-1000","summary":"Seeded vulnerability CVE-2026-1000","details":"Seeded details.","references":[{"type":"TYPE_ADVISORY","url":"https://example.com/CVE-2026-1000"}],"severities":[{"type":"TYPE_CVSS_V3","score":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N"}]}';
  const rejected =
    '{"timestamp":"2026-01-05T09:30:00Z","falsePositiveDetermination":{"type":"TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH","note":"not reachable"}}';
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
  `);
});

inBothModes("lookups of many vulnerabilities", (scene) => {
  it("read every page, and send each image in the query", async () => {
    const { client, emulator } = scene();
    emulator.clearRequests();
    const days = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-02T00:00:00Z" };
    await assert.rejects(
      getResolvedVulnerabilities(client, { imageRefs: [{ repo: "nginx" }, { repo: "curl" }], ...days }),
    );
    const images = ["nginx", "curl"].map((name) => ["imageRefs.repo", name]);
    assert.deepEqual([...new URLSearchParams(emulator.requests[0]?.query)], [...images, ...Object.entries(days)]);
    assert.equal((await ask(listVulnerabilityMetadata)(client)).length, 120);
  });

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
    const everywhere = { artifactTypes: ["apk"], componentLocations: ["./PKGINFO"] };
    assert.equal((await getAdvisories(client, everywhere)).length, 120);
    await expected({ artifactNames: ["curl"] }, ({ artifactName }) => artifactName === "curl");
    await expected({ artifactNames: ["curl", "nginx"] }, (a) => ["curl", "nginx"].includes(a.artifactName));
    assert.deepEqual(await getAdvisories(client, { artifactNames: ["curl,nginx"] }), []);
    await expected({ advisoryIds: [first.advisoryId] }, ({ advisoryId }) => advisoryId === first.advisoryId);
    const times = (await getAdvisories(client, { orderBy: "created_at desc", limit: 5 })).map((a) => a.createTime);
    assert.deepEqual([times, times.length], [times.toSorted().toReversed(), 5]);
    assert.deepEqual(await getAdvisory(client, { uid: first.uid }), first);
    for (const { aliases, events, severities } of all)
      assert.ok([aliases, events, severities].every((list) => Array.isArray(list)));
    await assert.rejects(getAdvisory(client, { uid: "nobody/0" }), { code: "NOT_FOUND" });
    assert.equal(first.parentUid, root);
    const ids = (await getAdvisories(client, { orderBy: "advisory_id desc" })).map(({ advisoryId }) => advisoryId);
    assert.deepEqual(ids, ids.toSorted().toReversed());
  });
});
