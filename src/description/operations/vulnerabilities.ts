import {
  computed,
  enumOf,
  exactNumber,
  integer,
  list,
  message,
  optional,
  required,
  string,
  timestamp,
} from "../spec/types";
import { always, defineOperation } from "./operation";

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
  pages: { keyedBy: "id" },
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

/** Vulnerabilities of an image on one day, by severity. */
const countReport = message({
  /** Full name of the image without a tag, such as `registry.example.com/org/nginx`. */
  repo: computed(string(), always),
  /** Tag of the image. */
  tag: computed(string(), always),
  /** The day, as a time in UTC. */
  date: computed(timestamp, always),
  /** Number of vulnerabilities by severity. */
  vulnCounts: computed(
    list(
      message({
        /** The severity. */
        severity: computed(
          enumOf(
            "SEVERITY_LEVEL_UNSPECIFIED",
            "SEVERITY_LEVEL_LOW",
            "SEVERITY_LEVEL_MEDIUM",
            "SEVERITY_LEVEL_HIGH",
            "SEVERITY_LEVEL_CRITICAL",
            "SEVERITY_LEVEL_NEGLIGIBLE",
            "SEVERITY_LEVEL_UNKNOWN",
          ),
          { ...always, typeName: "SeverityLevel" },
        ),
        /** Number of vulnerabilities. */
        count: computed(integer, always),
      }),
    ),
    { ...always, typeName: "VulnerabilityCount" },
  ),
  /** Size of the image in bytes. */
  sizeBytes: computed(exactNumber, always),
  /** Identifiers of all vulnerabilities (CVE). */
  cveIds: computed(list(string()), always),
  /** Those of low severity. */
  lowCveIds: computed(list(string()), always),
  /** Those of medium severity. */
  medCveIds: computed(list(string()), always),
  /** Those of high severity. */
  highCveIds: computed(list(string()), always),
  /** Those of critical severity. */
  critCveIds: computed(list(string()), always),
  /** Those of negligible severity. */
  negligibleCveIds: computed(list(string()), always),
  /** Those of unknown severity. */
  unknownCveIds: computed(list(string()), always),
});

/** Lists how many vulnerabilities images had, in one report for each image, tag and day (platform API: ADV-7). Its pages are in the body. */
export const listVulnerabilityCounts = defineOperation({
  functions: ["getVulnerabilityCounts"],
  method: "POST",
  path: "/vulnerabilities/v2/vulnCountReports:list",
  params: {},
  request: {
    /** Images of the reports, from 1 to 4,950. */
    references: required(
      list(
        message({
          /** Full name of the image without a tag, such as `registry.example.com/org/nginx`. */
          repo: required(string()),
          /** Tag of the image, such as `latest`. */
          tag: required(string()),
        }),
        4950,
      ),
    ),
    /** First day of the reports, UTC, inclusive. */
    from: required(timestamp),
    /** Last day of the reports, UTC, inclusive. */
    to: required(timestamp),
  },
  answer: { vulnCountReports: computed(list(countReport)) },
  returns: "vulnCountReports",
  repeat: "safe",
  needs: { capabilities: ["CAP_VULN_REPORT_LIST"], at: "anywhere" },
});
