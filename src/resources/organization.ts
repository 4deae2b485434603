import { defineResource } from "../spec/resource";
import { boolean, computed, enumOf, integer, map, optional, required, string, timestamp } from "../spec/types";
import { INTERNAL } from "./capability-marks";
import { orgKinds, orgStatuses } from "./group";

/** The root group of an organisation, which is made without a parent (platform API: IAM-1, IAM-28). */
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
    /** Name, unique among the organisations that the token can see; the Pulumi resource's name when left out. */
    name: required(string(), { key: true, filter: "name" }),
    /** Free text shown beside the name. */
    description: optional(string()),
    /** What the organisation is. A verified one needs it; the groups in it inherit it. */
    kind: optional(enumOf(...orgKinds), { serverDefault: "anytime", staffOnly: INTERNAL }),
    /** Whether the organisation may be deleted. Without it a delete is refused. */
    allowDelete: optional(boolean, { clientOnly: true }),
    /** Whether the organisation is usable yet. */
    status: computed(enumOf(...orgStatuses)),
    /** Whether the platform has verified the organisation. */
    verified: computed(boolean),
    /** Limits on the number of resources, by kind of resource. */
    resourceLimits: computed(map(integer)),
    /** When the organisation was created, UTC. */
    createTime: computed(timestamp, { alwaysReturned: true }),
    /** When the organisation was last changed, UTC. */
    updateTime: computed(timestamp, { alwaysReturned: true, serverManaged: true }),
  },
});
