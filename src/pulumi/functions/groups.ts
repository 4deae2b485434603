import type { ArgsOf } from "../../lookups/arguments";
import type { GetGroupArgs, GetGroupsArgs } from "../../lookups/groups";
import type { GroupResult } from "../../lookups/results";
import type * as operations from "../../operations/groups";
import {
  answer,
  asOutput,
  asPlainOutput,
  change,
  type LookupOptions,
  type OutputForm,
  type PlainOutputForm,
} from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/groups");
const loadOperations = () => import("../../operations/groups");

/** Which group to ask for access to. */
export type RequestGroupAccessArgs = ArgsOf<typeof operations.requestGroupAccess>;

/**
 * The groups that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/groups` (platform API: IAM-1).
 */
export async function getGroups(args: GetGroupsArgs = {}, opts: LookupOptions = {}): Promise<GroupResult[]> {
  return answer({ name: "iam:getGroups", args, opts }, async ({ client }) => (await load()).getGroups(client(), args));
}
/** `getGroups` for arguments that may be Outputs. */
export const getGroupsOutput: OutputForm<typeof getGroups> = asOutput(getGroups);

/**
 * The one group of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groups` (platform API: IAM-1).
 */
export async function getGroup(args: GetGroupArgs, opts: LookupOptions = {}): Promise<GroupResult> {
  return answer({ name: "iam:getGroup", args, opts }, async ({ client }) => (await load()).getGroup(client(), args));
}
/** `getGroup` for arguments that may be Outputs. */
export const getGroupOutput: OutputForm<typeof getGroup> = asOutput(getGroup);

/**
 * The group that the platform finds for the caller. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:lookupGroup` (platform API: IAM-25).
 */
export async function lookupGroup(opts: LookupOptions = {}): Promise<GroupResult> {
  return answer({ name: "iam:lookupGroup", opts }, async ({ ask }) => ask((await loadOperations()).lookupGroup));
}
/** `lookupGroup` as an Output. */
export const lookupGroupOutput: PlainOutputForm<typeof lookupGroup> = asPlainOutput(lookupGroup);

/**
 * Whether the platform takes the caller for eligible. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:checkEligibility` (platform API: IAM-26).
 */
export async function checkEligibility(opts: LookupOptions = {}): Promise<boolean> {
  return answer({ name: "iam:checkEligibility", opts }, async ({ ask }) =>
    ask((await loadOperations()).checkEligibility),
  );
}
/** `checkEligibility` as an Output. */
export const checkEligibilityOutput: PlainOutputForm<typeof checkEligibility> = asPlainOutput(checkEligibility);

/**
 * Asks for access to a group, in the name of the caller: an imperative call, refused in previews, sent once. Throws
 * the errors of the client. API: `POST /iam/v2/groups/{groupUid}:requestGroupAccess` (platform API: IAM-23).
 */
export async function requestGroupAccess(args: RequestGroupAccessArgs, opts: LookupOptions = {}): Promise<void> {
  return change({ name: "iam:requestGroupAccess", args, opts }, async ({ ask }) =>
    ask((await loadOperations()).requestGroupAccess, args),
  );
}
/** `requestGroupAccess` for arguments that may be Outputs. */
export const requestGroupAccessOutput: OutputForm<typeof requestGroupAccess> = asOutput(requestGroupAccess);
