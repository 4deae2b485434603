import type { TagResult } from "../../lookups/results";
import type { GetTagArgs, GetTagsArgs } from "../../lookups/tags";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/tags");

/**
 * The tags that match. Those that look generated are left out unless they are asked for. Throws ArgumentError, before
 * anything is sent, and the errors of the client. API: List on `/registry/v2/tags` (platform API: REG-4).
 */
export async function getTags(args: GetTagsArgs = {}, opts: LookupOptions = {}): Promise<TagResult[]> {
  return answer({ name: "registry:getTags", args, opts }, async ({ client }) => (await load()).getTags(client(), args));
}
/** `getTags` for arguments that may be Outputs. */
export const getTagsOutput: OutputForm<typeof getTags> = asOutput(getTags);

/**
 * The one tag of a uid, or of a repo and a name. Throws NoSingleAnswerError, with the candidates, when there is none
 * or more than one; NotFoundError for an unknown uid. API: Get and List on `/registry/v2/tags` (platform API: REG-4).
 */
export async function getTag(args: GetTagArgs, opts: LookupOptions = {}): Promise<TagResult> {
  return answer({ name: "registry:getTag", args, opts }, async ({ client }) => (await load()).getTag(client(), args));
}
/** `getTag` for arguments that may be Outputs. */
export const getTagOutput: OutputForm<typeof getTag> = asOutput(getTag);
