import { defineResource } from "../spec/resource";
import { boolean, computed, enumOf, integer, map, optional, required, string, timestamp, uid } from "../spec/types";
import { needsOf } from "./capabilities";
import { oneLine, properName } from "./text-rules";

/** Kinds of organization: `STARTER` (free catalog), `CUSTOMER` (paying), `DEV` (one developer's), `INFRA` (automation) and `AWS_MARKETPLACE`. */
export const orgKinds = [
  "ORG_KIND_UNSPECIFIED",
  "ORG_KIND_STARTER",
  "ORG_KIND_CUSTOMER",
  "ORG_KIND_DEV",
  "ORG_KIND_INFRA",
  "ORG_KIND_AWS_MARKETPLACE",
] as const;

export const orgStatuses = [
  "ORG_STATUS_UNSPECIFIED",
  "ORG_STATUS_INITIALIZING",
  "ORG_STATUS_READY",
  "ORG_STATUS_SUSPENDED",
] as const;

/** A node of the IAM tree (platform API: IAM-1). */
export const group = defineResource({
  type: "iam:Group",
  collection: "/iam/v2/groups",
  needs: needsOf("IAM_GROUPS"),
  update: "patch",
  fields: {
    /** uid of the parent group. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi resource. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /** Kind of the organization that contains the group, taken from its root. */
    kind: computed(enumOf(...orgKinds), { typeName: "OrganizationKind" }),
    /** State of the organization of the group: `INITIALIZING` until it is set up, then `READY`. Members cannot use a `SUSPENDED` one. */
    status: computed(enumOf(...orgStatuses), { typeName: "OrganizationStatus" }),
    /** Whether the platform's staff has verified the organization. */
    verified: computed(boolean),
    /** Greatest number of resources, by kind of resource. */
    resourceLimits: computed(map(integer)),
    /** When the group was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the group was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
