import { computed, enumOf, list, message, string, timestamp } from "../spec/types";
import { falsePositiveTypes } from "./advisory";

const always = { always: true } as const;
/** An event is of one kind. */
const kind = { atMostOneOf: "event" } as const;
/** A detection is of one type. */
const detectionType = { atMostOneOf: "type" } as const;

const note = message({
  /** Free text on the decision. */
  note: computed(string()),
});

/** What happened to an advisory of the feed; exactly one of the kinds below `timestamp` is set. */
const event = message({
  /** When it happened, UTC. */
  timestamp: computed(timestamp, always),
  /** A scanner or a person found the vulnerability. */
  detection: computed(
    message({
      /** Found by a person. */
      manual: computed(message({}), detectionType),
      /** Found by matching names of the National Vulnerability Database. */
      nvdapi: computed(
        message({
          /** Name that was looked for. */
          cpeSearched: computed(string()),
          /** Name that was found. */
          cpeFound: computed(string()),
        }),
        detectionType,
      ),
      /** Found by a scanner. */
      scanv1: computed(
        message({
          /** Part of the package that the component is in. */
          subpackageName: computed(string()),
          /** The scanner's own id of the component. */
          componentId: computed(string()),
          /** Component that is vulnerable. */
          componentName: computed(string()),
          /** Version of the component. */
          componentVersion: computed(string()),
          /** Kind of component, `go-module`. */
          componentType: computed(string()),
          /** Where in the package the component is. */
          componentLocation: computed(string()),
          /** Version of the package that was scanned. */
          artifactVersion: computed(string()),
          /** Name of the scanner. */
          scanner: computed(string()),
          /** Version of the scanner. */
          scannerVersion: computed(string()),
          /** When the scanner's database was built. */
          grypeDbBuilt: computed(string()),
          /** Checksum of the scanner's database. */
          grypeDbChecksum: computed(string()),
        }),
        detectionType,
      ),
    }),
    kind,
  ),
  /** The vulnerability is real. */
  truePositiveDetermination: computed(note, kind),
  /** A version fixes it. */
  fixed: computed(
    message({
      /** First version without the vulnerability. */
      fixedVersion: computed(string()),
      /** Version of the scanner that found it fixed. */
      scannerVersion: computed(string()),
      /** When the scanner's database was built. */
      grypeDbBuilt: computed(string()),
      /** Checksum of the scanner's database. */
      grypeDbChecksum: computed(string()),
    }),
    kind,
  ),
  /** The vulnerability does not apply. */
  falsePositiveDetermination: computed(
    message({
      /** Why it does not apply. */
      type: computed(enumOf(...falsePositiveTypes)),
      /** Free text on the decision. */
      note: computed(string()),
    }),
    kind,
  ),
  /** Nobody will look into it. */
  analysisNotPlanned: computed(note, kind),
  /** Nobody will fix it. */
  fixNotPlanned: computed(note, kind),
  /** A fix upstream is awaited. */
  pendingUpstreamFix: computed(note, kind),
});

/** All advisories on one package, as the public feed has them (spec: Advisory, documents). Read-only. */
export const documentFields = {
  /** Name of the package. */
  id: computed(string(), always),
  /** The advisories on the package. */
  advisories: computed(
    list(
      message({
        /** Identifier of the advisory. */
        id: computed(string(), always),
        /** Other identifiers of the vulnerability: CVE, GHSA. */
        aliases: computed(list(string()), always),
        /** What happened, oldest first. */
        events: computed(list(event), always),
        /** Distribution that the package is part of. */
        packageNamespace: computed(string()),
      }),
    ),
    always,
  ),
} as const;
