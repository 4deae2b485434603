import { eventTypes, reviewStates } from "../../description/operations/advisories";
import { isValues, type Values } from "../../description/spec/values";
import { camel, snake } from "../gateway/names";
import type { Query } from "../gateway/queries";
import type { Resource } from "../store";
import { originOf } from "./advisory";

/** Repeated filters, with the field that they match. A filter matches if one of its values does. */
const byField = [
  ...["advisoryId", "legacyAdvisoryId", "artifactName", "artifactType", "artifactArchitecture"],
  ...["componentName", "componentType", "componentLocation"],
]
  .map((field) => [`${field}s`, field] as const)
  .concat([["aliases", "aliases"]]);

const [UNSPECIFIED, ...KINDS] = eventTypes;

/** Returns the field of an event kind: `falsePositiveDetermination` for EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION. */
const fieldOfKind = (kind: string): string => camel(kind.replace("EVENT_TYPE_FILTER_", "").toLowerCase());

type Accepts = (advisory: Values) => boolean;

const eventsOf = (advisory: Values): Values[] =>
  Array.isArray(advisory.events) ? advisory.events.filter(isValues) : [];
const newestApproved = (advisory: Values): Values | undefined =>
  eventsOf(advisory)
    .filter(({ reviewState }) => reviewState === "REVIEW_STATE_APPROVED")
    .sort((a, b) => Date.parse(String(b.createTime)) - Date.parse(String(a.createTime)))[0];
const typeOf = (event: Values | undefined): string =>
  KINDS.find((kind) => event?.[fieldOfKind(kind)] !== undefined) ?? UNSPECIFIED;
const wants = (wanted: readonly string[], value: unknown): boolean =>
  wanted.length === 0 || wanted.includes(String(value ?? ""));

/** Reads the filters of a List of advisories. An advisory must pass all of them. `origin` replaces `artifactNames`. */
export function advisoryFilter(query: Query): (advisory: Resource) => boolean {
  const filters: Accepts[] = [...fieldFilters(query), ...eventFilters(query), ...textFilters(query)];
  return ({ values }) => filters.every((accepts) => accepts(values));
}

const fieldFilters = (query: Query): Accepts[] =>
  byField.map(([filter, field]) => {
    if (filter === "artifactNames" && originIn(query) !== "") return () => true;
    const wanted = query.texts(snake(filter));
    return (advisory) => wanted.length === 0 || [advisory[field]].flat().some((value) => wants(wanted, value));
  });

function eventFilters(query: Query): Accepts[] {
  const authors = query.texts("event_authors");
  const excluded = query.texts("exclude_event_authors");
  const reviewers = query.texts("event_reviewers");
  const states = query.enumNames("event_review_states", reviewStates);
  const types = query.enumNames("event_types", eventTypes);
  const [latest = UNSPECIFIED] = query.enumNames("latest_event_type", eventTypes);
  const some =
    (accepts: Accepts): Accepts =>
    (advisory) =>
      eventsOf(advisory).some(accepts);
  return [
    some((event) => wants(authors, event.author)),
    some((event) => wants(reviewers, event.reviewer)),
    some((event) => wants(states, event.reviewState)),
    some((event) => wants(types, typeOf(event))),
    (advisory) => excluded.length === 0 || !eventsOf(advisory).some((event) => excluded.includes(String(event.author))),
    (advisory) => latest === UNSPECIFIED || typeOf(newestApproved(advisory)) === latest,
  ];
}

const originIn = (query: Query): string => query.text("origin") ?? "";

/** `query` matches part of a name or an alias; `origin` is the source package of the artifact (platform API: ADV-1). */
function textFilters(query: Query): Accepts[] {
  const searched = (query.text("query") ?? "").toLowerCase();
  const origin = originIn(query);
  return [
    ({ artifactName, componentName, aliases }) =>
      [artifactName, componentName, aliases].flat().some((text) => String(text).toLowerCase().includes(searched)),
    ({ artifactName }) => origin === "" || originOf(artifactName) === origin,
  ];
}
