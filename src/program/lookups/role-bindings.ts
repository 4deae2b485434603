import type { Client } from "../../client/api/client";
import { batchCreateRoleBindings as batchCreate } from "../../description/operations/role-bindings";
import { list, type MessageOf, message, optional, required, uid } from "../../description/spec/types";
import type { RoleBindingResult } from "../generated/results";
import { askWith } from "./ask";

const batch = {
  /** uid of the group in which the roles are granted. */
  parentUid: required(uid("iam:Group")),
  /** The bindings to create, at least one. */
  bindings: required(
    list(
      message({
        /** uid of the identity that gets the role. */
        identityUid: required(uid("iam:Identity")),
        /** uid of the role that the identity gets. Default: the role of the batch. */
        roleUid: optional(uid("iam:Role")),
      }),
    ),
  ),
  /** uid of the default role. If you set it, no binding may have another role. */
  roleUid: optional(uid("iam:Role")),
} as const;

/** One role binding of the batch. */
export interface BatchRoleBinding {
  /** uid of the identity that gets the role. */
  identityUid: string;
  /** uid of the role that the identity gets. Default: the role of the batch. */
  roleUid?: string | undefined;
}

/** Which role bindings to create. */
export interface BatchCreateRoleBindingsArgs extends Omit<MessageOf<typeof batch>, "bindings"> {
  /** The bindings to create, at least one. */
  bindings: BatchRoleBinding[];
}

/**
 * Creates several role bindings in one request. No state records them, so use the resource `RoleBinding` in programs. The
 * call takes effect at once, is sent only once, and previews refuse it. Throws the errors of the client (platform
 * API: IAM-11).
 */
export const batchCreateRoleBindings: (
  client: Client,
  args: BatchCreateRoleBindingsArgs,
) => Promise<RoleBindingResult[]> = askWith(batchCreate, batch, ({ parentUid, bindings, roleUid }) => ({
  parent: parentUid,
  requests: bindings.map((binding) => ({ parent: parentUid, roleBinding: binding })),
  ...(roleUid === undefined ? {} : { roleUid }),
}));
