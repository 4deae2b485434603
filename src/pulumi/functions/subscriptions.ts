import type { SubscriptionResult } from "../../lookups/results";
import type { GetSubscriptionArgs, GetSubscriptionsArgs } from "../../lookups/subscriptions";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/subscriptions");

/**
 * The event subscriptions that match. Throws ArgumentError, before anything is sent, and the errors of the client.
 * API: List on `/events/v2/subscriptions` (platform API: EVT-1).
 */
export async function getSubscriptions(
  args: GetSubscriptionsArgs = {},
  opts: LookupOptions = {},
): Promise<SubscriptionResult[]> {
  return answer({ name: "events:getSubscriptions", args, opts }, async ({ client }) =>
    (await load()).getSubscriptions(client(), args),
  );
}
/** `getSubscriptions` for arguments that may be Outputs. */
export const getSubscriptionsOutput: OutputForm<typeof getSubscriptions> = asOutput(getSubscriptions);

/**
 * The one event subscription of a uid, or of a sink. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/events/v2/subscriptions`
 * (platform API: EVT-1).
 */
export async function getSubscription(
  args: GetSubscriptionArgs,
  opts: LookupOptions = {},
): Promise<SubscriptionResult> {
  return answer({ name: "events:getSubscription", args, opts }, async ({ client }) =>
    (await load()).getSubscription(client(), args),
  );
}
/** `getSubscription` for arguments that may be Outputs. */
export const getSubscriptionOutput: OutputForm<typeof getSubscription> = asOutput(getSubscription);
