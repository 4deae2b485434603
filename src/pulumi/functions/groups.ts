import type * as groups from "../../lookups/groups";
import type * as subscriptions from "../../lookups/subscriptions";
import { asOutput, changingClient, client, type OutputForm } from "./ask";

// Each lookup is loaded when it is first asked.
const loadGroups = () => import("../../lookups/groups");
const loadSubscriptions = () => import("../../lookups/subscriptions");
const loadPing = () => import("../../lookups/ping");

/**
 * The groups that match. Throws ArgumentError, before anything is sent, and the errors of the client. API: List on
 * `/iam/v2/groups` (spec: IAM, Groups).
 */
export async function getGroups(args: groups.GetGroupsArgs = {}): Promise<groups.GroupResult[]> {
  return (await loadGroups()).getGroups(await client(), args);
}
/** `getGroups` for arguments that may be Outputs. */
export const getGroupsOutput: OutputForm<typeof getGroups> = asOutput(getGroups);

/**
 * The one group of a uid, or of a name. Throws NoSingleAnswerError, with the candidates, when there is none or more
 * than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groups` (spec: IAM, Groups).
 */
export async function getGroup(args: groups.GetGroupArgs): Promise<groups.GroupResult> {
  return (await loadGroups()).getGroup(await client(), args);
}
/** `getGroup` for arguments that may be Outputs. */
export const getGroupOutput: OutputForm<typeof getGroup> = asOutput(getGroup);

/**
 * The group that the platform finds for the caller. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:lookupGroup` (shapes: LookupGroup).
 */
export async function lookupGroup(): Promise<groups.GroupResult> {
  return (await loadGroups()).lookupGroup(await client());
}
/** `lookupGroup` as an Output. */
export const lookupGroupOutput: OutputForm<typeof lookupGroup> = asOutput(lookupGroup);

/**
 * Whether the platform takes the caller for eligible. Throws ApiError (UNIMPLEMENTED) where the platform does not have
 * the question. API: `GET /iam/v2/groups:checkEligibility` (shapes: CheckEligibility).
 */
export async function checkEligibility(): Promise<boolean> {
  return (await loadGroups()).checkEligibility(await client());
}

/**
 * Asks for access to a group, in the name of the caller: an imperative call, refused in previews, sent once. Throws
 * the errors of the client. API: `POST /iam/v2/groups/{groupUid}:requestGroupAccess` (shapes: RequestGroupAccess).
 */
export async function requestGroupAccess(args: groups.RequestGroupAccessArgs): Promise<void> {
  return (await loadGroups()).requestGroupAccess(await changingClient("requestGroupAccess"), args);
}

/**
 * The event subscriptions that match. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/events/v2/subscriptions` (spec: Events).
 */
export async function getSubscriptions(
  args: subscriptions.GetSubscriptionsArgs = {},
): Promise<subscriptions.SubscriptionResult[]> {
  return (await loadSubscriptions()).getSubscriptions(await client(), args);
}
/** `getSubscriptions` for arguments that may be Outputs. */
export const getSubscriptionsOutput: OutputForm<typeof getSubscriptions> = asOutput(getSubscriptions);

/**
 * The one event subscription of a uid, or of a sink. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/events/v2/subscriptions` (spec:
 * Events).
 */
export async function getSubscription(
  args: subscriptions.GetSubscriptionArgs,
): Promise<subscriptions.SubscriptionResult> {
  return (await loadSubscriptions()).getSubscription(await client(), args);
}
/** `getSubscription` for arguments that may be Outputs. */
export const getSubscriptionOutput: OutputForm<typeof getSubscription> = asOutput(getSubscription);

/**
 * Reaches the platform, and tells what it answers: `pong`. Throws the errors of the client. API: `GET /ping/v2/ping`
 * (spec: Ping).
 */
export async function ping(): Promise<string> {
  return (await loadPing()).ping(await client());
}
