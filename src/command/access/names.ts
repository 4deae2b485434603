import { quoted } from "../../client/api/shown";
import { capabilities } from "../../description/resources/capabilities";
import { nearestTo, suggestion } from "../../description/spec/spelling";
import { parentOf } from "../../description/uid";
import { CallError } from "../declaration";
import { pathOfUid } from "../organization/directory";
import { roleText } from "../organization/grants";
import { type AccessModel, type Binding, EVERYWHERE, whoOf } from "./model";

export const groupPath = ({ groups }: Pick<AccessModel, "groups">, groupUid: string): string =>
  groupUid === EVERYWHERE ? "every group" : pathOfUid(groupUid, (uid) => groups.get(uid));

export const identityPath = (model: Pick<AccessModel, "groups" | "identities">, identityUid: string): string =>
  whoOf(model, identityUid) ??
  pathOfUid(identityUid, (uid) => (uid === identityUid ? model.identities.get(uid)?.name : model.groups.get(uid)));

/** Returns a role's name for people, or its uid if the name is unknown. It marks custom roles. */
export const roleName = ({ roles }: AccessModel, uid: string): string =>
  roleText({ uid, name: roles.get(uid)?.name || undefined });

/** Returns the name of the role of a binding, with what manages the binding: `viewer, by SCIM`. */
export const grantedRole = (model: AccessModel, { roleUid, managedBy }: Binding): string =>
  [roleName(model, roleUid), ...(managedBy === undefined ? [] : [`by ${managedBy}`])].join(", ");

/** Refuses a capability that neither this version nor a role knows, because a typo would look like a "no". Throws CallError. */
export function checkCapability({ roles }: AccessModel, text: string): void {
  const granted = [...roles.values()].flatMap((role) => role.capabilities);
  if (![...capabilities, ...granted].includes(text))
    throw new CallError(`unknown capability ${quoted(text)}. ${suggestion(text, capabilities)}`);
}

interface NamedPath {
  readonly uid: string;
  readonly path: string;
  /** Whether its path begins with its root group, so that nobody can choose the whole path. */
  readonly isInGroup: boolean;
}

const MAX_CANDIDATES = 10;

/** Returns the uid of the group that a text names: by uid, by path, or by the end of its path. Throws CallError. */
export const groupNamed = (model: AccessModel, text: string): string =>
  found(
    "group",
    text,
    [...model.groups.keys()].map((uid) => ({ uid, path: groupPath(model, uid), isInGroup: true })),
  );

/** Returns the uid of the identity that a text names, in the same forms. Throws CallError. */
export const identityNamed = (model: AccessModel, text: string): string =>
  found(
    "identity",
    text,
    [...model.identities.values()]
      .filter(({ who }) => who === undefined)
      .map(({ uid }) => ({ uid, path: identityPath(model, uid), isInGroup: parentOf(uid) !== undefined })),
  );

/** Suggests the object with the most similar path, or end of a path. Empty if none is similar. */
function nearText(text: string, all: readonly NamedPath[]): string {
  const length = text.split("/").length;
  const paths = new Map(all.map(({ path }) => [path.split("/").slice(-length).join("/"), path]));
  const path = paths.get(nearestTo(text, [...paths.keys()]) ?? "");
  return path === undefined ? "" : `. Did you mean ${quoted(path)}?`;
}

/** Refuses a name that fits several objects, because others choose theirs. A whole path names one: `acme/ci`, not what ends in it. */
function found(noun: string, text: string, all: readonly NamedPath[]): string {
  const exact = all.find(({ uid }) => uid === text);
  if (exact !== undefined) return exact.uid;
  const matching = all.filter(({ path }) => path === text || path.endsWith(`/${text}`));
  const whole = matching.filter(({ path }) => path === text);
  const isWholePath = text.includes("/") && whole.length === 1 && whole[0]?.isInGroup === true;
  const [only, ...others] = isWholePath ? whole : matching;
  if (only === undefined)
    throw new CallError(
      `there is no ${noun} ${quoted(text)} among the ${all.length} that the token can see${nearText(text, all)}`,
    );
  if (others.length === 0) return only.uid;
  const shown = matching.slice(0, MAX_CANDIDATES).map(({ uid, path }) => `${quoted(path)} (${uid})`);
  const more = matching.length > shown.length ? ` and ${matching.length - shown.length} more` : "";
  const remedy = whole.length > 0 ? "Give the uid" : "Give the whole path, or the uid";
  throw new CallError(`${quoted(text)} may be ${shown.join(" or ")}${more}. ${remedy}`);
}
