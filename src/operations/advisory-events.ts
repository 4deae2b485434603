import { computed, enumOf, type Fields, message, string } from "../spec/types";

/** An event is of one kind. */
export const kind = { atMostOneOf: "event" } as const;
/** A detection is of one type. */
const detectionType = { atMostOneOf: "type" } as const;

/** The version of a scanner and of its database. */
export const scannerVersions = {
  /** Version of the scanner. */
  scannerVersion: computed(string()),
  /** When the scanner's database was built, as RFC 3339. */
  grypeDbBuilt: computed(string()),
  /** Checksum of the scanner's database. */
  grypeDbChecksum: computed(string()),
} as const;

const scan = {
  /** Name of the scanner. */
  scanner: computed(string()),
  /** The scanner's own id of the component. */
  componentId: computed(string()),
  /** Version of the component. */
  componentVersion: computed(string()),
  /** Language ecosystem of the component, `go-module`. */
  componentType: computed(string()),
  /** Where in the package the component is. */
  componentLocation: computed(string()),
  /** Version of the package that was scanned. */
  artifactVersion: computed(string()),
} as const;

const byName = {
  /** Found by a person. There is no more data. */
  manual: computed(message({}), detectionType),
  /** Found by matching names of the National Vulnerability Database. */
  nvdapi: computed(
    message({
      /** Name, or keyword, that was looked for. */
      cpeSearched: computed(string()),
      /** Name that was found. */
      cpeFound: computed(string()),
    }),
    { ...detectionType, typeName: "NvdFinding" },
  ),
} as const;

/**
 * A detection; `names` are the fields of the scanner's finding that an advisory and the feed name differently, and
 * `typeName` is what they call the finding.
 */
export const detection = <const F extends Fields>(names: F, typeName: string) =>
  message({
    ...byName,
    /** Found by a scanner. */
    scanv1: computed(message({ ...names, ...scan, ...scannerVersions }), { ...detectionType, typeName }),
  });

const note = message({
  /** Free text on the decision. */
  note: computed(string()),
});

/** A decision that has no more to say than a note. */
const decision = { ...kind, typeName: "AdvisoryDecision" } as const;

/** What may be decided about a vulnerability. */
export const determinations = {
  /** The vulnerability affects this artifact. The advisory is open. */
  truePositiveDetermination: computed(note, decision),
  /** The vulnerability does not affect this artifact. The advisory is closed. */
  falsePositiveDetermination: computed(
    message({
      /** Why it does not affect the artifact. */
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
      /** Free text on the decision. */
      note: computed(string()),
    }),
    kind,
  ),
  /** Nobody will look into it. The advisory stays open. */
  analysisNotPlanned: computed(note, decision),
  /** It is left as it is, because the artifact is unsupported or near its end. The advisory stays open. */
  fixNotPlanned: computed(note, decision),
  /** Nothing can be done until upstream has a fix. The advisory stays open. */
  pendingUpstreamFix: computed(note, decision),
} as const;
