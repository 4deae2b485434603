import { isWithin } from "../../../uid";
import { checkKnown } from "../../access/capability";
import { mostDangerousFirst } from "../../access/danger";
import { type Change, difference, rolesBehind } from "../../access/difference";
import { type AccessModel, modelOf } from "../../access/model";
import { groupPath, identityPath } from "../../access/names";
import { offerChanges } from "../../access/offers";
import { applyPlan } from "../../access/planned";
import { rootsOf, uncountedKinds } from "../../access/read";
import { changesOneOf, provisions } from "../../access/steps";
import { type Call, columns, named, type Report, type Table, UNKNOWN, whole, wrapping } from "../../declaration";
import { reportOf } from "../../document";
import { stackChoice } from "../../stack/options";
import { capabilitiesText, groupIn, identityIn, namedBy, readFor, remarksOn, showsAll } from "./answer";
import type { AccessFlags } from "./declaration";
import {
  type AccessPlan,
  exitForPlan,
  isNewObject,
  isPerson,
  mayReach,
  notesOnPlan,
  planIn,
  roleNames,
  saidOf,
  withExistingUid,
} from "./plan";
import { accessDifferenceDocument } from "./schema";

/** The part of a change that the call asks for. Everything, if it is empty. */
export interface Asked {
  readonly capability?: string | undefined;
  /** As the call names it. */
  readonly identity?: string | undefined;
  /** As the call names it. */
  readonly on?: string | undefined;
}

/** Reads access before and after the pending change of a stack. It changes nothing. Throws PulumiError. */
export async function readPlan(call: Call<AccessFlags>): Promise<AccessPlan> {
  // Without --stack, Pulumi uses the selected stack.
  const choice = stackChoice(call) ?? {};
  const live = await readFor(call, choice);
  call.progress("Running pulumi preview");
  const { plannedSteps } = await import("../../stack/preview");
  const steps = await plannedSteps(choice);
  const objects = [...live.objects, ...live.offers];
  const planned = applyPlan(objects, steps);
  const uncounted = [
    ...new Set(steps.filter((step) => changesOneOf(step, uncountedKinds)).map(({ urn }) => urn)),
  ].sort();
  const provisioning = [...new Set(steps.filter(provisions).map(({ urn }) => urn))].sort();
  const after = modelOf(planned.objects);
  const offers = offerChanges({ model: live.model, objects }, { model: after, objects: planned.objects });
  return { call, live, planned, after, names: both(live.model, after), uncounted, provisioning, offers };
}

/** Returns the report on a pending change. */
export function differenceReport(plan: AccessPlan, asked: Asked): Report {
  const { call, live, after, names } = plan;
  const objects = namedBy(live, asked, names);
  const keep = filterFor(names, asked.capability, objects);
  const asking = difference(live.model, after).flatMap((change) => keep(change, change.identityUid));
  const changes = mostDangerousFirst(asking, isNewObject).map((change) => {
    const behind = rolesBehind(change.isGain ? after : live.model, change);
    return { ...change, roles: roleNames(names, behind) };
  });
  const offers = plan.offers
    .flatMap((offer) => keep(offer, undefined))
    .map((offer) => ({ ...offer, roles: roleNames(names, offer.roleUids) }));
  const rows = [
    ...offers.map((offer) => ({ ...offer, name: offer.who })),
    ...changes.map((change) => ({
      ...change,
      name: identityPath(names, change.identityUid) + (isNewObject(change.identityUid) ? " (new)" : ""),
    })),
  ];
  const { remarks, tables, notes } = remarksOn(call, { live, roots: rootsOf(live) }, saidOf(plan));
  const isPossible = rows.length === 0 && objects.groupUid !== undefined && mayReach(plan, objects.groupUid);
  return reportOf({
    document: {
      changes: changes.map((change) => ({
        identity: withExistingUid(identityIn(names, change.identityUid)),
        ...changeIn(names, change),
      })),
      offers: offers.map((offer) => ({ who: offer.who, ...changeIn(names, offer) })),
      ...planIn(plan),
      ...remarks,
    },
    schema: accessDifferenceDocument,
    tables: [tableOf(names, rows, showsAll(call)), ...tables],
    names: [
      ...new Set([
        ...offers.map(({ who }) => who),
        ...changes.map(({ identityUid: uid }) => (isNewObject(uid) ? identityPath(names, uid) : uid)),
      ]),
    ],
    notes: [...notesOnPlan(plan), ...notes],
    exit: isPossible ? UNKNOWN : exitForPlan(plan, remarks, rows),
  });
}

