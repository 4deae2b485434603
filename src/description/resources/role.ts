import { defineResource } from "../spec/resource";
import { computed, enumWarning, optional, required, set, string, timestamp, uid } from "../spec/types";
import { capabilities, capabilityWarnings, needsOf } from "./capabilities";
import { oneLine, plainName } from "./text-rules";

/** A named set of capabilities (platform API: IAM-7). */
export const role = defineResource({
  type: "iam:Role",
  collection: "/iam/v2/roles",
  needs: needsOf("IAM_ROLES"),
  update: "patch",
  fields: {
    /** uid of the group that contains the role. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** Name: lower-case letters, digits, space, dot, `_` and `-`. Default: the name of the Pulumi resource. */
    name: required(string(plainName), { key: true, filter: "name" }),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /** Capabilities, in any order, at least one. A change holds for everybody within an hour. Those only for staff are refused. */
    capabilities: required(set(enumWarning(capabilityWarnings, ...capabilities))),
    /** When the role was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the role was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
