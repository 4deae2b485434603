import type { Client } from "../api/client";
import { batchCreateRoleBindings as batchCreate } from "../operations/role-bindings";
import { list, type MessageOf, message, optional, required, uid } from "../spec/types";
import { askWith } from "./ask";
import type { RoleBindingResult } from "./results";

const batch = {
  /** uid of the group in which the roles are given. */
  parentUid: required(uid("iam:Group")),
  /** Who gets which role; at least one. */
  bindings: required(
    list(
      message({
        /** uid of the identity that gets the role. */
        identityUid: required(uid("iam:Identity")),
        /** uid of the role that the identity gets; that of the whole batch when left out. */
        roleUid: optional(uid("iam:Role")),
      }),
    ),
  ),
  /** uid of the role of those bindings that name none. */
  roleUid: optional(uid("iam:Role")),
} as const;

/** Who gets which role. */
export interface BatchRoleBinding {
  /** uid of the identity that gets the role. */
  identityUid: string;
  /** uid of the role that the identity gets; that of the whole batch when left out. */
  roleUid?: string | undefined;
}

/** Which role bindings to create. */
export interface BatchCreateRoleBindingsArgs extends Omit<MessageOf<typeof batch>, "bindings"> {
  /** Who gets which role; at least one. */
  bindings: BatchRoleBinding[];
}

/**
 * Creates several role bindings at once, which no state will know of: an imperative call, refused in previews, sent
 * once; in a program, `RoleBinding` is the way. Throws the errors of the client (platform API: IAM-11).
 */
export const batchCreateRoleBindings: (
  client: Client,
  args: BatchCreateRoleBindingsArgs,
) => Promise<RoleBindingResult[]> = askWith(batchCreate, batch, ({ parentUid, bindings, roleUid }) => ({
  parent: parentUid,
  requests: bindings.map((binding) => ({ parent: parentUid, roleBinding: binding })),
  ...(roleUid === undefined ? {} : { roleUid }),
}));
