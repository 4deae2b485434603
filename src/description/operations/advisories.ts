import { atMostOneOf } from "../spec/field-options";
import { bytes, computed, enumOf, list, message, optional, string, timestamp, uid } from "../spec/types";
import { detection, determinations, kind, scannerVersions } from "./advisory-events";
import { always, defineOperation, object } from "./operation";
import { severity } from "./vulnerabilities";

const aboutPackage = {
  oneof: { name: "package", given: "at most one", because: "the platform ignores artifactNames if origin is set" },
} as const;

/** An `optional` field of proto3. It is the only member of its own oneof, and is left out if not set. */
const optionally = (name: string) => atMostOneOf(`_${name}`);

export const reviewStates = [
  "REVIEW_STATE_UNSPECIFIED",
  "REVIEW_STATE_PENDING",
  "REVIEW_STATE_APPROVED",
  "REVIEW_STATE_REQUEST_CHANGES",
  "REVIEW_STATE_REJECTED",
] as const;

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
  "EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED",
] as const;

/** One event of an advisory. Exactly one of the kinds below `reviewState` is set. */
const event = message({
  /** uid of the event. */
  uid: computed(uid(), always),
  /** When the event was recorded, UTC. */
  createTime: computed(timestamp, always),
  /** Person or service account that recorded the event. */
  author: computed(string(), always),
  /** Person who reviewed the event. */
  reviewer: computed(string()),
  /** State of the review. Only `APPROVED` events count, and the newest decides. `APPROVED` and `REJECTED` are final. */
  reviewState: computed(enumOf(...reviewStates), always),
  /** Issue about the event. */
  issue: computed(string(), optionally("issue")),
  /** Findings of a scanner: JSON, encoded as base64. */
  findings: computed(bytes),
  /** A scanner or a person found the vulnerability. */
  detection: computed(
    detection(
      {
        /** Part of the package that contains the component. */
        subpackage: computed(string()),
        /** Vulnerable component. */
        component: computed(string()),
      },
      "ScannerFinding",
    ),
    { ...kind, typeName: "AdvisoryDetection" },
  ),
  /** A version of the artifact contains the fix. An image is safe only after a rebuild with it. */
  fixed: computed(
    message({
      /** First version of the artifact without the vulnerability. */
      fixedVersion: computed(string()),
      /** Note about the fix. */
      note: computed(string()),
      ...scannerVersions,
    }),
    { ...kind, typeName: "AdvisoryFix" },
  ),
  /** A patch was added to exactly these versions. Other versions are still vulnerable. */
  patched: computed(
    message({
      /** Patched versions. */
      patchedVersions: computed(list(string())),
      /** Note about the patches. */
      note: computed(string()),
    }),
    { ...kind, typeName: "AdvisoryPatch" },
  ),
  /** The vulnerable component moved in the artifact. The status of the advisory stays that of the event before. */
  componentLocationChanged: computed(
    message({
      /** Path of the component before. */
      previousLocation: computed(string()),
      /** Path of the component now. */
      newLocation: computed(string()),
      /** Note about the move. */
      note: computed(string()),
    }),
    { ...kind, typeName: "AdvisoryMove" },
  ),
  ...determinations,
});

