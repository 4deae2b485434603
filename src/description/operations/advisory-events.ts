import { atMostOneOf } from "../spec/field-options";
import { computed, enumOf, type Fields, message, string } from "../spec/types";

/** Group of fields of which an event has at most one. */
export const kind = atMostOneOf("event");
/** Group of fields of which a detection has at most one. */
const detectionType = atMostOneOf("type");

export const scannerVersions = {
  /** Version of the scanner. */
  scannerVersion: computed(string()),
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt: computed(string()),
  /** Checksum of the scanner's database. */
  grypeDbChecksum: computed(string()),
} as const;

/** A detection. `names` are the fields of the scanner's finding that an advisory and the feed name differently. */
export const detection = <const F extends Fields>(names: F, typeName: string) =>
  message({
    /** A person found the vulnerability. There is no more data. */
    manual: computed(message({}), detectionType),
    /** A comparison with names of the National Vulnerability Database found the vulnerability. */
    nvdapi: computed(
      message({
        /** Name or keyword of the search. */
        cpeSearched: computed(string()),
        /** Name in the database. */
        cpeFound: computed(string()),
      }),
      { ...detectionType, typeName: "NvdFinding" },
    ),
    /** A scanner found the vulnerability. */
    scanv1: computed(
      message({
        ...names,
        /** Name of the scanner. */
        scanner: computed(string()),
        /** Id that the scanner gave the component. */
        componentId: computed(string()),
        /** Version of the component. */
        componentVersion: computed(string()),
        /** Language ecosystem of the component, such as `go-module`. */
        componentType: computed(string()),
        /** Path of the component in the package. */
        componentLocation: computed(string()),
        /** Version of the scanned package. */
        artifactVersion: computed(string()),
        ...scannerVersions,
      }),
      { ...detectionType, typeName },
    ),
  });

const note = message({
  /** Note about the decision. */
  note: computed(string()),
});

/** A decision with only a note. */
const decision = { ...kind, typeName: "AdvisoryDecision" } as const;

export const determinations = {
  /** The vulnerability affects this artifact. The advisory is open. */
  truePositiveDetermination: computed(note, decision),
  /** The vulnerability does not affect this artifact. The advisory is closed. */
  falsePositiveDetermination: computed(
    message({
      /** Why the vulnerability does not affect the artifact. */
      type: computed(
        enumOf(
          "TYPE_UNSPECIFIED",
          "TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED",
          "TYPE_COMPONENT_VULNERABILITY_MISMATCH",
          "TYPE_VULNERABLE_CODE_VERSION_NOT_USED",
          "TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE",
          "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH",
          "TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY",
          "TYPE_INLINE_MITIGATIONS_EXIST",
        ),
        { typeName: "FalsePositiveReason" },
      ),
      /** Note about the decision. */
      note: computed(string()),
    }),
    kind,
  ),
  /** Nobody will analyze the vulnerability. The advisory stays open. */
  analysisNotPlanned: computed(note, decision),
  /** The vulnerability will not be fixed, because the artifact is unsupported or near its end. The advisory stays open. */
  fixNotPlanned: computed(note, decision),
  /** A fix must come from upstream first. The advisory stays open. */
  pendingUpstreamFix: computed(note, decision),
} as const;
