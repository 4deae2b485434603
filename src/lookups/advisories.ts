import { advisoryFields, eventTypes, reviewStates } from "../resources/advisory";
import { enumOf, list, optional, string } from "../spec/types";
import { type EntityOf, entityOf } from "./answers";
import { type ListArgs, paging, scope } from "./filters";
import { type ByUid, type EntityListing, plural, singular } from "./listing";

// These go out as the spec spells them, in camelCase; a server takes either (wire fact 9). Values of a list are
// alternatives.
const filters = {
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
  /** Kind of the latest event. */
  latestEventType: optional(enumOf(...eventTypes)),
  /** Text to look for. */
  query: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging("advisory_id", "artifact_name") } as const;

/** Which advisories to list. Different filters must all let an advisory through. */
export type GetAdvisoriesArgs = ListArgs<typeof filters>;
/** Which advisory to fetch. */
export type GetAdvisoryArgs = ByUid;
/** A vulnerability advisory about one component of one artifact. */
export type AdvisoryResult = EntityOf<typeof advisoryFields>;

/** How advisories are listed. */
export const advisoryListing: EntityListing<typeof all, Record<never, never>, AdvisoryResult> = {
  name: "getAdvisories",
  method: "GET",
  path: "/vulnerabilities/v2/advisories",
  key: "advisories",
  arguments: all,
  read: entityOf(advisoryFields),
  one: { name: "getAdvisory", arguments: {} },
  nouns: ["advisory", "advisories"],
  placeOf: (parentUid) => `of ${parentUid}`,
};

/** The advisories that match. */
export const getAdvisories = plural(advisoryListing);
/** One advisory. */
export const getAdvisory = singular(advisoryListing);
