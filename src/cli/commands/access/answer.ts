import { quoted } from "../../../api/shown";
import { withAncestors } from "../../../uid";
import { strongestFirst } from "../../access/danger";
import type { AccessModel, Binding } from "../../access/model";
import { groupNamed, groupPath, identityNamed, identityPath, roleName } from "../../access/names";
import { type LiveAccess, lackingIn, readAccess, rootsOf } from "../../access/read";
import { type Call, CallError, type ExitCode, UNKNOWN } from "../../declaration";
import { sortedBy } from "../../order";
import { type NotChecked, notCheckedNotes, notCheckedTables } from "../../organization/visibility";
import { sayNotes } from "../../output/notes";
import { settingsOf } from "../../stack/settings";
import { timeText } from "../../times";
import type { AccessFlags } from "./declaration";

/** What the commands of `access` have in common. */

/** What a report needs of its call. */
export type Asking<Flags> = Pick<Call<Flags>, "flags" | "terminal">;

/** Reads access as it is, with the settings of a call. */
export async function readFor(call: Call<AccessFlags>): Promise<LiveAccess> {
  const settings = await settingsOf(call);
  call.progress("Reading groups, identities, roles and role bindings");
  return readAccess(settings, call.flags);
}

/** A group in a document. */
export const groupIn = (model: AccessModel, uid: string) => ({ uid, path: groupPath(model, uid) });

/** An identity in a document. */
export const identityIn = (model: AccessModel, uid: string) => ({
  uid,
  name: model.identities.get(uid)?.name ?? "",
  path: identityPath(model, uid),
});

/** A role binding in a document. */
export const bindingIn = (model: AccessModel, { uid, roleUid, groupUid }: Binding) => ({
  uid,
  role: { uid: roleUid, name: roleName(model, roleUid) },
  group: groupIn(model, groupUid),
});

/** Tells of each group how many lie below it. */
export function groupsBelow({ groups }: AccessModel): (groupUid: string) => number {
  const counts = new Map<string, number>();
  for (const uid of groups.keys()) {
    for (const above of withAncestors(uid).slice(1)) counts.set(above, (counts.get(above) ?? 0) + 1);
  }
  return (uid) => counts.get(uid) ?? 0;
}

/** Bindings of identities, by the uid of the identity. */
export function byIdentity(bindings: readonly Binding[]): (identityUid: string) => readonly Binding[] {
  const found = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const own = found.get(binding.identityUid);
    if (own === undefined) found.set(binding.identityUid, [binding]);
    else own.push(binding);
  }
  return (uid) => found.get(uid) ?? [];
}

/** Bindings by the paths of identity and group, and their role. */
export const inOrder = (model: AccessModel, bindings: Iterable<Binding>): Binding[] =>
  sortedBy(bindings, ({ uid, identityUid, groupUid, roleUid }) =>
    [identityPath(model, identityUid), groupPath(model, groupUid), roleName(model, roleUid), uid].join("\u0000"),
  );

/** The most capabilities in a cell. A role of the platform has some 200. */
const MAX_NAMES = 20;

/**
 * Names of capabilities in a cell, the strongest first.
 *
 * @param isWhole none is left out, however many there are
 */
export function capabilitiesText(names: readonly string[], isWhole = false): string {
  const most = isWhole ? names.length : MAX_NAMES;
  const shown = strongestFirst(names).slice(0, most).join(" ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** What could also give access, by kind, and how. */
const OTHER_WAYS: Readonly<Record<string, readonly [plural: string, how: string]>> = {
  "iam:GroupInvite": ["invites", "who redeems one gets its role"],
  "iam:IdentityProvider": ["identity providers", "who signs in by one for the first time gets its default role"],
  "iam:ExternalGroupRoleMapping": ["mappings of external groups", "who is in such a group gets the role"],
};

/** What an answer says beside its rows. */
export interface Remarks {
  /** Why it may lack something; sentences. */
  readonly incomplete: readonly string[];
  readonly notCounted: LiveAccess["uncounted"];
  readonly notChecked: readonly NotChecked[];
  /** What the answer rests on and nobody can verify: a sentence. */
  readonly assumption: string | null;
}

/**
 * What an answer about some organizations says beside its rows. Tells it on standard error where the form of the output would not.
 *
 * @param roots uids of root groups
 * @param plan what is said of a pending change, if one is asked about
 */
export function besides(
  call: Asking<AccessFlags>,
  { live, roots }: { readonly live: LiveAccess; readonly roots: Iterable<string> },
  plan: { readonly gaps: readonly string[]; readonly notes: readonly string[] } = { gaps: [], notes: [] },
) {
  const { gaps, notChecked } = lackingIn(live, roots);
  const assumption = live.sight.assumption ?? null;
  const remarks: Remarks = { incomplete: gaps, notCounted: live.uncounted, notChecked, assumption };
  sayNotes(call, "incomplete", [...plan.gaps, ...gaps, ...notCheckedNotes(notChecked)]);
  sayNotes(call, "note", plan.notes);
  return { remarks, tables: notCheckedTables(notChecked), notes: notesOn(remarks) };
}

/** What an answer says beside its rows, as notes below a table. */
export const notesOn = ({ incomplete, notCounted, assumption }: Omit<Remarks, "notChecked">): string[] => [
  ...incomplete.map((sentence) => `Incomplete: ${sentence}`),
  ...(assumption === null ? [] : [assumption]),
  "Counted are role bindings, with the groups below theirs.",
  ...notCounted.flatMap(({ kind, count }) => {
    const [plural, how] = OTHER_WAYS[kind] ?? [kind, "they may give access"];
    return count === 0 ? [] : [`Not counted: ${plural} (${count ?? "they cannot be listed"}): ${how}.`];
  }),
];

/** How a call ends whose answer may be incomplete. */
export const exitFor = (remarks: Remarks, complete: ExitCode): ExitCode =>
  remarks.incomplete.length + remarks.notChecked.length > 0 ? UNKNOWN : complete;

/**
 * Finds what a call names. Throws an Error for a name that nothing has, or several have: the call ends with 1, because a "no" about
 * somebody else is no answer.
 */
export function naming<T>(live: LiveAccess, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { gaps, notChecked } = lackingIn(live, rootsOf(live));
    const lacks = [...gaps, ...notCheckedNotes(notChecked)];
    throw new Error(lacks.length === 0 ? error.message : [`${error.message}.`, ...lacks].join(" "));
  }
}

/** uids of the identity and the group that a call names, as far as it names them. Throws an Error, as `naming` does. */
export const namedBy = (
  live: LiveAccess,
  { identity, on }: { readonly identity?: string | undefined; readonly on?: string | undefined },
  model = live.model,
) => ({
  identityUid: identity === undefined ? undefined : naming(live, () => identityNamed(model, identity)),
  groupUid: on === undefined ? undefined : naming(live, () => groupNamed(model, on)),
});

/** What is to be said of identities that can get no token any more. */
export const endedKeys = ({ identities }: AccessModel, uids: Iterable<string>, now = Date.now()): string[] =>
  [...new Set(uids)].flatMap((uid) => {
    const { name = "", keysEndAt = Number.POSITIVE_INFINITY } = identities.get(uid) ?? {};
    if (keysEndAt > now) return [];
    return [`The static keys of ${quoted(name)} ended at ${timeText(keysEndAt)}: it has its roles, and gets no token.`];
  });