/** An advisory about one vulnerability in one component of one artifact (platform API: ADV-1). Read-only. */
export const advisoryFields = {
  /** uid of the advisory. */
  uid: computed(uid(), always),
  /** Identifier that the platform gave the advisory. Several records can share it. Use `aliases` to find all packages with a CVE. */
  advisoryId: computed(string(), always),
  /** Identifier of the same advisory in the former scheme. */
  legacyAdvisoryId: computed(string(), optionally("legacyAdvisoryId")),
  /** Name of the artifact: a package, an image or a library. */
  artifactName: computed(string(), always),
  /** Kind of artifact, such as `apk`, `wheel` or `jar`. */
  artifactType: computed(string(), always),
  /** Architecture of the artifact, such as `x86_64`. */
  artifactArchitecture: computed(string(), always),
  /** Vulnerable component of the artifact. */
  componentName: computed(string(), always),
  /** Language ecosystem of the component, such as `go-module`. */
  componentType: computed(string(), always),
  /** Path of the component in the artifact. */
  componentLocation: computed(string(), always),
  /** Other identifiers of the vulnerability (CVE, GHSA). */
  aliases: computed(list(string()), always),
  /** Events of the advisory, in no particular order. `isOpenAdvisory` uses them to decide whether it is open. */
  events: computed(list(event), { ...always, typeName: "AdvisoryEvent" }),
  /** Severity by scoring scheme, from the vulnerability metadata. */
  severities: computed(list(severity), always),
  /** Authors of the advisory. */
  author: computed(string(), always),
  /** When the record was created, UTC. The vulnerability may have been known before. */
  createTime: computed(timestamp, always),
  /** When the record was last changed, UTC. */
  updateTime: computed(timestamp, always),
  /** When the record was deleted, UTC. */
  deleteTime: computed(timestamp, optionally("deleteTime")),
} as const;

/** Lists the advisories that match every filter (platform API: ADV-1). */
export const listAdvisories = defineOperation({
  functions: ["getAdvisories"],
  method: "GET",
  path: "/vulnerabilities/v2/advisories",
  params: {},
  // The API describes camelCase names. Servers accept both spellings (platform API: GW-10).
  request: {
    /** Identifiers of advisories. Any of them matches. */
    advisoryIds: optional(list(string())),
    /** Identifiers of advisories in the former scheme. Any of them matches. */
    legacyAdvisoryIds: optional(list(string())),
    /** Names of artifacts. Any of them matches. Cannot be combined with `origin`. */
    artifactNames: optional(list(string()), aboutPackage),
    /** Kinds of artifact, such as `apk`. Any of them matches. */
    artifactTypes: optional(list(string())),
    /** Architectures of artifacts, such as `x86_64`. Any of them matches. */
    artifactArchitectures: optional(list(string())),
    /** Names of components. Any of them matches. */
    componentNames: optional(list(string())),
    /** Language ecosystems of components, such as `go-module`. Any of them matches. */
    componentTypes: optional(list(string())),
    /** Paths of components in the artifact. Any of them matches. */
    componentLocations: optional(list(string())),
    /** Other identifiers of the vulnerability (CVE, GHSA). Any of them matches. */
    aliases: optional(list(string())),
    /** Name of a source package. Advisories of its subpackages match too. Not with `artifactNames`, which the platform would ignore. */
    origin: optional(string(), aboutPackage),
    /** States of review. An advisory matches if an event has one of them. */
    eventReviewStates: optional(list(enumOf(...reviewStates))),
    /** E-mail addresses of authors. An advisory matches if one of them recorded an event. */
    eventAuthors: optional(list(string())),
    /** E-mail addresses of authors. An advisory does not match if one of them recorded an event. */
    excludeEventAuthors: optional(list(string())),
    /** E-mail addresses of reviewers. An advisory matches if one of them reviewed an event. */
    eventReviewers: optional(list(string())),
    /** Kinds of event. An advisory matches if it has an event of one of them. */
    eventTypes: optional(list(enumOf(...eventTypes))),
    /** Kind of the newest approved event. It decides whether the advisory is open, unless it only moves the component. */
    latestEventType: optional(enumOf(...eventTypes)),
    /** Part of the name of an artifact, a component or an alias, in upper or lower case. Not the identifier of the advisory. */
    query: optional(string()),
  },
  answer: { advisories: computed(list(object(advisoryFields))) },
  returns: "advisories",
  pages: { isScoped: true },
  repeat: "safe",
  needs: { capabilities: ["CAP_ADVISORIES_LIST"], at: "each" },
});
