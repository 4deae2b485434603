import { roleBinding } from "../resources/role-binding";
import { computed, list, message, optional, required, uid } from "../spec/types";
import { defineOperation, objectOf } from "./operation";

/** Creates up to 25 role bindings at once, all or none (platform API: IAM-11). */
export const batchCreateRoleBindings = defineOperation({
  functions: ["batchCreateRoleBindings"],
  method: "POST",
  path: "/iam/v2/roleBindings:batchCreate",
  params: {},
  request: {
    /** uid of the group in which the roles are granted. */
    parent: required(uid("iam:Group")),
    /** uid of the default role. If you set it, no binding may have another role. */
    roleUid: optional(uid("iam:Role")),
    /** The bindings to create: from 1 to 25. */
    requests: required(
      list(
        message({
          /** uid of the same group. Default: the group of the batch. */
          parent: optional(uid("iam:Group")),
          roleBinding: required(
            message({
              identityUid: required(uid("iam:Identity")),
              /** uid of the role. Default: the role of the batch, which must be the same if it is set. */
              roleUid: optional(uid("iam:Role")),
            }),
          ),
        }),
        25,
      ),
    ),
  },
  answer: { roleBindings: computed(list(objectOf(roleBinding))) },
  returns: "roleBindings",
  repeat: "harmful",
  needs: { capabilities: ["CAP_IAM_ROLE_BINDINGS_CREATE"], at: "parent" },
});
