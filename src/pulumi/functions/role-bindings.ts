import type { RoleBindingResult } from "../../lookups/results";
import type { BatchCreateRoleBindingsArgs, GetRoleBindingArgs, GetRoleBindingsArgs } from "../../lookups/role-bindings";
import { answer, asOutput, change, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/role-bindings");

/**
 * The role bindings that match, with their identity, group and role. Throws ArgumentError, before anything is sent,
 * and the errors of the client. API: List on `/iam/v2/roleBindings` (platform API: IAM-10).
 */
export async function getRoleBindings(
  args: GetRoleBindingsArgs = {},
  opts: LookupOptions = {},
): Promise<RoleBindingResult[]> {
  return answer({ name: "iam:getRoleBindings", args, opts }, async ({ client }) =>
    (await load()).getRoleBindings(client(), args),
  );
}
/** `getRoleBindings` for arguments that may be Outputs. */
export const getRoleBindingsOutput: OutputForm<typeof getRoleBindings> = asOutput(getRoleBindings);

/**
 * The one role binding of a uid, or of what it binds. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/roleBindings`
 * (platform API: IAM-10).
 */
export async function getRoleBinding(args: GetRoleBindingArgs, opts: LookupOptions = {}): Promise<RoleBindingResult> {
  return answer({ name: "iam:getRoleBinding", args, opts }, async ({ client }) =>
    (await load()).getRoleBinding(client(), args),
  );
}
/** `getRoleBinding` for arguments that may be Outputs. */
export const getRoleBindingOutput: OutputForm<typeof getRoleBinding> = asOutput(getRoleBinding);

/**
 * Creates several role bindings at once, which no state will know of: an imperative call, refused in previews, sent
 * once; in a program, `RoleBinding` is the way. Throws the errors of the client. API:
 * `POST /iam/v2/roleBindings:batchCreate` (platform API: IAM-11).
 */
export async function batchCreateRoleBindings(
  args: BatchCreateRoleBindingsArgs,
  opts: LookupOptions = {},
): Promise<RoleBindingResult[]> {
  return change({ name: "iam:batchCreateRoleBindings", args, opts }, async ({ client }) =>
    (await load()).batchCreateRoleBindings(client(), args),
  );
}
/** `batchCreateRoleBindings` for arguments that may be Outputs. */
export const batchCreateRoleBindingsOutput: OutputForm<typeof batchCreateRoleBindings> =
  asOutput(batchCreateRoleBindings);
