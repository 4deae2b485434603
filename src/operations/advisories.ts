import { bytes, computed, enumOf, list, message, optional, string, timestamp, uid } from "../spec/types";
import { detection, determinations, kind, scannerVersions } from "./advisory-events";
import { both, defineOperation, object } from "./operation";
import { severity } from "./vulnerabilities";

const always = { alwaysReturned: true } as const;

/** An `optional` field of proto3: the only member of its own oneof, left out if not set. */
const optionally = <const N extends string>(name: N) => ({ atMostOneOf: `_${name}` }) as const;

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

/** What happened to an advisory; exactly one of the kinds below `reviewState` is set. */
const event = message(
  both(
    {
      /** uid of the event. */
      uid: computed(uid(), always),
      /** When the event was recorded, UTC. */
      createTime: computed(timestamp, always),
      /** Who recorded it. */
      author: computed(string(), always),
      /** Who reviewed it. */
      reviewer: computed(string()),
      /** Where its review stands. Only an approved event counts: the newest says where the advisory stands. */
      reviewState: computed(enumOf(...reviewStates), always),
      /** Issue that tracks it. */
      issue: computed(string(), optionally("issue")),
      /** Raw findings, base64. */
      findings: computed(bytes),
      /** A scanner or a person found the vulnerability. */
      detection: computed(
        detection(
          {
            /** Part of the package that the component is in. */
            subpackage: computed(string()),
            /** Component that is vulnerable. */
            component: computed(string()),
          },
          "ScannerFinding",
        ),
        { ...kind, typeName: "AdvisoryDetection" },
      ),
      /** A version fixes it. */
      fixed: computed(
        message(
          both(
            {
              /** First version without the vulnerability. */
              fixedVersion: computed(string()),
              /** Free text on the fix. */
              note: computed(string()),
            },
            scannerVersions,
          ),
        ),
        { ...kind, typeName: "AdvisoryFix" },
      ),
      /** Patches were applied to these versions. */
      patched: computed(
        message({
          /** The versions that were patched. */
          patchedVersions: computed(list(string())),
          /** Free text on the patches. */
          note: computed(string()),
        }),
        { ...kind, typeName: "AdvisoryPatch" },
      ),
    },
    determinations,
  ),
);

/** A vulnerability advisory about one component of one artifact (platform API: ADV-1). Read-only. */
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
  /** What happened, in no particular order. `isOpenAdvisory` judges by it. */
  events: computed(list(event), { ...always, typeName: "AdvisoryEvent" }),
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

/**
 * Lists advisories. Values of one filter are alternatives; different filters must all let an advisory through
 * (platform API: ADV-1).
 */
export const listAdvisories = defineOperation({
  functions: ["getAdvisories"],
  method: "GET",
  path: "/vulnerabilities/v2/advisories",
  params: {},
  // Names are sent in camelCase, as the API describes them; servers accept both spellings (platform API: GW-10).
  request: {
    /** Advisory identifiers; any of them matches. */
    advisoryIds: optional(list(string())),
    /** Advisory identifiers of the former scheme; any of them matches. */
    legacyAdvisoryIds: optional(list(string())),
    /** Names of artifacts; an advisory about any of them matches. */
    artifactNames: optional(list(string())),
    /** Kinds of artifact, `apk`; any of them matches. */
    artifactTypes: optional(list(string())),
    /** Architectures of artifacts, `x86_64`; any of them matches. */
    artifactArchitectures: optional(list(string())),
    /** Names of components; any of them matches. */
    componentNames: optional(list(string())),
    /** Kinds of component, `go-module`; any of them matches. */
    componentTypes: optional(list(string())),
    /** Places of components in the artifact; any of them matches. */
    componentLocations: optional(list(string())),
    /** Other identifiers of the vulnerability, CVE or GHSA; any of them matches. */
    aliases: optional(list(string())),
    /** Package that the artifact was built from. */
    origin: optional(string()),
    /** States of review; an advisory with an event in any of them matches. */
    eventReviewStates: optional(list(enumOf(...reviewStates))),
    /** Authors of events; an advisory with an event by any of them matches. */
    eventAuthors: optional(list(string())),
    /** Authors of events; an advisory with an event by any of them does not match. */
    excludeEventAuthors: optional(list(string())),
    /** Reviewers of events; an advisory with an event that any of them reviewed matches. */
    eventReviewers: optional(list(string())),
    /** Kinds of event; an advisory with an event of any of them matches. */
    eventTypes: optional(list(enumOf(...eventTypes))),
    /** Kind of the newest approved event. */
    latestEventType: optional(enumOf(...eventTypes)),
    /** Text to look for. */
    query: optional(string()),
  },
  answer: { advisories: computed(list(object(advisoryFields))) },
  returns: "advisories",
  pages: { isScoped: true, sortedBy: ["advisory_id", "artifact_name"] },
  repeat: "safe",
  needs: { capabilities: ["CAP_ADVISORIES_LIST"], at: "each" },
});
