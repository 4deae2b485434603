import { capabilities } from "../../resources/capabilities";
import { group } from "../../resources/group";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { ResourceSpec } from "../../spec/resource";
import { isWithin } from "../../uid";
import type { Kind } from "../gateway/errors";
import type { Capability, Grants } from "../gateway/route";
import { parentOf, rootOf, type Store } from "../store";

/** Prefixes of each kind's capabilities. Mappings have those of identity providers. */
const prefixes: Readonly<Record<string, string>> = {
  "iam:Group": "CAP_IAM_GROUPS",
  "iam:Identity": "CAP_IAM_IDENTITY",
  "iam:Role": "CAP_IAM_ROLES",
  "iam:RoleBinding": "CAP_IAM_ROLE_BINDINGS",
  "iam:GroupInvite": "CAP_IAM_GROUP_INVITES",
  "iam:AccountAssociation": "CAP_IAM_ACCOUNT_ASSOCIATIONS",
  "iam:IdentityProvider": "CAP_IAM_IDENTITY_PROVIDERS",
  "iam:ExternalGroupRoleMapping": "CAP_IAM_IDENTITY_PROVIDERS",
  "registry:Repo": "CAP_REPO",
  "registry:Tag": "CAP_TAG",
  "events:Subscription": "CAP_EVENTS_SUBSCRIPTION",
  "vulnerabilities:Advisory": "CAP_ADVISORIES",
};

/**
 * The capability for one of the five verbs, CAP_IAM_GROUPS_CREATE. Get needs the capability of List. Throws an Error if
 * the API has no such capability.
 */
export function capabilityOf({ type }: Kind, verb: "list" | "create" | "update" | "delete"): Capability {
  const name = `${prefixes[type]}_${verb.toUpperCase()}`;
  const known = capabilities.find((capability) => capability === name);
  if (known === undefined) throw new Error(`there is no capability to ${verb} ${type}`);
  return known;
}

/** The capabilities that reading a kind needs. Throws an Error for a name that the API does not have. */
export function neededToSee({ type, seenWith }: ResourceSpec): [Capability, ...Capability[]] {
  const [first, ...rest] = seenWith.map((name) => {
    const known = capabilities.find((capability) => capability === name);
    if (known === undefined) throw new Error(`there is no capability ${name}, which ${type} needs`);
    return known;
  });
  if (first === undefined) throw new Error(`${type} needs no capability`);
  return [first, ...rest];
}

/** Permissions of identities: a role binding grants the role in its group and everything below. */
export class Permissions {
  constructor(private readonly store: Store) {}

  /** What the role bindings of an identity grant at present. */
  grantsOf(identity: string): Grants {
    const places = new Map<string, Set<Capability>>();
    for (const { uid, values } of this.store.all(roleBinding.type)) {
      if (values.identityUid !== identity) continue;
      const place = parentOf(uid);
      places.set(place, new Set([...(places.get(place) ?? []), ...this.granted(String(values.roleUid))]));
    }
    return { places, roots: new Set(this.store.children(group.type, "").map(({ uid }) => uid)) };
  }

  /** A predicate that says whether an identity has a capability at a uid. */
  of(identity: string, capability: Capability): (uid: string) => boolean {
    return this.within(this.grantsOf(identity), capability);
  }

  /** A predicate that says whether grants include a capability at a uid. */
  within({ places, roots }: Grants, capability: Capability): (uid: string) => boolean {
    const groups = [...places].filter(([, granted]) => granted.has(capability)).map(([place]) => place);
    // The administrator's binding lies in no group, and holds in all of them: in those that there were, for a token.
    const isOfThen = (uid: string) => roots.has(rootOf(uid)) || this.store.get(group.type, rootOf(uid)) === undefined;
    const holds = (place: string, uid: string) => (place === "" ? isOfThen(uid) : isWithin(place, uid));
    return (uid) => this.isForAll(capability, uid) || groups.some((place) => holds(place, uid));
  }

  /** Built-in roles are visible to everybody. Like root groups they have uids without a slash. */
  private isForAll(capability: Capability, uid: string): boolean {
    return (
      capability === capabilityOf(role, "list") &&
      uid !== "" &&
      !uid.includes("/") &&
      this.store.get(group.type, uid) === undefined
    );
  }

  /** The capabilities of a role; none for a role that does not exist. */
  granted(roleUid: string): readonly Capability[] {
    const { capabilities: granted } = this.store.get(role.type, roleUid)?.values ?? {};
    return Array.isArray(granted) ? granted : [];
  }
}
