import { computed, enumOf, list, message, optional, required, string, timestamp } from "../spec/types";
import { defineOperation } from "./operation";

const always = { returned: "always" } as const;

/** Severity of a vulnerability by one scoring scheme. */
export const severity = message({
  /** Scoring scheme. */
  type: computed(enumOf("TYPE_UNSPECIFIED", "TYPE_CVSS_V2", "TYPE_CVSS_V3", "TYPE_CVSS_V4"), {
    ...always,
    typeName: "SeverityType",
  }),
  /** Score: a CVSS vector or a number, depending on the type. */
  score: computed(string(), always),
});

/** Description of a vulnerability, independent of any package. */
const metadata = message({
  /** Identifier of the vulnerability (CVE or GHSA). */
  id: computed(string(), always),
  /** Summary of the vulnerability in one sentence. */
  summary: computed(string()),
  /** Full description of the vulnerability. */
  details: computed(string()),
  /** Links to more information. */
  references: computed(
    list(
      message({
        /** Kind of link. */
        type: computed(
          enumOf(
            "TYPE_UNSPECIFIED",
            "TYPE_ADVISORY",
            "TYPE_ARTICLE",
            "TYPE_DETECTION",
            "TYPE_DISCUSSION",
            "TYPE_REPORT",
            "TYPE_FIX",
            "TYPE_INTRODUCED",
            "TYPE_PACKAGE",
            "TYPE_EVIDENCE",
            "TYPE_WEB",
          ),
          { ...always, typeName: "ReferenceType" },
        ),
        /** URL of the link. */
        url: computed(string(), always),
      }),
    ),
    always,
  ),
  /** Severity by scoring scheme. */
  severities: computed(list(severity), always),
});

/**
 * Lists descriptions of the matching vulnerabilities, independent of any package. Throws ArgumentError before any request,
 * and the errors of the client (platform API: ADV-3).
 *
 * @param args Which vulnerabilities to describe.
 */
export const listVulnerabilityMetadata = defineOperation({
  functions: ["getVulnerabilityMetadata"],
  method: "GET",
  path: "/advisory/v2/metadata",
  params: {},
  request: {
    /** Identifier of one vulnerability (CVE or GHSA). */
    id: optional(string()),
    /** Identifiers of vulnerabilities. Any of them matches. */
    ids: optional(list(string())),
  },
  answer: { vulnerabilityMetadata: computed(list(metadata)) },
  returns: "vulnerabilityMetadata",
  pages: { sortedBy: ["id"], keyedBy: "id" },
  repeat: "safe",
  needs: { anyone: "the feed of advisories is public" },
});

/** Vulnerabilities that images no longer have since one day. */
const report = message({
  /** The day, as a time in UTC. */
  date: computed(timestamp, always),
  /** Vulnerabilities that were resolved on the day. */
  resolvedVulns: computed(
    list(
      message({
        /** Identifier of the advisory, not of the vulnerability. */
        id: computed(string(), always),
        /** Identifiers of the vulnerability (CVE, GHSA). */
        aliases: computed(list(string()), always),
        /** Severity by scoring scheme. */
        cvssSeverities: computed(list(severity), { ...always, typeName: "Severity" }),
      }),
    ),
    { ...always, typeName: "ResolvedVulnerability" },
  ),
});

/** Lists the vulnerabilities that images no longer have, in one report for each day (platform API: ADV-4). */
export const listResolvedVulnerabilities = defineOperation({
  functions: ["getResolvedVulnerabilities"],
  method: "GET",
  path: "/advisory/v2/images/resolvedVulns",
  params: {},
  request: {
    /** Images of the reports, at least one. */
    imageRefs: required(
      list(
        message({
          /** Name of the image's repo, such as `nginx`. */
          repo: required(string()),
          /** Tags of the image. Default: `latest`. */
          tags: optional(list(string())),
        }),
      ),
    ),
    /** First day of the reports, UTC, inclusive. */
    startTime: required(timestamp),
    /** Last day of the reports, UTC, inclusive. */
    endTime: required(timestamp),
  },
  answer: { resolvedVulnsReports: computed(list(report)) },
  returns: "resolvedVulnsReports",
  repeat: "safe",
  needs: {
    capabilities: ["CAP_APK_LIST", "CAP_REPO_LIST", "CAP_MANIFEST_METADATA_LIST", "CAP_TAG_LIST"],
    at: "anywhere",
  },
});
