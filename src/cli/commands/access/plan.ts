import { listed, quoted } from "../../../api/shown";
import { nameOf } from "../../../spec/resource";
import { isWithin } from "../../../uid";
import { difference } from "../../access/difference";
import type { AccessModel } from "../../access/model";
import { groupPath, identityPath } from "../../access/names";
import type { Planned } from "../../access/planned";
import type { LiveAccess } from "../../access/read";
import { nameIn } from "../../access/steps";
import { type Call, CLEAN, type ExitCode, FOUND, UNKNOWN } from "../../declaration";
import type { LiveObject } from "../../organization/read";
import { exitFor, gapsIn, groupIn, type Remarks, tellGaps } from "./answer";
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
  /** URNs of resources that change, and could give access in ways that are not counted. */
  readonly uncounted: readonly string[];
}

/** What the preview does not tell; sentences. */
const untoldIn = ({ planned }: Foreseen): string[] =>
  planned.untold.map(({ urn, why }) => `Cannot be told: what ${quoted(nameIn(urn))} does, for ${why}.`);

/** What else is to be said of a pending change, below a table. */
export const notesOnPlan = (plan: Foreseen): string[] => [...openedIn(plan), ...untoldIn(plan), ...moreIn(plan)];

const openedIn = ({ planned }: Foreseen): string[] =>
  planned.opened.map((urn) => `Who may act as ${quoted(nameIn(urn))} changes: they get all that it may do.`);

const moreIn = ({ planned, uncounted, names }: Foreseen): string[] => [
  ...planned.eitherOf.map(
    ({ urn, uid, orElse }) =>
      `${quoted(nameIn(urn))} is counted in ${quoted(groupPath(names, uid))}; the preview does not tell whether it lies in ` +
      `${orElse.map((other) => quoted(groupPath(names, other))).join(" or ")} instead, above it.`,
  ),
  ...planned.taken.map(
    ({ urn, uid }) =>
      `${quoted(nameIn(urn))} exists already (${uid}): the update takes it over where platform:adoptExisting allows that, and is ` +
      // advice: rename-alias
      'refused else. Renamed in the program? Then give the resource the option aliases: [{ name: "<its former name>" }].',
  ),
  ...planned.refused.map(({ urn, by }) => {
    const blockers = by.map((object) => blockerText(names, object));
    return `The deletion of ${quoted(nameIn(urn))} will be refused, for in its way there stays ${listed(blockers, MAX_BLOCKERS)}.`;
  }),
  ...uncounted.map((urn) => `${quoted(nameIn(urn))} changes, and what it may give is not counted.`),
];

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

/** Says on standard error what a form of output without notes would not. */
export const tellPlan = (plan: Foreseen, remarks: Remarks): void =>
  tellGaps(plan.call, [...untoldIn(plan), ...gapsIn(remarks)], [...openedIn(plan), ...moreIn(plan)]);

/** What the preview tells, in a document. */
export const planIn = ({ names, planned, uncounted }: Foreseen) => ({
  actsAs: planned.opened,
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
  changes = difference(plan.live.model, plan.after),
): ExitCode {
  if (plan.planned.untold.length > 0) return UNKNOWN;
  return exitFor(remarks, changes.length + plan.planned.opened.length > 0 ? FOUND : CLEAN);
}

/** What does not exist yet has no uid. */
export const foreseenUid = <T extends { readonly uid: string }>(named: T): Omit<T, "uid"> & { uid: string | null } => ({
  ...named,
  uid: isForeseen(named.uid) ? null : named.uid,
});

export const isForeseen = (uid: string): boolean => uid.includes("~");
