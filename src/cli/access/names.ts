import { quoted } from "../../api/shown";
import { lastIdOf, parentOf } from "../../uid";
import { CallError } from "../declaration";
import type { AccessModel } from "./model";

/** Paths that are known already, by the groups of a model and by uid. A model never changes. */
const paths = new WeakMap<AccessModel["groups"], Map<string, string>>();

/** A group's name, or the last id of its uid where the name is not known. */
export const groupName = ({ groups }: Pick<AccessModel, "groups">, uid: string): string =>
  groups.get(uid)?.name || lastIdOf(uid);

/** A group's names from the root down, `acme/team-a/web`. A group that is not known stands by the last id of its uid. */
export function groupPath(model: Pick<AccessModel, "groups">, uid: string): string {
  const known = paths.get(model.groups) ?? new Map<string, string>();
  paths.set(model.groups, known);
  const told = known.get(uid);
  if (told !== undefined) return told;
  const parentUid = parentOf(uid);
  const path = (parentUid === undefined ? "" : `${groupPath(model, parentUid)}/`) + groupName(model, uid);
  known.set(uid, path);
  return path;
}

/** An identity's name; the uid of somebody in no group without one, or else the last id of the uid. */
export const identityName = ({ identities }: Pick<AccessModel, "identities">, uid: string): string =>
  identities.get(uid)?.name || lastIdOf(uid);

/** An identity behind its group, `acme/team-a/ci`; the name alone, or the uid, of somebody in no group. */
export function identityPath(model: AccessModel, uid: string): string {
  const parentUid = parentOf(uid);
  const name = identityName(model, uid);
  return parentUid === undefined ? name : `${groupPath(model, parentUid)}/${name}`;
}

/** A role's name, or its uid where it is not known. */
export const roleName = ({ roles }: AccessModel, uid: string): string => roles.get(uid)?.name || uid;

/** Something that a call may name. */
interface Named {
  readonly uid: string;
  readonly path: string;
  /** Its path begins with its root group, and so nobody chose the whole path. */
  readonly isPlaced: boolean;
}

/** The most candidates that a message names. */
const MAX_CANDIDATES = 10;

/** uid of the group that a text names: by uid, by path, or by the end of its path. Throws CallError. */
export const groupNamed = (model: AccessModel, text: string): string =>
  found(
    "group",
    text,
    [...model.groups.keys()].map((uid) => ({ uid, path: groupPath(model, uid), isPlaced: true })),
  );

/** uid of the identity that a text names, as of a group. Throws CallError. */
export const identityNamed = (model: AccessModel, text: string): string =>
  found(
    "identity",
    text,
    [...model.identities.keys()].map((uid) => ({
      uid,
      path: identityPath(model, uid),
      isPlaced: parentOf(uid) !== undefined,
    })),
  );

/**
 * People choose their own names, and other organizations theirs. So what fits several is refused, except for the whole path of the
 * only one that has a place: without that nothing could be named whose path is the end of another.
 */
function found(noun: string, text: string, all: readonly Named[]): string {
  const exact = all.find(({ uid }) => uid === text);
  if (exact !== undefined) return exact.uid;
  const matching = all.filter(({ path }) => path === text || path.endsWith(`/${text}`));
  const whole = matching.filter(({ path }) => path === text);
  const isWhole = text.includes("/") && whole.length === 1 && whole[0]?.isPlaced === true;
  const [only, ...others] = isWhole ? whole : matching;
  if (only === undefined)
    throw new CallError(`there is no ${noun} ${quoted(text)} among the ${all.length} that can be seen`);
  if (others.length === 0) return only.uid;
  const shown = matching.slice(0, MAX_CANDIDATES).map(({ uid, path }) => `${quoted(path)} (${uid})`);
  const more = matching.length > shown.length ? ` and ${matching.length - shown.length} more` : "";
  const candidates = `${quoted(text)} may be ${shown.join(" or ")}${more}`;
  // advice: name-by-uid
  if (whole.length > 0) throw new CallError(`${candidates}: give the uid`);
  // advice: name-by-path
  throw new CallError(`${candidates}: give the whole path, or the uid`);
}
