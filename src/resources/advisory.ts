import { bytes, computed, enumOf, list, message, string, timestamp, uid } from "../spec/types";
import { severity } from "./vulnerability";

const always = { always: true } as const;

/** What proto3 calls optional: the only member of a oneof of its own, so that it is left out where it is not set. */
const optionally = <const N extends string>(name: N) => ({ atMostOneOf: `_${name}` }) as const;
/** An event is of one kind. */
const kind = { atMostOneOf: "event" } as const;
/** A detection is of one type. */
const detectionType = { atMostOneOf: "type" } as const;

/** States of the review of an advisory's event. */
export const reviewStates = [
  "REVIEW_STATE_UNSPECIFIED",
  "REVIEW_STATE_PENDING",
  "REVIEW_STATE_APPROVED",
  "REVIEW_STATE_REQUEST_CHANGES",
  "REVIEW_STATE_REJECTED",
] as const;

/** Kinds of event, as filters name them. */
export const eventTypes = [
  "EVENT_TYPE_FILTER_UNSPECIFIED",
  "EVENT_TYPE_FILTER_DETECTION",
  "EVENT_TYPE_FILTER_TRUE_POSITIVE_DETERMINATION",
  "EVENT_TYPE_FILTER_FIXED",
  "EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION",
  "EVENT_TYPE_FILTER_ANALYSIS_NOT_PLANNED",
  "EVENT_TYPE_FILTER_FIX_NOT_PLANNED",
  "EVENT_TYPE_FILTER_PENDING_UPSTREAM_FIX",
  "EVENT_TYPE_FILTER_PATCHED",
] as const;

/** Why a vulnerability does not apply. */
export const falsePositiveTypes = [
  "TYPE_UNSPECIFIED",
  "TYPE_VULNERABILITY_RECORD_ANALYSIS_CONTESTED",
  "TYPE_COMPONENT_VULNERABILITY_MISMATCH",
  "TYPE_VULNERABLE_CODE_VERSION_NOT_USED",
  "TYPE_VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE",
  "TYPE_VULNERABLE_CODE_NOT_IN_EXECUTION_PATH",
  "TYPE_VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY",
  "TYPE_INLINE_MITIGATIONS_EXIST",
] as const;

const note = message({
  /** Free text on the decision. */
  note: computed(string()),
});

/** What happened to an advisory; exactly one of the kinds below `reviewState` is set. */
const event = message({
  /** uid of the event. */
  uid: computed(uid(), always),
  /** When the event was recorded, UTC. */
  createTime: computed(timestamp, always),
  /** Who recorded it. */
  author: computed(string(), always),
  /** Who reviewed it. */
  reviewer: computed(string()),
  /** Where its review stands. */
  reviewState: computed(enumOf(...reviewStates), always),
  /** Issue that tracks it. */
  issue: computed(string(), optionally("issue")),
  /** Raw findings, base64. */
  findings: computed(bytes),
  /** A scanner or a person found the vulnerability. */
  detection: computed(
    message({
      /** Found by a person. */
      manual: computed(message({}), detectionType),
      /** Found by matching names of the National Vulnerability Database. */
      nvdapi: computed(message({ cpeSearched: computed(string()), cpeFound: computed(string()) }), detectionType),
      /** Found by a scanner. */
      scanv1: computed(
        message({
          scanner: computed(string()),
          subpackage: computed(string()),
          componentId: computed(string()),
          component: computed(string()),
          componentVersion: computed(string()),
          componentType: computed(string()),
          componentLocation: computed(string()),
          artifactVersion: computed(string()),
          scannerVersion: computed(string()),
          grypeDbBuilt: computed(string()),
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
      note: computed(string()),
      scannerVersion: computed(string()),
      grypeDbBuilt: computed(string()),
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
  /** Patches were applied to these versions. */
  patched: computed(message({ patchedVersions: computed(list(string())), note: computed(string()) }), kind),
});

/** A vulnerability advisory about one component of one artifact (spec: Advisory). Read-only. */
export const advisoryFields = {
  /** uid of the advisory. */
  uid: computed(uid(), always),
  /** Identifier of the advisory, shared by all artifacts that it is about. */
  advisoryId: computed(string(), always),
  /** Identifier of the same advisory before the present scheme. */
  legacyAdvisoryId: computed(string(), optionally("legacyAdvisoryId")),
  /** Name of the artifact, a package or image. */
  artifactName: computed(string(), always),
  /** Kind of artifact, `apk`. */
  artifactType: computed(string(), always),
  /** Architecture of the artifact, `x86_64`. */
  artifactArchitecture: computed(string(), always),
  /** Component of the artifact that is vulnerable. */
  componentName: computed(string(), always),
  /** Kind of component, `go-module`. */
  componentType: computed(string(), always),
  /** Where in the artifact the component is. */
  componentLocation: computed(string(), always),
  /** Other identifiers of the vulnerability: CVE, GHSA. */
  aliases: computed(list(string()), always),
  /** What happened, oldest first. */
  events: computed(list(event), always),
  /** Severity by scoring scheme. */
  severities: computed(list(severity), always),
  /** Who wrote the advisory. */
  author: computed(string(), always),
  /** When the advisory was created, UTC. */
  createTime: computed(timestamp, always),
  /** When the advisory was last changed, UTC. */
  updateTime: computed(timestamp, always),
  /** When the advisory was withdrawn, UTC. */
  deleteTime: computed(timestamp, optionally("deleteTime")),
} as const;
