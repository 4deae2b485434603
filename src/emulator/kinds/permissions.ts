import { capabilities } from "../../resources/capabilities";
import { group } from "../../resources/group";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { ResourceSpec, VerbNeeds } from "../../spec/resource";
import { isWithin } from "../../uid";
import type { Capability, Narrowing } from "../gateway/route";
import { parentOf, type Store } from "../store";

/** The capability of a name. Throws an Error for a name that the API does not have. */
export function capabilityNamed(name: string): Capability {
  const known = capabilities.find((capability) => capability === name);
  if (known === undefined) throw new Error(`there is no capability ${name}`);
  return known;
}

/** The capabilities that a verb of a kind needs. Throws an Error if the kind does not have the verb. */
export function neededFor({ type, needs }: Pick<ResourceSpec, "type" | "needs">, verb: keyof VerbNeeds): Capability[] {
  const names = needs[verb];
  if (names === undefined) throw new Error(`${type} has no capability for ${verb}`);
  return names.map(capabilityNamed);
}

/** `groups.list` for CAP_IAM_GROUPS_LIST, as the platform spells capabilities in messages (platform API: PERM-6). */
export const dotted = (capability: string): string =>
  capability
    .replace(/^CAP_(IAM_)?/, "")
    .replace(/_(?=[^_]*$)/, ".")
    .toLowerCase();

/** Permissions of identities: a role binding grants the role in its group and everything below. */
export class Permissions {
  constructor(private readonly store: Store) {}

  /** A predicate that says whether an identity has a capability at a uid, within the scopes of its token. */
  of(identity: string, capability: Capability, scopes: Narrowing["scopes"] = []): (uid: string) => boolean {
    const groups = this.boundIn(identity, capability);
    const isInScope = (uid: string) => scopes.length === 0 || scopes.some((scope) => isWithin(scope, uid));
    // The administrator's binding lies in no group, and holds in all of them.
    const isGranted = (uid: string) => groups.some((one) => one === "" || isWithin(one, uid)) && isInScope(uid);
    const seesRoles = neededFor(role, "see").includes(capability) && this.isAnywhere(identity, capability, scopes);
    return (uid) => isGranted(uid) || (seesRoles && this.isBuiltInRole(uid));
  }

  /** Whether an identity has a capability in some group, within the scopes of its token. */
  isAnywhere(identity: string, capability: Capability, scopes: Narrowing["scopes"] = []): boolean {
    const meets = (one: string, scope: string) => one === "" || isWithin(one, scope) || isWithin(scope, one);
    return this.boundIn(identity, capability).some(
      (one) => scopes.length === 0 || scopes.some((scope) => meets(one, scope)),
    );
  }

  /** The capabilities of a role; none for a role that does not exist. */
  granted(roleUid: string): readonly Capability[] {
    const { capabilities: granted } = this.store.get(role.type, roleUid)?.values ?? {};
    return Array.isArray(granted) ? granted : [];
  }

  /** The groups in which role bindings give an identity a capability; the empty uid for all groups. */
  private boundIn(identity: string, capability: Capability): string[] {
    return this.store
      .all(roleBinding.type)
      .filter(
        ({ values }) => values.identityUid === identity && this.granted(String(values.roleUid)).includes(capability),
      )
      .map(({ uid }) => parentOf(uid));
  }

  /** Built-in roles lie in no group: whoever may list roles anywhere sees them. Root groups too have uids without a slash. */
  private isBuiltInRole(uid: string): boolean {
    return uid !== "" && !uid.includes("/") && this.store.get(group.type, uid) === undefined;
  }
}
