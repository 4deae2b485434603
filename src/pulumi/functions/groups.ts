import type { ArgsOf } from "../../lookups/arguments";
import type { GetGroupArgs, GetGroupsArgs } from "../../lookups/groups";
import type { GroupResult } from "../../lookups/results";
import type * as operations from "../../operations/groups";
import { ask, askToChange, asOutput, client, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/groups");
const loadOperations = () => import("../../operations/groups");

/** Which group to ask for access to. */
export type RequestGroupAccessArgs = ArgsOf<typeof operations.requestGroupAccess>;

/**
 * The groups that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/groups` (platform API: IAM-1).
 */
export async function getGroups(args: GetGroupsArgs = {}): Promise<GroupResult[]> {
  return (await load()).getGroups(await client(), args);
}
/** `getGroups` for arguments that may be Outputs. */
export const getGroupsOutput: OutputForm<typeof getGroups> = asOutput(getGroups);

/**
 * The one group of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groups` (platform API: IAM-1).
 */
export async function getGroup(args: GetGroupArgs): Promise<GroupResult> {
  return (await load()).getGroup(await client(), args);
}
/** `getGroup` for arguments that may be Outputs. */
export const getGroupOutput: OutputForm<typeof getGroup> = asOutput(getGroup);

/**
 * The group that the platform finds for the caller. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:lookupGroup` (platform API: IAM-25).
 */
export async function lookupGroup(): Promise<GroupResult> {
  return ask((await loadOperations()).lookupGroup);
}
/** `lookupGroup` as an Output. */
export const lookupGroupOutput: OutputForm<typeof lookupGroup> = asOutput(lookupGroup);

/**
 * Whether the platform takes the caller for eligible. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:checkEligibility` (platform API: IAM-26).
 */
export async function checkEligibility(): Promise<boolean> {
  return ask((await loadOperations()).checkEligibility);
}

/**
 * Asks for access to a group, in the name of the caller: an imperative call, refused in previews, sent once. Throws
 * the errors of the client. API: `POST /iam/v2/groups/{groupUid}:requestGroupAccess` (platform API: IAM-23).
 */
export async function requestGroupAccess(args: RequestGroupAccessArgs): Promise<void> {
  return askToChange((await loadOperations()).requestGroupAccess, args);
}
