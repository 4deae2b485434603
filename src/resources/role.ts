import { defineResource } from "../spec/resource";
import { computed, enumWarning, optional, required, set, string, timestamp, uid } from "../spec/types";
import { capabilities, capabilityWarnings } from "./capabilities";
import { oneLine, plainName } from "./text-rules";

/** A named set of capabilities (platform API: IAM-7). */
export const role = defineResource({
  type: "iam:Role",
  collection: "/iam/v2/roles",
  needs: {
    see: ["CAP_IAM_ROLES_LIST"],
    create: ["CAP_IAM_ROLES_CREATE"],
    update: ["CAP_IAM_ROLES_UPDATE"],
    delete: ["CAP_IAM_ROLES_DELETE"],
  },
  update: "patch",
  fields: {
    /** uid of the group that the role belongs to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name of lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. */
    name: required(string(plainName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /**
     * What holders of the role may do, in any order; at least one. A change counts for tokens made after it, so for
     * everybody within an hour. The platform refuses capabilities of its staff.
     */
    capabilities: required(set(enumWarning(capabilityWarnings, ...capabilities))),
    /** When the role was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the role was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
