import assert from "node:assert/strict";
import { getAdvisories } from "../../src/lookups/advisories";
import { ask } from "../../src/lookups/ask";
import type { AdvisoryResult } from "../../src/lookups/results";
import { getResolvedVulnerabilities } from "../../src/lookups/vulnerabilities";
import * as advisoryFeedOperations from "../../src/operations/advisory-feed";
import * as artifactsOperations from "../../src/operations/artifacts";
import * as vulnerabilitiesOperations from "../../src/operations/vulnerabilities";
import { inBothModes } from "../support/lookups";
import { scriptedClient } from "../support/scripted";

const getAdvisoryDocuments = ask(advisoryFeedOperations.listAdvisoryDocuments);
const getVulnerabilityMetadata = ask(vulnerabilitiesOperations.listVulnerabilityMetadata);
const getArtifactCount = ask(artifactsOperations.countArtifacts);
const getArtifacts = ask(artifactsOperations.listArtifacts);
const getArtifactVersions = ask(artifactsOperations.listArtifactVersions);

inBothModes("lookups of libraries", (scene) => {
  it("list all artifacts of ecosystems, by a text and in an order", async () => {
    const { client } = scene();
    const all = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] });
    assert.equal(all.length, 130);
    const [first] = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_JAVA"], orderBy: "name", limit: 1 });
    assert.deepEqual(first, {
      uid: "com.example:jlib-000",
      name: "com.example:jlib-000",
      description: "Seeded library",
      ecosystem: "ECOSYSTEM_JAVA",
      latestVersion: "1.119.0",
      versionCount: 120,
      createTime: "2026-01-05T08:30:34.750Z",
      updateTime: "2026-01-05T08:30:34.750Z",
    });
    const found = await getArtifacts(client, { ecosystems: ["ECOSYSTEM_PYTHON"], query: "lib-01" });
    assert.equal(found.length, 10);
  });

  it("list the versions of an artifact whose identifier contains a colon, with exact sizes", async () => {
    const { client } = scene();
    const versions = await getArtifactVersions(client, { artifactId: "com.example:jlib-000" });
    assert.equal(versions.length, 120);
    assert.deepEqual(versions[0], {
      uid: "com.example:jlib-000@1.119.0",
      name: "com.example:jlib-000",
      version: "1.119.0",
      description: "Seeded version",
      sizeBytes: 4_294_967_415,
      createTime: "2026-01-10T07:30:34.750Z",
      updateTime: "2026-01-10T07:30:34.750Z",
    });
    await assert.rejects(getArtifactVersions(client, { artifactId: "a/../b" }), { code: "NOT_FOUND" });
  });

  it("count artifacts", async () => {
    const asked = ["ECOSYSTEM_JAVA", "ECOSYSTEM_PYTHON"] as const;
    assert.deepEqual(await getArtifactCount(scene().client, { ecosystems: [...asked] }), [
      { ecosystem: "ECOSYSTEM_JAVA", totalCount: 70 },
      { ecosystem: "ECOSYSTEM_PYTHON", totalCount: 60 },
    ]);
  });
});

describe("sizes and counts of libraries (row 54)", () => {
  it("are exact within the safe range of a number, and an error beyond it", async () => {
    const sized = (sizeBytes: string) => ({
      json: { artifactVersions: [{ uid: "a@1", name: "a", version: "1", sizeBytes }, { uid: "a@2" }] },
    });
    const { client } = scriptedClient([
      sized("9007199254740991"),
      sized("9007199254740993"),
      { json: { counts: [{ ecosystem: "ECOSYSTEM_JAVA", totalCount: "9223372036854775807" }] } },
    ]);
    const versions = await getArtifactVersions(client, { artifactId: "a" });
    assert.deepEqual(
      versions.map(({ sizeBytes }) => sizeBytes),
      [Number.MAX_SAFE_INTEGER, 0],
    );
    await assert.rejects(getArtifactVersions(client, { artifactId: "a" }), {
      name: "ProtocolError",
      message: "a 64-bit integer is too large for an exact JavaScript number: 9007199254740993",
    });
    await assert.rejects(
      getArtifactCount(client, { ecosystems: ["ECOSYSTEM_JAVA"] }),
      /too large for an exact JavaScript number: 9223372036854775807$/,
    );
  });

  const counting = (totalCount: unknown) => {
    const { client } = scriptedClient([{ json: { counts: [{ ecosystem: "ECOSYSTEM_JAVA", totalCount }] } }]);
    return getArtifactCount(client, { ecosystems: ["ECOSYSTEM_JAVA"] });
  };

  it("are accepted as JSON numbers, and are 0 when they are missing", async () => {
    for (const [told, expected] of [
      [70, 70],
      [undefined, 0],
      [null, 0],
      ["0", 0],
    ] as const) {
      assert.equal((await counting(told))[0]?.totalCount, expected);
    }
  });

  it("are an error when they are not integers, or were rounded", async () => {
    for (const told of ["abc", "1.5", " 7", "0x10", "9".repeat(400), 2 ** 53, 1.5]) {
      await assert.rejects(counting(told), { name: "ProtocolError", message: /\b64-bit integer\b/ }, String(told));
    }
  });
});

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
              falsePositiveDetermination: {
                type: "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH",
                note: "not reachable",
              },
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
