import type { TagHistoryRecord } from "../../api/registry/client";
import type { GetTagDigestArgs, GetTagHistoryArgs } from "../../lookups/tag-history";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/tag-history");

/**
 * The digests that a tag has had, oldest first, all of them between `start` and `end`, both included. Throws
 * RegistryError for an unknown tag. API: the registry's tag history (platform API: HIST-1).
 */
export async function getTagHistory(args: GetTagHistoryArgs, opts: LookupOptions = {}): Promise<TagHistoryRecord[]> {
  return answer({ name: "registry:getTagHistory", args, opts }, async ({ registry }) =>
    (await load()).getTagHistory(registry(), args),
  );
}
/** `getTagHistory` for arguments that may be Outputs. */
export const getTagHistoryOutput: OutputForm<typeof getTagHistory> = asOutput(getTagHistory);

/**
 * The digest that a tag had at a time, `sha256:` and 64 hex digits; now when no time is given. Throws
 * NoSingleAnswerError when it had none yet, RegistryError for an unknown tag. API: the registry's tag history
 * (platform API: HIST-1).
 */
export async function getTagDigest(args: GetTagDigestArgs, opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "registry:getTagDigest", args, opts }, async ({ registry }) =>
    (await load()).getTagDigest(registry(), args),
  );
}
/** `getTagDigest` for arguments that may be Outputs. */
export const getTagDigestOutput: OutputForm<typeof getTagDigest> = asOutput(getTagDigest);
