import { capabilities } from "../../resources/capabilities";
import { group } from "../../resources/group";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { ResourceSpec } from "../../spec/resource";
import { isWithin } from "../../uid";
import type { Kind } from "../gateway/errors";
import type { Capability } from "../gateway/route";
import { parentOf, type Store } from "../store";

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

  /** A predicate that says whether an identity has a capability at a uid. */
  of(identity: string, capability: Capability): (uid: string) => boolean {
    const groups = this.store
      .all(roleBinding.type)
      .filter(
        ({ values }) => values.identityUid === identity && this.granted(String(values.roleUid)).includes(capability),
      )
      .map(({ uid }) => parentOf(uid));
    // The administrator's binding lies in no group, and holds in all of them.
    return (uid) => this.isForAll(capability, uid) || groups.some((group) => group === "" || isWithin(group, uid));
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
