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
    /** uid of the role of those bindings that name none. If you give it, no binding may name another role. */
    roleUid: optional(uid("iam:Role")),
    /** The bindings to create: from 1 to 25. */
    requests: required(
      list(
        message({
          /** The group again; that of the batch when left out. */
          parent: optional(uid("iam:Group")),
          roleBinding: required(
            message({
              identityUid: required(uid("iam:Identity")),
              /** That of the batch when left out. With a role of the batch, no other is accepted. */
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
