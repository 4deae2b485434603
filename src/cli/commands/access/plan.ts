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
import { exitFor, groupIn, type Remarks } from "./answer";
import type { AccessFlags } from "./declaration";

/** What the commands of `access` say of a pending change. */

/** Access as it is, and as it would be. */
export interface Foreseen {
  readonly call: Pick<Call<AccessFlags>, "flags" | "terminal">;
  readonly live: LiveAccess;
  readonly planned: Planned;
  readonly after: AccessModel;
  /** What is known of names before or after. */
  readonly names: AccessModel;
  /** URNs of invites, identity providers and mappings that change. */
  readonly uncounted: readonly string[];
  /** URNs of SCIM tokens, new or changed, by which people can be provisioned. */
  readonly provisioning: readonly string[];
  /** What people gain and lose by them. */
  readonly offers: readonly OfferChange[];
}

/** What the preview does not tell; sentences. */
const untoldIn = ({ planned }: Foreseen): string[] =>
  planned.untold.map(({ urn, why }) => `Cannot be told: what ${quoted(nameOfUrn(urn))} does, for ${why}.`);

/** What else is to be said of a pending change, below a table. */
export const notesOnPlan = (plan: Foreseen): string[] => [...openedIn(plan), ...untoldIn(plan), ...moreIn(plan)];

const openedIn = ({ planned, provisioning }: Foreseen): string[] => [
  ...planned.opened.map((urn) => `Who may act as ${quoted(nameOfUrn(urn))} changes: they get all that it may do.`),
  ...provisioning.map(
    (urn) =>
      `The SCIM token ${quoted(nameOfUrn(urn))} is new or changed: whoever holds it decides which people its identity provider has.`,
  ),
];

const moreIn = ({ planned, names }: Foreseen): string[] => [
  ...planned.eitherOf.map(
    ({ urn, uid, orElse }) =>
      `${quoted(nameOfUrn(urn))} is counted in ${quoted(groupPath(names, uid))}; the preview does not tell whether it lies in ` +
      `${orElse.map((other) => quoted(groupPath(names, other))).join(" or ")} instead, above it.`,
  ),
  // advice: rename-alias
  ...planned.taken.map(
    ({ urn, uid }) =>
      `${quoted(nameOfUrn(urn))} exists already (${uid}): the update takes it over where platform:adoptExisting allows that, and is ` +
      'refused else. Renamed in the program? Then give the resource the option aliases: [{ name: "<its former name>" }].',
  ),
  ...planned.refused.map(({ urn, by }) => {
    const blockers = by.map((object) => blockerText(names, object));
    return `The deletion of ${quoted(nameOfUrn(urn))} will be refused, for in its way there stays ${listed(blockers, MAX_BLOCKERS)}.`;
  }),
];

/** Whether an identity is a person, who may be among those who come. */
export const isPerson = (identityUid: string): boolean => parentOf(identityUid) === undefined;

/** Names of roles, each once. */
export const roleNames = (names: AccessModel, uids: readonly string[]): string[] =>
  [...new Set(uids.map((uid) => roleName(names, uid)))].sort();

/** The most groups that a sentence names. */
const MAX_GROUPS = 5;

/** What people gain and lose who come, in sentences: for a form without a row for each. */
export const offersIn = ({ offers, names }: Foreseen): string[] =>
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
 * What is said of a pending change on standard error, where the form of the output has no notes.
 *
 * @param more what else the command says in notes
 */
export const saidOf = (plan: Foreseen, more: readonly string[] = []) => ({
  gaps: untoldIn(plan),
  notes: [...openedIn(plan), ...moreIn(plan), ...more],
});

/** What the preview tells, in a document. */
export const planIn = ({ names, planned, uncounted, provisioning }: Foreseen) => ({
  actsAs: planned.opened,
  provisioning,
  uncounted,
  untold: planned.untold,
  taken: planned.taken,
  refused: planned.refused.map(({ urn, uid, by }) => ({
    urn,
    uid,
    by: by.map((blocker) => foreseenUid({ kind: blocker.spec.type, uid: blocker.uid })),
  })),
  eitherOf: planned.eitherOf.map(({ urn, uid, orElse }) => ({
    urn,
    group: foreseenUid(groupIn(names, uid)),
    orElse: orElse.map((other) => foreseenUid(groupIn(names, other))),
  })),
});

/** Whether a role binding that is counted in a lower group may reach a group. */
export const mayReach = ({ planned }: Foreseen, groupUid: string): boolean =>
  planned.eitherOf.some(({ orElse }) => orElse.some((uid) => isWithin(uid, groupUid)));

/**
 * How a call ends that asks what a change does: with FOUND where it changes something.
 *
 * @param changes what is asked about
 */
export function exitForPlan(
  plan: Foreseen,
  remarks: Remarks,
  changes: readonly Change[] = [...difference(plan.live.model, plan.after), ...plan.offers],
): ExitCode {
  if (plan.planned.untold.length > 0) return UNKNOWN;
  const others = plan.planned.opened.length + plan.provisioning.length;
  return exitFor(remarks, changes.length + others > 0 ? FOUND : CLEAN);
}

/** What does not exist yet has no uid. */
export const foreseenUid = <T extends { readonly uid: string }>(named: T): Omit<T, "uid"> & { uid: string | null } => ({
  ...named,
  uid: isForeseen(named.uid) ? null : named.uid,
});

export const isForeseen = (uid: string): boolean => uid.includes("~");
