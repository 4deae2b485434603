import type { ArgsOf } from "../../lookups/arguments";
import type { AdvisoryDocumentResult } from "../../lookups/results";
import type * as operations from "../../operations/advisory-feed";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/advisory-feed");

/** Which documents of the advisory feed to list. */
export type GetAdvisoryDocumentsArgs = ArgsOf<typeof operations.listAdvisoryDocuments>;

/**
 * The documents of the public advisory feed that match, one for each package. Throws ArgumentError, before anything is
 * sent, and the errors of the client. API: `GET /advisory/v2/documents` (platform API: ADV-2).
 */
export async function getAdvisoryDocuments(
  args: GetAdvisoryDocumentsArgs = {},
  opts: LookupOptions = {},
): Promise<AdvisoryDocumentResult[]> {
  return answer({ name: "advisory:getAdvisoryDocuments", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).listAdvisoryDocuments, args),
  );
}
/** `getAdvisoryDocuments` for arguments that may be Outputs. */
export const getAdvisoryDocumentsOutput: OutputForm<typeof getAdvisoryDocuments> = asOutput(getAdvisoryDocuments);
