import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { Kind } from "../gateway/errors";
import { parentOf, type Store } from "../store";

/** What the capabilities of a kind begin with. [open] mappings and images, which have none of their own name. */
export const capabilityPrefixes: Readonly<Record<string, string>> = {
  "iam:Group": "CAP_IAM_GROUPS",
  "iam:Identity": "CAP_IAM_IDENTITY",
  "iam:Role": "CAP_IAM_ROLES",
  "iam:RoleBinding": "CAP_IAM_ROLE_BINDINGS",
  "iam:GroupInvite": "CAP_IAM_GROUP_INVITES",
  "iam:AccountAssociation": "CAP_IAM_ACCOUNT_ASSOCIATIONS",
  "iam:IdentityProvider": "CAP_IAM_IDENTITY_PROVIDERS",
  "iam:ExternalGroupRoleMapping": "CAP_IAM_IDENTITY_PROVIDERS",
  "iam:Terms": "CAP_TERMS",
  "registry:Repo": "CAP_REPO",
  "registry:Tag": "CAP_TAG",
  "registry:Image": "CAP_REPO",
  "events:Subscription": "CAP_EVENTS_SUBSCRIPTION",
  "libraries:Artifact": "CAP_LIBRARIES_ARTIFACTS",
  "vulnerabilities:Advisory": "CAP_ADVISORIES",
};

/** `CAP_IAM_GROUPS_LIST`: the capability that a verb needs; to look at one thing needs that of the list. */
const capabilityOf = ({ type }: Kind, verb: string): string =>
  verb === "scim" ? "CAP_IAM_SCIM_MANAGE" : `${capabilityPrefixes[type]}_${verb.toUpperCase()}`;

/** Built-in roles, whose uids have no slash, may be seen by everybody. */
const isForAll = ({ type }: Kind, uid: string, verb: string): boolean =>
  verb === "list" && type === role.type && uid !== "" && !uid.includes("/");

/** What identities may do: what the roles bound to them allow, in the group of the binding and in everything below it. */
export class Permissions {
  constructor(private readonly store: Store) {}

  /** Tells of a uid whether an identity may do something to it, or below it. */
  of(identity: string, kind: Kind, verb: string): (uid: string) => boolean {
    const capability = capabilityOf(kind, verb);
    const groups = this.store
      .all(roleBinding.type)
      .filter(({ values }) => values.identityUid === identity && this.grants(String(values.roleUid), capability))
      .map(({ uid }) => parentOf(uid));
    return (uid) => isForAll(kind, uid, verb) || groups.some((group) => uid === group || uid.startsWith(`${group}/`));
  }

  private grants(roleUid: string, capability: string): boolean {
    const { capabilities } = this.store.get(role.type, roleUid)?.values ?? {};
    return Array.isArray(capabilities) && capabilities.includes(capability);
  }
}
