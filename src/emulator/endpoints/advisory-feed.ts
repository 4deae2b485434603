import { listAdvisoryDocuments } from "../../description/operations/advisory-feed";
import {
  listResolvedVulnerabilities,
  listVulnerabilityCounts,
  listVulnerabilityMetadata,
} from "../../description/operations/vulnerabilities";
import { isValues, type Values } from "../../description/spec/values";
import { originOf } from "../kinds/advisory";
import { advisorySeed } from "../seed/advisories";
import { type Endpoint, endpoint } from "./endpoint";

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns events in the feed's form, without patches, moves and details of detections (platform API: ADV-6). */
function documentEvents(events: unknown): Values[] {
  return itemsOf(events)
    .filter(isValues)
    .flatMap(({ createTime, detection, patched, componentLocationChanged, ...event }) => {
      if (patched !== undefined || componentLocationChanged !== undefined) return [];
      const { uid: _, findings: __, author: ___, reviewer: ____, reviewState: _____, ...kind } = event;
      return [{ timestamp: createTime, ...(detection === undefined ? kind : { detection: {} }) }];
    });
}

const documentAdvisory = ({ advisoryId, aliases, events }: Values): Values => ({
  id: advisoryId,
  events: documentEvents(events),
  aliases,
  packageNamespace: "os",
});

/** Returns the documents of the feed: the seeded advisories of the organization, grouped by source package. */
const documents = (cves: readonly string[]): Values[] => {
  const byPackage = new Map<string, Values[]>();
  for (const { values } of advisorySeed) {
    if (cves.length > 0 && !itemsOf(values.aliases).some((alias) => cves.includes(String(alias)))) continue;
    const name = originOf(values.artifactName);
    byPackage.set(name, [...(byPackage.get(name) ?? []), documentAdvisory(values)]);
  }
  return [...byPackage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, advisories]) => ({ id, advisories }));
};

const documentsEndpoint = endpoint({
  operation: listAdvisoryDocuments,
  kind: { type: "advisory:Document" },
  answer: ({ args: { id: wanted = "", cves } }) => ({
    documents: documents(itemsOf(cves).map(String)).filter(({ id }) => wanted === "" || id === wanted),
  }),
});

/** Returns one vulnerability per seeded advisory, named by its first alias. */
const vulnerabilities = advisorySeed.map(({ values: { aliases, severities } }) => {
  const id = String(itemsOf(aliases)[0]);
  const values = {
    id,
    summary: `Seeded vulnerability ${id}`,
    details: "Seeded details.",
    references: [{ type: "TYPE_ADVISORY", url: `https://example.com/${id}` }],
    severities,
  };
  return { uid: id, values };
});

const metadataEndpoint = endpoint({
  operation: listVulnerabilityMetadata,
  kind: { type: "advisory:VulnerabilityMetadata" },
  list: ({ args: { id: wanted = "", ids } }) => ({
    items: vulnerabilities.filter(
      ({ uid }) => (wanted === "" || uid === wanted) && (itemsOf(ids).length === 0 || itemsOf(ids).includes(uid)),
    ),
    sortable: { id: ({ uid }) => uid },
  }),
});

/** The operation needs a repeated message, which no query can contain, so the gateway rejects it (platform API: ADV-4). */
const resolvedEndpoint = endpoint({
  operation: listResolvedVulnerabilities,
  kind: { type: "advisory:ResolvedVulnsReport" },
  answer: () => ({}),
});

/** Every image has one vulnerability on the first day of the period, and no reports of later days. */
const countsEndpoint = endpoint({
  operation: listVulnerabilityCounts,
  kind: { type: "vulnerabilities:VulnCountReport" },
  answer: ({ args: { references, from } }) => ({
    vulnCountReports: itemsOf(references)
      .filter(isValues)
      .map(({ repo, tag }) => ({
        repo,
        tag,
        date: `${String(from).slice(0, 10)}T00:00:00Z`,
        vulnCounts: [{ severity: "SEVERITY_LEVEL_HIGH", count: 1 }],
        sizeBytes: String(2 ** 32),
        cveIds: ["CVE-2026-1000"],
        highCveIds: ["CVE-2026-1000"],
      })),
  }),
});

export const advisoryFeedEndpoints: readonly Endpoint[] = [
  documentsEndpoint,
  metadataEndpoint,
  resolvedEndpoint,
  countsEndpoint,
];
