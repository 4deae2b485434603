import type { ArgsOf } from "../../lookups/arguments";
import type { TermsAcceptanceResult } from "../../lookups/results";
import type * as operations from "../../operations/terms";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/terms");

/** Whose acceptances of terms to list. */
export type GetTermsAcceptancesArgs = ArgsOf<typeof operations.listTermsAcceptances>;

/**
 * Which documents of the terms were accepted for an organisation, by whom and when. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: `GET /iam/v2/terms/{group}` (platform API: IAM-22).
 */
export async function getTermsAcceptances(
  args: GetTermsAcceptancesArgs,
  opts: LookupOptions = {},
): Promise<TermsAcceptanceResult[]> {
  return answer({ name: "iam:getTermsAcceptances", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).listTermsAcceptances, args),
  );
}
/** `getTermsAcceptances` for arguments that may be Outputs. */
export const getTermsAcceptancesOutput: OutputForm<typeof getTermsAcceptances> = asOutput(getTermsAcceptances);
