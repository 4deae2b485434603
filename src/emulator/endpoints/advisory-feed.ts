import { documentFields } from "../../resources/advisory-document";
import { vulnerabilityMetadataFields } from "../../resources/vulnerability";
import { computed, list, message } from "../../spec/types";
import { isValues, type Values } from "../../spec/values";
import { gatewayError } from "../gateway/errors";
import { advisorySeed } from "../kinds/advisory";
import { type Endpoint, endpoint, listed, written } from "./endpoint";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An event in the feed's form, which has no patches and no details of a detection. */
function documentEvents(events: unknown): Values[] {
  return listOf(events)
    .filter(isValues)
    .flatMap(({ createTime, detection, patched, ...event }) => {
      if (patched !== undefined) return [];
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

/** What is known about packages: the seeded advisories of the organization, by package. */
const documents = (cves: readonly string[]): Values[] => {
  const byPackage = new Map<string, Values[]>();
  for (const { values } of advisorySeed) {
    if (cves.length > 0 && !listOf(values.aliases).some((alias) => cves.includes(String(alias)))) continue;
    const name = String(values.artifactName);
    byPackage.set(name, [...(byPackage.get(name) ?? []), documentAdvisory(values)]);
  }
  return [...byPackage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, advisories]) => ({ id, advisories }));
};

const isPublic = { anyone: "the feed of advisories is public" } as const;

const listDocuments = endpoint({
  method: "GET",
  path: "/advisory/v2/documents",
  kind: { type: "advisory:Document", collection: "/advisory/v2/documents" },
  allowed: isPublic,
  answer: ({ query }, service) => {
    const wanted = query.text("id") ?? "";
    const found = documents(query.texts("cves")).filter(({ id }) => wanted === "" || id === wanted);
    const fields = { documents: computed(list(message(documentFields))) };
    return written(service, { name: "ListDocumentsResponse", fields }, { documents: found });
  },
});

/** One vulnerability for each seeded advisory, under its first alias. */
const vulnerabilities = advisorySeed.map(({ values: { aliases, severities } }) => {
  const id = String(listOf(aliases)[0]);
  const values = {
    id,
    summary: `Seeded vulnerability ${id}`,
    details: "Seeded details.",
    references: [{ type: "TYPE_ADVISORY", url: `https://example.com/${id}` }],
    severities,
  };
  return { uid: id, values };
});

const metadataKind = { type: "advisory:VulnerabilityMetadata", collection: "/advisory/v2/metadata" } as const;

const listMetadata = endpoint({
  method: "GET",
  path: metadataKind.collection,
  kind: metadataKind,
  allowed: isPublic,
  answer: ({ query }, service) => {
    const wanted = query.text("id") ?? "";
    const ids = query.texts("ids");
    return listed(service, query, {
      kind: metadataKind,
      key: "vulnerabilityMetadata",
      fields: vulnerabilityMetadataFields,
      items: vulnerabilities.filter(
        ({ uid }) => (wanted === "" || uid === wanted) && (ids.length === 0 || ids.includes(uid)),
      ),
      sortable: { id: ({ uid }) => uid },
    });
  },
});

/** It needs a repeated message, which a query cannot hold: the gateway refuses whatever is sent (wire 36). */
const listResolved = endpoint({
  method: "GET",
  path: "/advisory/v2/images/resolvedVulns",
  kind: { type: "advisory:ResolvedVulnsReport", collection: "/advisory/v2/images/resolvedVulns" },
  allowed: isPublic,
  answer: () => {
    throw gatewayError("INVALID_ARGUMENT", 'invalid path: "imageRefs" is not a message');
  },
});

/** The public feed of advisories. */
export const advisoryFeedEndpoints: readonly Endpoint[] = [listDocuments, listMetadata, listResolved];
