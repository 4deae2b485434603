import { computed, list, message, optional, string, timestamp } from "../spec/types";
import { detection, determinations, kind, scannerVersions } from "./advisory-events";
import { defineOperation } from "./operation";

const always = { alwaysReturned: true } as const;

/** What happened to an advisory of the feed; exactly one of the kinds below `timestamp` is set. */
const event = message({
  /** When it happened, UTC. */
  timestamp: computed(timestamp, always),
  /** A scanner or a person found the vulnerability. */
  detection: computed(
    detection(
      {
        /** Part of the package that the component is in. */
        subpackageName: computed(string()),
        /** Component that is vulnerable. */
        componentName: computed(string()),
      },
      "FeedScannerFinding",
    ),
    { ...kind, typeName: "FeedDetection" },
  ),
  /** A version of the package fixes it. */
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

/** All advisories on one source package, as the public feed has them. */
const advisoryDocument = message({
  /** Name of the source package (the origin). */
  id: computed(string(), always),
  /** The advisories on the package. */
  advisories: computed(
    list(
      message({
        /** Identifier of the advisory. */
        id: computed(string(), always),
        /** Other identifiers of the vulnerability: CVE, GHSA. */
        aliases: computed(list(string()), always),
        /** What happened, in no promised order: sort by `timestamp`. The feed has no states of reviews. */
        events: computed(list(event), { ...always, typeName: "FeedEvent" }),
        /** Distribution that the package is part of. */
        packageNamespace: computed(string()),
      }),
    ),
    { ...always, typeName: "FeedAdvisory" },
  ),
});

/**
 * The documents of the public advisory feed that match, one for each package. Throws ArgumentError, before anything is
 * sent, and the errors of the client (platform API: ADV-2).
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
    /** Identifiers of vulnerabilities; any of them matches. */
    cves: optional(list(string())),
  },
  answer: { documents: computed(list(advisoryDocument)) },
  returns: "documents",
  repeat: "safe",
  needs: { anyone: "the feed of advisories is public" },
});
