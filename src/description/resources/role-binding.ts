import { defineResource } from "../spec/resource";
import { computed, enumOf, message, required, string, timestamp, uid } from "../spec/types";
import { needsOf } from "./capabilities";

/** A grant of a role to an identity in a group (platform API: IAM-10, IAM-11). */
export const roleBinding = defineResource({
  type: "iam:RoleBinding",
  collection: "/iam/v2/roleBindings",
  needs: needsOf("IAM_ROLE_BINDINGS"),
  update: "patch",
  idempotentDelete: true,
  peculiar: {
    batchCreate: { max: 25 },
    ownedBy: { field: "managedBy", values: { MANAGED_BY_SCIM: "SCIM" }, owner: "managedByUidp" },
  },
  knownBy: [
    ["of", "identity.name"],
    ["as", "role.name"],
    ["in", "group.name"],
  ],
  fields: {
    /** uid of the group in which the role is granted. The role applies to this group and everything below it. */
    parentUid: required(uid("iam:Group"), { parent: true, filter: "group" }),
    /** uid of the identity that gets the role. */
    identityUid: required(uid("iam:Identity"), { key: true, filter: "identity", readFrom: "identity.uid" }),
    /** uid of the role that the identity gets. */
    roleUid: required(uid("iam:Role"), { key: true, filter: "role", readFrom: "role.uid" }),
    /** The identity, as it was when the binding was last read. */
    identity: computed(
      message({
        /** uid of the identity. */
        uid: computed(uid("iam:Identity"), { returned: "always" }),
        /** Name of the identity. */
        name: computed(string(), { returned: "always" }),
        /** Description of the identity. */
        description: computed(string(), { copied: true }),
        /** Subject in the `claimMatch` of the identity. Empty for other kinds of identity. */
        subject: computed(string(), { copied: true }),
        /** Issuer in the `claimMatch` of the identity. Empty for other kinds of identity. */
        issuer: computed(string(), { copied: true }),
        /** Verified e-mail address of a person. */
        email: computed(string(), { copied: true }),
      }),
      { returned: "always", typeName: "RoleBindingIdentity" },
    ),
    /** The group, as it was when the binding was last read. */
    group: computed(
      message({
        /** uid of the group. */
        uid: computed(uid("iam:Group"), { returned: "always" }),
        /** Name of the group. */
        name: computed(string(), { returned: "always" }),
        /** Description of the group. */
        description: computed(string(), { copied: true }),
      }),
      { returned: "always", typeName: "RoleBindingGroup" },
    ),
    /** The role, as it was when the binding was last read. */
    role: computed(
      message({
        /** uid of the role. */
        uid: computed(uid("iam:Role"), { returned: "always" }),
        /** Name of the role. */
        name: computed(string(), { returned: "always" }),
        /** Description of the role. */
        description: computed(string(), { copied: true }),
      }),
      { returned: "always", typeName: "RoleBindingRole" },
    ),
    /** Who manages the binding. The platform refuses changes of one that SCIM manages. */
    managedBy: computed(enumOf("MANAGED_BY_UNSPECIFIED", "MANAGED_BY_MANUAL", "MANAGED_BY_SCIM")),
    /** uid of the identity provider whose SCIM manages the binding. */
    managedByUidp: computed(uid("iam:IdentityProvider")),
    /** When the binding was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
  },
});
