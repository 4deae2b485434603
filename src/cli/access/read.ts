import type { Client } from "../../api/client";
import { PlatformError } from "../../api/errors";
import { quoted } from "../../api/shown";
import { platformClient } from "../../lookups/access";
import { externalGroupRoleMapping } from "../../resources/external-group-role-mapping";
import { groupInvite } from "../../resources/group-invite";
import { identityProvider } from "../../resources/identity-provider";
import { role } from "../../resources/role";
import type { Settings } from "../../settings";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import { isUid, rootOf } from "../../uid";
import type { KindSight } from "../../visibility/sight";
import { type LiveObject, readBuiltInRoles, readObject, readSeen, specOf } from "../organization/read";
import { notChecked, sightAround } from "../organization/visibility";
import type { CallerFlags } from "../stack/options";
import { type AccessModel, accessKinds, modelOf } from "./model";
import { groupPath } from "./names";

/** A kind that could give access too, but is not counted. */
export interface Uncounted {
  /** `iam:GroupInvite`. */
  readonly kind: string;
  /** How many there are; null where they could not be listed. */
  readonly count: number | null;
}

/** Access as it is, as far as the credential sees it. */
export interface LiveAccess {
  /** What the model is made of. */
  readonly objects: readonly LiveObject[];
  readonly model: AccessModel;
  /** Why the answer may lack something, whatever was asked; sentences. */
  readonly gaps: readonly string[];
  /** What the token sees. */
  readonly sight: KindSight;
  /** Name of the organization of public images, if the settings tell it. */
  readonly publicOrg: string | undefined;
  readonly uncounted: readonly Uncounted[];
  /** The objects of these kinds. */
  readonly offers: readonly LiveObject[];
}

/** Kinds that may come to give access. */
export const uncountedKinds: readonly ResourceSpec[] = [groupInvite, identityProvider, externalGroupRoleMapping].map(
  ({ type }) => specOf(type),
);

/** Reads access with the settings of a call. Throws ConfigurationError. */
export async function readAccess(settings: Settings, flags: CallerFlags = {}): Promise<LiveAccess> {
  const client = platformClient(settings);
  const publicOrg = settings.find("publicOrg")?.value;
  return readAccessAs({ client, sight: await sightAround(client, settings, flags), publicOrg });
}

/**
 * Reads access as a caller sees it: a list for each kind that matters.
 *
 * @param caller `sight` tells what the token sees, and is asked after the lists
 */
export async function readAccessAs({
  client,
  sight,
  publicOrg,
}: Pick<LiveAccess, "publicOrg"> & {
  readonly client: Client;
  readonly sight: () => Promise<KindSight>;
}): Promise<LiveAccess> {
  const [counted, builtIn, others] = await Promise.all([
    readSeen(client, accessKinds),
    readBuiltInRoles(client),
    readSeen(client, uncountedKinds),
  ]);
  // Nothing could be asked at all: the first error says why.
  const [first] = counted.unlisted;
  if (first !== undefined && counted.unlisted.length === accessKinds.length) throw first.error;
  const listed = [...builtIn.objects, ...counted.objects];
  const roles = await Promise.all(missingRoles(modelOf(listed)).map((uid) => readRole(client, uid)));
  const objects = [...listed, ...roles.filter((one) => typeof one !== "string")];
  const countOf = (type: string) => others.objects.filter(({ spec }) => spec.type === type).length;
  return {
    objects,
    model: modelOf(objects),
    gaps: [
      ...counted.unlisted.map(
        ({ spec, error }) => `${nameOf(spec)} objects cannot be listed: ${quoted(error.message)}.`,
      ),
      ...builtIn.unlisted.map(({ error }) => `Built-in roles cannot be listed: ${quoted(error.message)}.`),
      ...roles
        .filter((one) => typeof one === "string")
        .map((uid) => `What the role ${quoted(uid)} grants cannot be read, and role bindings name it.`),
    ],
    sight: await sight(),
    publicOrg,
    offers: others.objects,
    uncounted: uncountedKinds.map(({ type }) => ({
      kind: type,
      count: others.unlisted.some(({ spec }) => spec.type === type) ? null : countOf(type),
    })),
  };
}

/** uids of the roles that bindings give and no list has. */
const missingRoles = ({ bindings, roles }: AccessModel): string[] =>
  [...new Set([...bindings.values()].map(({ roleUid }) => roleUid))].filter((uid) => !roles.has(uid));

/** A role, or its uid where it cannot be read. */
async function readRole(client: Client, uid: string): Promise<LiveObject | string> {
  try {
    return isUid(uid) ? await readObject(client, specOf(role.type), uid) : uid;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return uid;
  }
}

/**
 * What an answer about some organizations may lack: what could not be read, and the kinds that the token is not known to see in all of an
 * organization, for a role binding in its root group counts everywhere.
 *
 * @param roots uids of root groups
 */
export function lackingIn({ model, gaps, sight }: LiveAccess, roots: Iterable<string>) {
  const all = [...new Set(roots)].sort();
  return {
    gaps: all.length > 0 ? gaps : [...gaps, "No organization can be seen."],
    notChecked: notChecked(
      sight,
      [...accessKinds, ...uncountedKinds],
      all.map((uid) => ({ uid, path: groupPath(model, uid) })),
    ),
  };
}

/** The root groups of the organizations that can be seen, in part or whole; not that of public images, unless anything is bound there. */
export function rootsOf({ model: { bindings, identities, groups }, publicOrg }: LiveAccess): Set<string> {
  const isPublic = (uid: string) => publicOrg !== undefined && groups.get(rootOf(uid))?.name === publicOrg;
  return new Set(
    [
      ...[...bindings.values()].map(({ groupUid }) => groupUid),
      ...[...identities.keys()].filter((uid) => uid.includes("/")),
      ...[...groups.keys()].filter((uid) => !isPublic(uid)),
    ].map(rootOf),
  );
}
