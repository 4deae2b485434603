import { computed, list, message, optional, string, timestamp } from "../spec/types";
import { detection, determinations, kind, scannerVersions } from "./advisory-events";
import { always, defineOperation } from "./operation";

/** One event of an advisory in the feed. Exactly one of the kinds below `timestamp` is set. */
const event = message({
  /** Time of the event, UTC. */
  timestamp: computed(timestamp, always),
  /** A scanner or a person found the vulnerability. */
  detection: computed(
    detection(
      {
        /** Part of the package that contains the component. */
        subpackageName: computed(string()),
        /** Vulnerable component. */
        componentName: computed(string()),
      },
      "FeedScannerFinding",
    ),
    { ...kind, typeName: "FeedDetection" },
  ),
  /** A version of the package contains the fix. */
  fixed: computed(
    message({
      /** First version without the vulnerability. */
      fixedVersion: computed(string()),
      ...scannerVersions,
    }),
    { ...kind, typeName: "FeedFix" },
  ),
  ...determinations,
});

/** All advisories about one source package, as in the public feed. */
const advisoryDocument = message({
  /** Name of the source package (the origin). */
  id: computed(string(), always),
  /** Advisories about the package. */
  advisories: computed(
    list(
      message({
        /** Identifier of the advisory. */
        id: computed(string(), always),
        /** Other identifiers of the vulnerability (CVE, GHSA). */
        aliases: computed(list(string()), always),
        /** Events of the advisory. The order is not defined, so sort by `timestamp`. The feed has no review states. */
        events: computed(list(event), { ...always, typeName: "FeedEvent" }),
        /** Distribution that contains the package. */
        packageNamespace: computed(string()),
      }),
    ),
    { ...always, typeName: "FeedAdvisory" },
  ),
});

/**
 * Lists the matching documents of the public advisory feed, one for each package. Throws ArgumentError before any
 * request, and the errors of the client (platform API: ADV-2).
 *
 * @param args Which documents of the advisory feed to list.
 */
export const listAdvisoryDocuments = defineOperation({
  functions: ["getAdvisoryDocuments"],
  method: "GET",
  path: "/advisory/v2/documents",
  params: {},
  request: {
    /** Name of the source package (the origin). */
    id: optional(string()),
    /** Identifiers of vulnerabilities. Any of them matches. */
    cves: optional(list(string())),
  },
  answer: { documents: computed(list(advisoryDocument)) },
  returns: "documents",
  repeat: "safe",
  needs: { anyone: "the feed of advisories is public" },
});
