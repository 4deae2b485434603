import type { Client } from "../api/client";
import { InvalidArgumentError, PlatformError } from "../api/errors";
import { itemsOf } from "../api/pages";
import { documentFields } from "../resources/advisory-document";
import { resolvedVulnsReportFields } from "../resources/resolved-vulns";
import { vulnerabilityMetadataFields } from "../resources/vulnerability";
import { list, type MessageOf, message, optional, required, string, timestamp } from "../spec/types";
import { type AnswerOf, answerOf } from "./answers";
import { type PagedArgs, paging } from "./filters";
import { type Listing, plural } from "./listing";
import { ask, type Call } from "./operation";

const documents = {
  /** Name of the package. */
  id: optional(string()),
  /** Identifiers of vulnerabilities; any of them matches. */
  cves: optional(list(string())),
} as const;

/** Which documents of the advisory feed to list. */
export type GetAdvisoryDocumentsArgs = MessageOf<typeof documents>;
/** All advisories on one package, as the public feed has them. */
export type AdvisoryDocumentResult = AnswerOf<typeof documentFields>;

const readDocument = answerOf(documentFields);

/** The question for documents; the answer has no pages. */
export const advisoryDocumentsCall: Call<typeof documents, AdvisoryDocumentResult[]> = {
  name: "getAdvisoryDocuments",
  method: "GET",
  path: "/advisory/v2/documents",
  arguments: documents,
  read: (answer) => itemsOf(answer, "documents", "getAdvisoryDocuments").map(readDocument),
};
/** The documents of the feed that match. */
export const getAdvisoryDocuments = ask(advisoryDocumentsCall);

const metadata = {
  /** Identifier of one vulnerability, CVE or GHSA. */
  id: optional(string()),
  /** Identifiers of vulnerabilities; any of them matches. */
  ids: optional(list(string())),
} as const;
const allMetadata = { ...metadata, ...paging("id") } as const;

/** Which vulnerabilities to describe. */
export type GetVulnerabilityMetadataArgs = PagedArgs<typeof metadata>;
/** What is known about a vulnerability, whatever it is in. */
export type VulnerabilityMetadataResult = AnswerOf<typeof vulnerabilityMetadataFields>;

/** How vulnerabilities are listed. */
export const vulnerabilityMetadataListing: Listing<typeof allMetadata, VulnerabilityMetadataResult> = {
  name: "getVulnerabilityMetadata",
  method: "GET",
  path: "/advisory/v2/metadata",
  key: "vulnerabilityMetadata",
  arguments: allMetadata,
  read: answerOf(vulnerabilityMetadataFields),
  keyOf: ({ id }) => id,
};
/** What is known about the vulnerabilities that match. */
export const getVulnerabilityMetadata = plural(vulnerabilityMetadataListing);

const resolved = {
  /** Images to report on; at least one. */
  imageRefs: required(
    list(
      message({
        /** Name of the image's repo, `nginx`. */
        repo: required(string()),
      }),
    ),
  ),
  /** From when on, UTC. */
  startTime: required(timestamp),
  /** Up to when, UTC. */
  endTime: required(timestamp),
} as const;

/** Which images to report on, and for which time. */
export type GetResolvedVulnerabilitiesArgs = MessageOf<typeof resolved>;
/** The vulnerabilities that images got rid of on one day. */
export type ResolvedVulnerabilitiesResult = AnswerOf<typeof resolvedVulnsReportFields>;

const readReport = answerOf(resolvedVulnsReportFields);

/** The question for reports on resolved vulnerabilities. */
export const resolvedVulnerabilitiesCall: Call<typeof resolved, ResolvedVulnerabilitiesResult[]> = {
  name: "getResolvedVulnerabilities",
  method: "GET",
  path: "/advisory/v2/images/resolvedVulns",
  arguments: resolved,
  read: (answer) => itemsOf(answer, "resolvedVulnsReports", "getResolvedVulnerabilities").map(readReport),
};

const askResolved = ask(resolvedVulnerabilitiesCall);

/**
 * The vulnerabilities that images got rid of, by day. Throws PlatformError where the gateway cannot read the images.
 */
export async function getResolvedVulnerabilities(
  client: Client,
  args: GetResolvedVulnerabilitiesArgs,
): Promise<ResolvedVulnerabilitiesResult[]> {
  try {
    return await askResolved(client, args);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || !/image_?refs/i.test(error.message)) throw error;
    throw new PlatformError(
      "getResolvedVulnerabilities: the REST gateway of the platform cannot read imageRefs, which the question needs, " +
        `from a query, so that it cannot be asked over REST (${error.message})`,
      { cause: error },
    );
  }
}
