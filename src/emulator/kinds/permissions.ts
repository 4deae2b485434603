import { capabilities } from "../../resources/capabilities";
import { group } from "../../resources/group";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { Kind } from "../gateway/errors";
import type { Capability } from "../gateway/route";
import { parentOf, type Store } from "../store";

/** Prefixes of each kind's capabilities. [open] for mappings and images, which have no capabilities of their own. */
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
    return (uid) =>
      this.isForAll(capability, uid) || groups.some((group) => uid === group || uid.startsWith(`${group}/`));
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
