import { claimsOf } from "../../api/claims";
import type { Client } from "../../api/client";
import { PlatformError } from "../../api/errors";
import { quoted } from "../../api/shown";
import { platformTokens } from "../../connect";
import { platformClient } from "../../lookups/access";
import { externalGroupRoleMapping } from "../../resources/external-group-role-mapping";
import { groupInvite } from "../../resources/group-invite";
import { identityProvider } from "../../resources/identity-provider";
import { role } from "../../resources/role";
import type { Settings } from "../../settings";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import { isUid, rootOf } from "../../uid";
import { type LiveObject, readBuiltInRoles, readObject, readSeen, specOf } from "../organization/read";
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
  /** uid of the identity that asks; undefined where its token does not say. */
  readonly caller: string | undefined;
  readonly uncounted: readonly Uncounted[];
  /** The objects of these kinds. */
  readonly offers: readonly LiveObject[];
}

/** Kinds that may come to give access. */
export const uncountedKinds: readonly ResourceSpec[] = [groupInvite, identityProvider, externalGroupRoleMapping].map(
  ({ type }) => specOf(type),
);

/** Reads access with the settings of a call: a list for each kind that matters. Throws ConfigurationError. */
export async function readAccess(settings: Settings): Promise<LiveAccess> {
  const client = platformClient(settings);
  const [counted, builtIn, others, caller] = await Promise.all([
    readSeen(client, accessKinds),
    readRolesOfPlatform(client),
    readSeen(client, uncountedKinds),
    callerOf(settings),
  ]);
  // Nothing could be asked at all: the first error says why.
  const [first] = counted.unlisted;
  if (first !== undefined && counted.unlisted.length === accessKinds.length) throw first.error;
  const listed = [...builtIn.objects, ...counted.objects];
  const roles = await readMissingRoles(client, modelOf(listed));
  const objects = [...listed, ...roles.objects];
  return {
    objects,
    model: modelOf(objects),
    gaps: [
      ...counted.unlisted.map(
        ({ spec, error }) => `${nameOf(spec)} objects cannot be listed: ${quoted(error.message)}.`,
      ),
      ...builtIn.gaps,
      ...roles.gaps,
    ],
    caller,
    offers: others.objects,
    uncounted: uncountedKinds.map(({ type }) => ({
      kind: type,
      count: others.unlisted.some(({ spec }) => spec.type === type)
        ? null
        : others.objects.filter(({ spec }) => spec.type === type).length,
    })),
  };
}

interface Part {
  readonly objects: readonly LiveObject[];
  readonly gaps: readonly string[];
}

async function readRolesOfPlatform(client: Client): Promise<Part> {
  try {
    return { objects: await readBuiltInRoles(client), gaps: [] };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { objects: [], gaps: [`Built-in roles cannot be listed: ${quoted(error.message)}.`] };
  }
}

/** Reads the roles that bindings give and no list has. */
async function readMissingRoles(client: Client, { bindings, roles }: AccessModel): Promise<Part> {
  const missing = new Set([...bindings.values()].map(({ roleUid }) => roleUid).filter((uid) => !roles.has(uid)));
  const read = await Promise.all(
    [...missing].map(async (uid) => {
      try {
        return isUid(uid) ? await readObject(client, specOf(role.type), uid) : uid;
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return uid;
      }
    }),
  );
  return {
    objects: read.filter((one) => typeof one !== "string"),
    gaps: read
      .filter((one) => typeof one === "string")
      .map((uid) => `What the role ${quoted(uid)} grants cannot be read, and role bindings name it.`),
  };
}

/** uid of the identity whose token asks. Nobody has verified it: it only serves to doubt an answer. */
export async function callerOf(settings: Settings): Promise<string | undefined> {
  const subject = claimsOf(await platformTokens(settings).current())?.sub;
  return typeof subject === "string" && isUid(subject) ? subject : undefined;
}

/**
 * Why bindings of some organisations may be hidden from the credential, as sentences. A list shows what its caller may see, and does not
 * tell that there is more. Who sees a binding that lies in a root group sees all of the organisation.
 *
 * @param roots uids of root groups
 */
export function hiddenIn({ model, caller }: Pick<LiveAccess, "model" | "caller">, roots: Iterable<string>): string[] {
  return [...new Set(roots)].sort().flatMap((root) => {
    if ([...model.bindings.values()].some(({ groupUid }) => groupUid === root)) return [];
    if (!model.groups.has(root)) {
      return [`The root group ${root} cannot be seen: role bindings in it, or elsewhere above, would count.`];
    }
    if (caller === undefined) return [];
    const name = quoted(groupPath(model, root));
    return [
      `No role binding in the root group ${name} can be seen, and the token is that of an identity: some may be hidden.`,
    ];
  });
}

/** The root groups of organisations in which anything is bound or anybody lives. */
export const rootsOf = ({ bindings, identities }: AccessModel): Set<string> =>
  new Set(
    [
      ...[...bindings.values()].map(({ groupUid }) => groupUid),
      ...[...identities.keys()].filter((uid) => uid.includes("/")),
    ].map(rootOf),
  );
