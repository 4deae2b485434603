import { bytes, computed, enumOf, list, message, optional, string, timestamp, uid } from "../spec/types";
import { detection, determinations, kind, scannerVersions } from "./advisory-events";
import { defineOperation, object } from "./operation";
import { severity } from "./vulnerabilities";

const always = { alwaysReturned: true } as const;
/** Filters of which only one has an effect. */
const aboutPackage = {
  atMostOneOf: "package",
  onlyOneBecause: "the platform ignores artifactNames beside origin",
} as const;

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
const event = message({
  /** uid of the event. */
  uid: computed(uid(), always),
  /** When the event was recorded, UTC. */
  createTime: computed(timestamp, always),
  /** Person or service account that recorded it. */
  author: computed(string(), always),
  /** Person who reviewed it. */
  reviewer: computed(string()),
  /** State of its review. Only an `APPROVED` event counts, and the newest of them decides. `APPROVED` and `REJECTED` are final. */
  reviewState: computed(enumOf(...reviewStates), always),
  /** Issue where it was triaged. */
  issue: computed(string(), optionally("issue")),
  /** Findings of a scanner: JSON, as base64. */
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
  /** A version of the artifact fixes it. An image is safe only once it is rebuilt with it. */
  fixed: computed(
    message({
      /** First version of the artifact without the vulnerability. */
      fixedVersion: computed(string()),
      /** Free text on the fix. */
      note: computed(string()),
      ...scannerVersions,
    }),
    { ...kind, typeName: "AdvisoryFix" },
  ),
  /** A patch went into exactly these versions. Other versions are still vulnerable. */
  patched: computed(
    message({
      /** The versions that were patched. */
      patchedVersions: computed(list(string())),
      /** Free text on the patches. */
      note: computed(string()),
    }),
    { ...kind, typeName: "AdvisoryPatch" },
  ),
  ...determinations,
});

/** An advisory about one vulnerability in one component of one artifact (platform API: ADV-1). Read-only. */
export const advisoryFields = {
  /** uid of the advisory. */
  uid: computed(uid(), always),
  /** Identifier that the platform gave the advisory. Several records can have it. Use `aliases` to find all packages with a CVE. */
  advisoryId: computed(string(), always),
  /** Identifier of the same advisory before the present scheme. */
  legacyAdvisoryId: computed(string(), optionally("legacyAdvisoryId")),
  /** Name of the artifact: a package, an image or a library. */
  artifactName: computed(string(), always),
  /** Kind of artifact: `apk`, `wheel`, `jar`. */
  artifactType: computed(string(), always),
  /** Architecture of the artifact, `x86_64`. */
  artifactArchitecture: computed(string(), always),
  /** Component of the artifact that is vulnerable. */
  componentName: computed(string(), always),
  /** Language ecosystem of the component, `go-module`. */
  componentType: computed(string(), always),
  /** Where in the artifact the component is. */
  componentLocation: computed(string(), always),
  /** Other identifiers of the vulnerability: CVE, GHSA. */
  aliases: computed(list(string()), always),
  /** What happened, in no particular order. `isOpenAdvisory` judges by it. */
  events: computed(list(event), { ...always, typeName: "AdvisoryEvent" }),
  /** Severity by scoring scheme, from vulnerability metadata. */
  severities: computed(list(severity), always),
  /** Who wrote the advisory. */
  author: computed(string(), always),
  /** When the record was created, UTC; the vulnerability may have been known before. */
  createTime: computed(timestamp, always),
  /** When the record was last changed, UTC. */
  updateTime: computed(timestamp, always),
  /** When the record was deleted, UTC. */
  deleteTime: computed(timestamp, optionally("deleteTime")),
} as const;

/**
 * Lists advisories. Values of one filter are alternatives, and different filters must all match. Beside `origin`, the
 * platform ignores `artifactNames`: the function refuses both together (platform API: ADV-1).
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
    /** Names of artifacts; an advisory about any of them matches. Not together with `origin`. */
    artifactNames: optional(list(string()), aboutPackage),
    /** Kinds of artifact, `apk`; any of them matches. */
    artifactTypes: optional(list(string())),
    /** Architectures of artifacts, `x86_64`; any of them matches. */
    artifactArchitectures: optional(list(string())),
    /** Names of components; any of them matches. */
    componentNames: optional(list(string())),
    /** Language ecosystems of components, `go-module`; any of them matches. */
    componentTypes: optional(list(string())),
    /** Places of components in the artifact; any of them matches. */
    componentLocations: optional(list(string())),
    /** Other identifiers of the vulnerability, CVE or GHSA; any of them matches. */
    aliases: optional(list(string())),
    /**
     * Source package: its own advisories and those of all its subpackages match. Not together with `artifactNames`,
     * which the platform would ignore.
     */
    origin: optional(string(), aboutPackage),
    /** States of review; an advisory with an event in any of them matches. */
    eventReviewStates: optional(list(enumOf(...reviewStates))),
    /** E-mail addresses of authors; an advisory with an event by any of them matches. */
    eventAuthors: optional(list(string())),
    /** E-mail addresses of authors; an advisory with an event by any of them does not match. */
    excludeEventAuthors: optional(list(string())),
    /** E-mail addresses of reviewers; an advisory with an event that any of them reviewed matches. */
    eventReviewers: optional(list(string())),
    /** Kinds of event; an advisory with an event of any of them matches. */
    eventTypes: optional(list(enumOf(...eventTypes))),
    /** Kind of the newest approved event, which decides whether the advisory is open. */
    latestEventType: optional(enumOf(...eventTypes)),
    /** Part of the name of an artifact or a component, or of an alias, in upper or lower case. The identifier of the advisory does not count. */
    query: optional(string()),
  },
  answer: { advisories: computed(list(object(advisoryFields))) },
  returns: "advisories",
  pages: { isScoped: true, sortedBy: ["advisory_id", "artifact_name"] },
  repeat: "safe",
  needs: { capabilities: ["CAP_ADVISORIES_LIST"], at: "each" },
});
