import { defineResource } from "../spec/resource";
import { boolean, computed, enumOf, integer, map, optional, required, string, timestamp, uid } from "../spec/types";
import { oneLine, properName } from "./text-rules";

/** What an organisation may be. */
export const orgKinds = [
  "ORG_KIND_UNSPECIFIED",
  "ORG_KIND_STARTER",
  "ORG_KIND_CUSTOMER",
  "ORG_KIND_DEV",
  "ORG_KIND_INFRA",
  "ORG_KIND_AWS_MARKETPLACE",
] as const;

/** Where an organisation may stand. */
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
  needs: {
    see: ["CAP_IAM_GROUPS_LIST"],
    create: ["CAP_IAM_GROUPS_CREATE"],
    update: ["CAP_IAM_GROUPS_UPDATE"],
    delete: ["CAP_IAM_GROUPS_DELETE"],
  },
  update: "patch",
  fields: {
    /** uid of the group to create this one in. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`, unique among its siblings; the Pulumi resource's name when left out. */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** What the organisation of the group is, taken from its root. */
    kind: computed(enumOf(...orgKinds), { typeName: "OrganizationKind" }),
    /** Whether the organisation of the group is usable yet, taken from its root. */
    status: computed(enumOf(...orgStatuses), { typeName: "OrganizationStatus" }),
    /** Whether the platform has verified the organisation. */
    verified: computed(boolean),
    /** Limits on the number of resources, by kind of resource. */
    resourceLimits: computed(map(integer)),
    /** When the group was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the group was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
