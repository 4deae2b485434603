import { defineResource } from "../spec/resource";
import { boolean, computed, enumOf, integer, map, optional, required, string, timestamp } from "../spec/types";
import { INTERNAL } from "./capabilities";
import { orgKinds, orgStatuses } from "./group";
import { oneLine, properName } from "./text-rules";

/**
 * The root group of an organization, which has no parent. Customers usually have it created and deleted by the
 * platform's staff (platform API: IAM-1, IAM-28).
 */
export const organization = defineResource({
  type: "iam:Organization",
  collection: "/iam/v2/groups",
  needs: {
    see: ["CAP_IAM_GROUPS_LIST"],
    create: ["CAP_IAM_GROUPS_CREATE"],
    update: ["CAP_IAM_GROUPS_UPDATE"],
    delete: ["CAP_IAM_GROUPS_DELETE"],
  },
  update: "patch",
  isRootOf: "iam:Group",
  staffOnly: true,
  deletableIf: "allowDelete",
  fields: {
    /**
     * Name of 3 to 63 lower-case letters, digits, space, dot, `_` and `-`; the Pulumi resource's name when left out. A
     * verified organization is named by its e-mail domain, `example.com`, which no other one has.
     */
    name: required(string(properName), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string(oneLine)),
    /** Kind of the organization, which goes with the verification by the platform's staff. The groups in it inherit it. */
    kind: optional(enumOf(...orgKinds), { serverDefault: "anytime", staffOnly: INTERNAL }),
    /** Whether the organization may be deleted. Without it a delete is refused. */
    allowDelete: optional(boolean, { clientOnly: true }),
    /** State of the organization: `INITIALIZING` until the platform has set it up, then `READY`. Members cannot use a `SUSPENDED` one. */
    status: computed(enumOf(...orgStatuses)),
    /** Whether the platform's staff has verified the organization. */
    verified: computed(boolean),
    /** Greatest number of resources, by kind of resource. */
    resourceLimits: computed(map(integer)),
    /** When the organization was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the organization was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
