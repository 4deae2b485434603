import { defineResource } from "../spec/resource";
import { boolean, computed, enumOf, integer, map, optional, required, string, timestamp } from "../spec/types";
import { INTERNAL, needsOf } from "./capabilities";
import { orgKinds, orgStatuses } from "./group";
import { oneLine, properName } from "./text-rules";

/** The root group of an organization, which the platform's staff usually creates and deletes (platform API: IAM-1, IAM-28). */
export const organization = defineResource({
  type: "iam:Organization",
  collection: "/iam/v2/groups",
  needs: needsOf("IAM_GROUPS"),
  update: "patch",
  peculiar: { rootOf: "iam:Group", staffOnly: true, deletableIf: "allowDelete" },
  fields: {
    /**
     * Name: lower-case letters, digits, space, dot, `_` and `-`, usually 3 to 63. Default: the name of the Pulumi
     * resource. The name of a verified organization is its e-mail domain, such as `example.com`, and is unique.
     */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Description, in one line of text. */
    description: optional(string(oneLine)),
    /** Kind of the organization. The platform's staff sets it during verification. The groups in it inherit it. */
    kind: optional(enumOf(...orgKinds), { serverDefault: "anytime", staffOnly: INTERNAL }),
    /** Whether a delete of the organization is allowed. Default: false, so the delete is refused. */
    allowDelete: optional(boolean, { clientOnly: true }),
    /** State of the organization: `INITIALIZING` until the platform has set it up, then `READY`. Members cannot use a `SUSPENDED` one. */
    status: computed(enumOf(...orgStatuses)),
    /** Whether the platform's staff has verified the organization. */
    verified: computed(boolean),
    /** Greatest number of resources, by kind of resource. */
    resourceLimits: computed(map(integer)),
    /** When the organization was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
    /** When the organization was last changed, UTC. */
    updateTime: computed(timestamp, { returned: "always changing" }),
  },
});
