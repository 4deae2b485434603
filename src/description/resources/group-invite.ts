import { defineResource } from "../spec/resource";
import {
  boolean,
  computed,
  duration,
  enumOf,
  message,
  optional,
  required,
  set,
  string,
  timestamp,
  uid,
} from "../spec/types";
import { capabilities } from "./capabilities";

/** An invitation to a group (platform API: IAM-19). It cannot be updated, and the platform shows its code only once. */
export const groupInvite = defineResource({
  type: "iam:GroupInvite",
  collection: "/iam/v2/groupInvites",
  needs: {
    see: ["CAP_IAM_GROUP_INVITES_LIST"],
    create: ["CAP_IAM_GROUP_INVITES_CREATE", "CAP_IAM_ROLE_BINDINGS_CREATE"],
    delete: ["CAP_IAM_GROUP_INVITES_DELETE"],
  },
  update: "never",
  peculiar: { mayLapse: true },
  knownBy: [["as", "role.name"]],
  fields: {
    /** uid of the group that people are invited to. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** uid of the role that a person gets who redeems the invite. */
    roleUid: required(uid("iam:Role")),
    /** Lifetime of the invite: `24h`, `7d`, `90m`, `86400s`, or a number of seconds. */
    ttl: required(duration, { writeOnly: true }),
    /** The only e-mail address that can redeem the invite. Without it, everybody who has the code can. */
    email: optional(string()),
    /** Whether the invite can be redeemed only once. Default: false, so any number of people can redeem it until it expires. */
    singleUse: optional(boolean),
    /** Whether to create a new invite after this one was used, revoked or expired. Default: false, so it stays in the state with `gone` as true. */
    recreateWhenGone: optional(boolean, { clientOnly: true }),
    /** Whether the invite was used, was revoked or expired. */
    gone: computed(boolean, { clientOnly: true }),
    /** Code that redeems the invite. The platform shows it only once. */
    code: computed(string(), { secret: true, returned: "once" }),
    /** Id of the key that verifies the code. Treat it as sensitive. */
    keyId: computed(string()),
    /** When the invite expires, UTC. */
    expirationTime: computed(timestamp),
    /** The role, as it was when the invite was last read. */
    role: computed(
      message({
        /** uid of the role. */
        uid: computed(uid("iam:Role"), { returned: "always" }),
        /** Name of the role. */
        name: computed(string(), { returned: "always" }),
        /** Description of the role. */
        description: computed(string(), { copied: true }),
        /** Capabilities of the role. */
        capabilities: computed(set(enumOf(...capabilities)), { copied: true }),
      }),
      { typeName: "GroupInviteRole" },
    ),
    /** When the invite was created, UTC. */
    createTime: computed(timestamp, { returned: "always" }),
  },
});
