import { subscription } from "../resources/subscription";
import { optional, sink } from "../spec/types";
import { type ListArgs, type OneArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { SubscriptionResult } from "./results";

const filters = {
  /** URL that events are posted to; the server has no such filter, so all that it lists is looked through. */
  sink: optional(sink, { clientOnly: true }),
} as const;
const all = { ...scope, ...filters, ...paging } as const;

/** Which subscriptions to list. */
export type GetSubscriptionsArgs = ListArgs<typeof filters>;
/** Which subscription to find: by its uid, or by its sink and where it is. */
export type GetSubscriptionArgs = ByUid | OneArgs<typeof filters>;

/** How subscriptions are listed. */
export const subscriptionListing = listingOfKind(subscription, {
  name: "getSubscriptions",
  arguments: all,
  compared: { sink: "sink" },
  one: { name: "getSubscription", arguments: { ...scope, ...filters } },
});

/** The event subscriptions that match (platform API: EVT-1). */
export const getSubscriptions: Plural<GetSubscriptionsArgs, SubscriptionResult> = plural(subscriptionListing);
/** The one event subscription of a uid, or of a sink (platform API: EVT-1). */
export const getSubscription: Singular<GetSubscriptionArgs, SubscriptionResult> = singular(subscriptionListing);
