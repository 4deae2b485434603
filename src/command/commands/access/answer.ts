import { strongestFirst } from "../../access/danger";
import { type AccessModel, type Binding, byIdentity, whoOf } from "../../access/model";
import { groupNamed, groupPath, identityNamed, identityPath, roleName } from "../../access/names";
import { type LiveAccess, lackingIn, readAccess, rootsOf } from "../../access/read";
import { CallError, type CommandCall, type ExitCode, UNKNOWN } from "../../declaration";
import { sortedBy } from "../../order";
import { type NotChecked, notCheckedNotes, notCheckedTables } from "../../organization/visibility";
import { sayNotes } from "../../output/notes";
import { stackChoice } from "../../stack/options";
import { settingsOf } from "../../stack/settings";
import type { AccessFlags } from "./declaration";

export type Asking<Flags> = Pick<CommandCall<Flags>, "flags" | "terminal">;

export async function readFor(call: CommandCall<AccessFlags>, choice = stackChoice(call)): Promise<LiveAccess> {
  const settings = await settingsOf(call, choice);
  call.progress("Reading groups, identities, roles and role bindings");
  return readAccess(settings, call.flags);
}

export const groupIn = (model: AccessModel, uid: string) => ({ uid, path: groupPath(model, uid) });

export const identityIn = (model: AccessModel, uid: string) => ({
  uid,
  name: model.identities.get(uid)?.name ?? "",
  path: identityPath(model, uid),
});

export const bindingIn = (model: AccessModel, { uid, roleUid, groupUid, managedBy }: Binding) => ({
  uid,
  managedBy: managedBy ?? null,
  role: { uid: roleUid, name: model.roles.get(roleUid)?.name || roleUid },
  group: groupIn(model, groupUid),
});

/** Returns who has roles by bindings, identities and the people of offers apart, each with the entries of its bindings. */
export function holdersIn<Entry>(model: AccessModel, all: readonly Binding[], entryOf: (binding: Binding) => Entry) {
  const holders = [...byIdentity(all)].map(([uid, own]) => ({
    who: whoOf(model, uid),
    identity: identityIn(model, uid),
    bindings: own.map(entryOf),
  }));
  return {
    identities: holders.flatMap(({ who, ...holder }) => (who === undefined ? holder : [])),
    offers: holders.flatMap(({ who, bindings }) => (who === undefined ? [] : { who, bindings })),
  };
}

export const inOrder = (model: AccessModel, bindings: Iterable<Binding>): Binding[] =>
  sortedBy(bindings, ({ uid, identityUid, groupUid, roleUid }) =>
    [identityPath(model, identityUid), groupPath(model, groupUid), roleName(model, roleUid), uid].join("\u0000"),
  );

/** Whether cells must be complete. Only a table at a terminal has limited room. */
export const showsAll = ({ flags: { output }, terminal }: Asking<AccessFlags>): boolean =>
  output !== "table" || terminal.out.columns === undefined;

/** A built-in role can have about 200. */
const MAX_NAMES = 20;

/** Returns the names of capabilities for a cell, strongest first, and all of them if it is full. */
export function capabilitiesText(names: readonly string[], isFull = false): string {
  const most = isFull ? names.length : MAX_NAMES;
  const shown = strongestFirst(names).slice(0, most).join(" ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

export interface Remarks {
  readonly incomplete: readonly string[];
  readonly notCounted: readonly { readonly kind: string; readonly count: null }[];
  readonly notChecked: readonly NotChecked[];
  readonly assumption: string | null;
}

/** Returns what a result says beside its rows: what it lacks, and what a pending change does. A format without notes has it on standard error. */
export function remarksOn(
  call: Asking<AccessFlags>,
  { live, roots }: { readonly live: LiveAccess; readonly roots: Iterable<string> },
  plan: { readonly gaps: readonly string[]; readonly notes: readonly string[] } = { gaps: [], notes: [] },
) {
  const { gaps, notChecked } = lackingIn(live, roots);
  const assumption = live.sight.assumption ?? null;
  const notCounted = live.uncounted.map((kind) => ({ kind, count: null }));
  const remarks: Remarks = { incomplete: gaps, notCounted, notChecked, assumption };
  sayNotes(call, "incomplete", [...plan.gaps, ...gaps, ...notCheckedNotes(notChecked)]);
  sayNotes(call, "note", plan.notes);
  const notes = [...plan.gaps, ...plan.notes, ...notesOn(remarks)];
  return { remarks, tables: notCheckedTables(notChecked), notes };
}

export const notesOn = ({ incomplete, assumption }: Pick<Remarks, "incomplete" | "assumption">): string[] => [
  ...incomplete.map((sentence) => `Incomplete: ${sentence}`),
  ...(assumption === null ? [] : [assumption]),
  "A role also holds in all groups below its group.",
];

export const exitFor = (remarks: Remarks, complete: ExitCode): ExitCode =>
  remarks.incomplete.length + remarks.notChecked.length > 0 ? UNKNOWN : complete;

/** Returns the uids of what a call names. Throws an Error if no object or several have the name, so that the call ends with 1. */
export function namedBy(
  live: LiveAccess,
  { identity, on }: { readonly identity?: string | undefined; readonly on?: string | undefined },
  model = live.model,
) {
  try {
    return {
      identityUid: identity === undefined ? undefined : identityNamed(model, identity),
      groupUid: on === undefined ? undefined : groupNamed(model, on),
    };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { gaps, notChecked } = lackingIn(live, rootsOf(live));
    const lacks = [...gaps, ...notCheckedNotes(notChecked)];
    throw new Error(lacks.length === 0 ? error.message : [`${error.message}.`, ...lacks].join(" "));
  }
}
