import type { GetAccountAssociationArgs, GetAccountAssociationsArgs } from "../../lookups/account-associations";
import type { ArgsOf } from "../../lookups/arguments";
import type { AccountAssociationResult, AccountCheckResult } from "../../lookups/results";
import type * as operations from "../../operations/account-associations";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/account-associations");
const loadOperations = () => import("../../operations/account-associations");

/** Which account of which group to check. */
export type CheckAccountAssociationArgs = ArgsOf<typeof operations.checkAccountAssociation>;

/**
 * The account associations that match. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/iam/v2/accountAssociations` (platform API: IAM-20).
 */
export async function getAccountAssociations(
  args: GetAccountAssociationsArgs = {},
  opts: LookupOptions = {},
): Promise<AccountAssociationResult[]> {
  return answer({ name: "iam:getAccountAssociations", args, opts }, async ({ client }) =>
    (await load()).getAccountAssociations(client(), args),
  );
}
/** `getAccountAssociations` for arguments that may be Outputs. */
export const getAccountAssociationsOutput: OutputForm<typeof getAccountAssociations> = asOutput(getAccountAssociations);

/**
 * The one account association of a uid, which is its group's, or of a name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/accountAssociations` (platform API: IAM-20).
 */
export async function getAccountAssociation(
  args: GetAccountAssociationArgs,
  opts: LookupOptions = {},
): Promise<AccountAssociationResult> {
  return answer({ name: "iam:getAccountAssociation", args, opts }, async ({ client }) =>
    (await load()).getAccountAssociation(client(), args),
  );
}
/** `getAccountAssociation` for arguments that may be Outputs. */
export const getAccountAssociationOutput: OutputForm<typeof getAccountAssociation> = asOutput(getAccountAssociation);

/**
 * Whether the platform can work with an account of a group's association; it changes nothing. Throws NotFoundError
 * when the group has no association. API: `POST /iam/v2/accountAssociations/{groupUid}:checkAccountAssociation`
 * (platform API: IAM-21).
 */
export async function checkAccountAssociation(
  args: CheckAccountAssociationArgs,
  opts: LookupOptions = {},
): Promise<AccountCheckResult> {
  return answer({ name: "iam:checkAccountAssociation", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).checkAccountAssociation, args),
  );
}
/** `checkAccountAssociation` for arguments that may be Outputs. */
export const checkAccountAssociationOutput: OutputForm<typeof checkAccountAssociation> =
  asOutput(checkAccountAssociation);
