import type { GetCountArgs } from "../../lookups/count";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/count");

/**
 * How many objects of a kind match, `{ of: "repos", childrenOf: group.id }`, without reading them all where the platform
 * can tell. Throws ArgumentError, before anything is sent, and the errors of the client. API: `totalCount` of a List
 * (platform API: LIST-1).
 */
export async function getCount(args: GetCountArgs, opts: LookupOptions = {}): Promise<number> {
  // What it counts is of several domains.
  return answer({ name: "index:getCount", args, opts }, async ({ client }) => (await load()).getCount(client(), args));
}
/** `getCount` for arguments that may be Outputs. */
export const getCountOutput: OutputForm<typeof getCount> = asOutput(getCount);
