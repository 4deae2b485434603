import { listed, quoted } from "../../../api/shown";
import { nameOf } from "../../../spec/resource";
import { isWithin, parentOf } from "../../../uid";
import { type Change, difference } from "../../access/difference";
import type { AccessModel } from "../../access/model";
import { groupPath, identityPath, roleName } from "../../access/names";
import type { OfferChange } from "../../access/offers";
import type { Planned } from "../../access/planned";
import type { LiveAccess } from "../../access/read";
import { type Call, CLEAN, type ExitCode, FOUND, UNKNOWN } from "../../declaration";
import type { LiveObject } from "../../organization/read";
import { nameOfUrn } from "../../stack/export";
import { exitFor, groupIn, type Remarks, unreadOffers } from "./answer";
import type { AccessFlags } from "./declaration";

/** Texts about a pending change that the commands of `access` share. */

/** Access before and after a pending change. */
export interface AccessPlan {
  readonly call: Pick<Call<AccessFlags>, "flags" | "terminal">;
  readonly live: LiveAccess;
  readonly planned: Planned;
  readonly after: AccessModel;
  /** The names before and after. */
  readonly names: AccessModel;
  /** URNs of invites, identity providers and mappings that change. */
  readonly uncounted: readonly string[];
  /** URNs of new or changed SCIM tokens that can provision people. */
  readonly provisioning: readonly string[];
  /** What people gain and lose by these. */
  readonly offers: readonly OfferChange[];
}

/** Returns sentences about unknown effects. */
const unknownsIn = ({ planned, live }: AccessPlan): string[] => [
  ...planned.unknown.map(({ urn, why }) => `The effect of ${quoted(nameOfUrn(urn))} is unknown, because ${why}.`),
  ...unreadOffers(live).map((plural) => `The effect on ${plural} is unknown, because they cannot be listed.`),
];

/** Returns the notes on a pending change. */
export const notesOnPlan = (plan: AccessPlan): string[] => [...actorsIn(plan), ...unknownsIn(plan), ...moreIn(plan)];

const actorsIn = ({ planned, provisioning }: AccessPlan): string[] => [
  ...planned.actorsChanged.map((urn) => `This changes who can act as ${quoted(nameOfUrn(urn))}, with all its access.`),
  ...provisioning.map(
    (urn) =>
      `The SCIM token ${quoted(nameOfUrn(urn))} is new or changed. Whoever has it decides which people its identity provider has.`,
  ),
];

const moreIn = ({ planned, names }: AccessPlan): string[] => [
  ...planned.ambiguous.map(
    ({ urn, uid, orElse }) =>
      `${quoted(nameOfUrn(urn))} counts in ${quoted(groupPath(names, uid))}. It may also be in ` +
      `${orElse.map((other) => quoted(groupPath(names, other))).join(" or ")} above that, which the preview does not show.`,
  ),
  ...planned.existing.map(
    ({ urn, uid }) =>
      `${quoted(nameOfUrn(urn))} exists already (${uid}). The update fails unless platform:adoptExisting allows it to take over the object. ` +
      'If you renamed the resource, add aliases: [{ name: "<former name>" }].',
  ),
  ...planned.refused.map(({ urn, by }) => {
    const blockers = by.map((object) => blockerText(names, object));
    return `Deleting ${quoted(nameOfUrn(urn))} will fail, because this still uses it: ${listed(blockers, MAX_BLOCKERS)}.`;
  }),
];

/** Whether an identity is a person. A person can redeem an invite or sign in. */
export const isPerson = (identityUid: string): boolean => parentOf(identityUid) === undefined;

/** Returns the names of roles, each once. */
export const roleNames = (names: AccessModel, uids: readonly string[]): string[] =>
  [...new Set(uids.map((uid) => roleName(names, uid)))].sort();

/** The most groups that a sentence names. */
const MAX_GROUPS = 5;

/** Returns sentences about what people gain and lose by invites and sign-ins, for formats without rows for them. */
export const offersIn = ({ offers, names }: AccessPlan): string[] =>
  offers.map((offer) => {
    const where = offer.groupUids
      .filter((uid) => !offer.groupUids.some((other) => other !== uid && isWithin(other, uid)))
      .map((uid) => quoted(groupPath(names, uid)));
    const roles = roleNames(names, offer.roleUids).map(quoted).join(", ");
    return `${capitalized(offer.who)} ${offer.isGain ? "would gain" : "would lose"} ${roles} in ${listed(where, MAX_GROUPS)}.`;
  });

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The most objects that a note names. */
const MAX_BLOCKERS = 5;

function blockerText(model: AccessModel, { spec, uid }: LiveObject): string {
  const { bindings, groups, identities } = model;
  const binding = bindings.get(uid);
  if (binding !== undefined) {
    const [who, where] = [identityPath(model, binding.identityUid), groupPath(model, binding.groupUid)];
    return `the role binding of ${quoted(who)} in ${quoted(where)}`;
  }
  if (groups.has(uid)) return `the group ${quoted(groupPath(model, uid))}`;
  if (identities.has(uid)) return `the identity ${quoted(identityPath(model, uid))}`;
  return `the ${nameOf(spec)} ${quoted(model.roles.get(uid)?.name || uid)}`;
}

/**
 * Returns what to print to standard error about a pending change if the format has no notes.
 *
 * @param more further notes of the command
 */
export const saidOf = (plan: AccessPlan, more: readonly string[] = []) => ({
  gaps: unknownsIn(plan),
  notes: [...actorsIn(plan), ...moreIn(plan), ...more],
});

/** Returns the fields of a document about a pending change. */
export const planIn = ({ names, planned, uncounted, provisioning }: AccessPlan) => ({
  actorsChanged: planned.actorsChanged,
  provisioning,
  uncounted,
  unknown: planned.unknown,
  existing: planned.existing,
  refused: planned.refused.map(({ urn, uid, by }) => ({
    urn,
    uid,
    by: by.map((blocker) => withExistingUid({ kind: blocker.spec.type, uid: blocker.uid })),
  })),
  ambiguous: planned.ambiguous.map(({ urn, uid, orElse }) => ({
    urn,
    group: withExistingUid(groupIn(names, uid)),
    orElse: orElse.map((other) => withExistingUid(groupIn(names, other))),
  })),
});

/** Whether a role binding that counts in a lower group may also hold in a group. */
export const mayReach = ({ planned }: AccessPlan, groupUid: string): boolean =>
  planned.ambiguous.some(({ orElse }) => orElse.some((uid) => isWithin(uid, groupUid)));

/**
 * Returns the exit code of a call about a pending change: FOUND if access changes.
 *
 * @param changes the changes that the call asks for
 */
export function exitForPlan(
  plan: AccessPlan,
  remarks: Remarks,
  changes: readonly Change[] = [...difference(plan.live.model, plan.after), ...plan.offers],
): ExitCode {
  if (unknownsIn(plan).length > 0) return UNKNOWN;
  const others = plan.planned.actorsChanged.length + plan.provisioning.length;
  return exitFor(remarks, changes.length + others > 0 ? FOUND : CLEAN);
}

/** Returns an object with null for the uid if it does not exist yet. */
export const withExistingUid = <T extends { readonly uid: string }>(
  named: T,
): Omit<T, "uid"> & { uid: string | null } => ({
  ...named,
  uid: isNewObject(named.uid) ? null : named.uid,
});

export const isNewObject = (uid: string): boolean => uid.includes("~");
