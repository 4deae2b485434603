import { capabilities } from "../../description/resources/capabilities";
import { group } from "../../description/resources/group";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import type { ResourceSpec, VerbNeeds } from "../../description/spec/resource";
import { isWithin } from "../../description/uid";
import type { Capability, Grants, Narrowing } from "../gateway/route";
import { parentOf, rootOf, type Store } from "../store";

/** Returns the capability with a name. Throws an Error for a name that the API does not have. */
export function capabilityNamed(name: string): Capability {
  const known = capabilities.find((capability) => capability === name);
  if (known === undefined) throw new Error(`there is no capability ${name}`);
  return known;
}

/** Returns the capabilities that a verb of a kind needs. Throws an Error if the kind does not have the verb. */
export function neededFor({ type, needs }: Pick<ResourceSpec, "type" | "needs">, verb: keyof VerbNeeds): Capability[] {
  const names = needs[verb];
  if (names === undefined) throw new Error(`${type} has no capability for ${verb}`);
  return names.map(capabilityNamed);
}

/** Returns the platform's spelling of a capability in messages: `groups.list` for CAP_IAM_GROUPS_LIST (platform API: PERM-6). */
export const dotted = (capability: string): string =>
  capability
    .replace(/^CAP_(IAM_)?/, "")
    .replace(/_(?=[^_]*$)/, ".")
    .toLowerCase();

/** Returns the groups in which grants include a capability, with the empty uid for all groups. */
const placesOf = ({ places }: Grants, capability: Capability): string[] =>
  [...places].filter(([, granted]) => granted.has(capability)).map(([place]) => place);

function isAnywhere(grants: Grants, capability: Capability, scopes: Narrowing["scopes"]): boolean {
  const meets = (place: string, scope: string) => place === "" || isWithin(place, scope) || isWithin(scope, place);
  return placesOf(grants, capability).some(
    (place) => scopes.length === 0 || scopes.some((scope) => meets(place, scope)),
  );
}

export interface Rights {
  readonly at: (capability: Capability) => (uid: string) => boolean;
  readonly anywhere: (capability: Capability) => boolean;
}

/** A token of an identity: its limits, and its grants if they are not the current ones of the identity. */
type Granting = { readonly identity: string; readonly grants?: Grants | undefined } & Narrowing;

/** Permissions of identities: a role binding grants the role in its group and everything below. */
export class Permissions {
  constructor(private readonly store: Store) {}

  grantsOf(identity: string): Grants {
    const places = new Map<string, Set<Capability>>();
    for (const { uid, values } of this.store.all(roleBinding.type)) {
      if (values.identityUid !== identity) continue;
      const place = parentOf(uid);
      places.set(place, new Set([...(places.get(place) ?? []), ...this.granted(String(values.roleUid))]));
    }
    return { places, roots: new Set(this.store.children(group.type, "").map(({ uid }) => uid)) };
  }

  rightsOf({ identity, grants = this.grantsOf(identity), scopes, capabilities: only }: Granting): Rights {
    const has = (capability: Capability): boolean => only.length === 0 || only.includes(capability);
    return {
      at: (capability) => (has(capability) ? this.within(grants, capability, scopes) : () => false),
      anywhere: (capability) => has(capability) && isAnywhere(grants, capability, scopes),
    };
  }

  private within(grants: Grants, capability: Capability, scopes: Narrowing["scopes"]): (uid: string) => boolean {
    const places = placesOf(grants, capability);
    const isInScope = (uid: string) => scopes.length === 0 || scopes.some((scope) => isWithin(scope, uid));
    // The administrator's binding has no group and applies in all of them: for a token, in those of the organizations when it was issued.
    const isOfThen = (uid: string) =>
      grants.roots.has(rootOf(uid)) || this.store.get(group.type, rootOf(uid)) === undefined;
    const holds = (place: string, uid: string) => (place === "" ? isOfThen(uid) : isWithin(place, uid));
    const seesRoles = neededFor(role, "see").includes(capability) && isAnywhere(grants, capability, scopes);
    return (uid) =>
      (isInScope(uid) && places.some((place) => holds(place, uid))) || (seesRoles && this.isBuiltInRole(uid));
  }

  granted(roleUid: string): readonly Capability[] {
    const { capabilities: granted } = this.store.get(role.type, roleUid)?.values ?? {};
    return Array.isArray(granted) ? granted : [];
  }

  /** Built-in roles have no group, so every caller who may list roles somewhere sees them. Root groups have uids without a slash too. */
  private isBuiltInRole(uid: string): boolean {
    return uid !== "" && !uid.includes("/") && this.store.get(group.type, uid) === undefined;
  }
}