/** A change with the names of the roles that cause it. */
type Made = Change & { readonly roles: readonly string[] };

/** The same with the name of the identity. */
type Row = Made & { readonly name: string };

/** Returns a change of the document. */
const changeIn = (names: AccessModel, { isGain, roles, capabilities, groupUids }: Made) => ({
  change: isGain ? ("gains" as const) : ("loses" as const),
  roles,
  capabilities,
  groups: groupUids.map((uid) => withExistingUid(groupIn(names, uid))),
});

/** Returns the names before and after a change. */
export const both = (before: AccessModel, after: AccessModel): AccessModel => ({
  groups: new Map([...before.groups, ...after.groups]),
  identities: new Map([
    ...after.identities,
    ...before.identities,
    ...[...after.identities].filter(([, { name }]) => name !== ""),
  ]),
  roles: new Map([...before.roles, ...after.roles]),
  bindings: new Map([...before.bindings, ...after.bindings]),
});

/**
 * Returns a filter that keeps the part of a change that the call asks for. A change without an identity is about unknown people, who may
 * be any person but not a machine. Throws CallError for an unknown capability.
 */
function filterFor(
  model: AccessModel,
  capability: string | undefined,
  { identityUid, groupUid }: ReturnType<typeof namedBy>,
): <C extends Change>(change: C, identityUid: string | undefined) => C[] {
  if (capability !== undefined) checkKnown(model, capability);
  const isAsked = (uid: string | undefined) =>
    identityUid === undefined || (uid === undefined ? isPerson(identityUid) : uid === identityUid);
  return (change, uid) => {
    if (!isAsked(uid)) return [];
    const capabilities = change.capabilities.filter((name) => capability === undefined || name === capability);
    const groupUids = change.groupUids.filter((uid) => groupUid === undefined || uid === groupUid);
    return capabilities.length === 0 || groupUids.length === 0 ? [] : [{ ...change, capabilities, groupUids }];
  };
}

/** @param isFull whether a cell lists everything */
const tableOf = (model: AccessModel, changes: readonly Row[], isFull: boolean): Table => ({
  columns: columns(
    named("IDENTITY", { isFinding: true }),
    whole("CHANGE", { isFinding: true }),
    named("ROLES"),
    wrapping("CAPABILITIES", { isFinding: true }),
    wrapping("GROUPS"),
  ),
  rows: changes.map(({ name, isGain, roles, capabilities, groupUids }) => [
    name,
    isGain ? { text: "gains", tone: "warning" } : { text: "loses", tone: "bad" },
    roles.join(", "),
    capabilitiesText(capabilities, isFull),
    groupsText(model, groupUids, isFull),
  ]),
  empty: "No identity gains or loses a capability.",
});

/** The most groups in a cell. */
const MAX_GROUPS = 5;

/** Returns the top groups for a cell, each with the number of groups below it. */
function groupsText(model: AccessModel, uids: readonly string[], isFull: boolean): string {
  const isBelow = (above: string, uid: string) => uid !== above && isWithin(above, uid);
  const tops = uids.filter((uid) => !uids.some((other) => isBelow(other, uid)));
  const most = isFull ? tops.length : MAX_GROUPS;
  const texts = tops.slice(0, most).map((uid) => {
    const below = uids.filter((other) => isBelow(uid, other)).length;
    return `${groupPath(model, uid)}${isNewObject(uid) ? " (new)" : ""}${below === 0 ? "" : ` and ${below} below`}`;
  });
  return [...texts, ...(tops.length > most ? [`and ${tops.length - most} more`] : [])].join(", ");
}
