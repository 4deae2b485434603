import { defineResource } from "../spec/resource";
import { required, sink, uid } from "../spec/types";

/** A destination for events (platform API: EVT-1). It cannot be updated, so a change replaces it. */
export const subscription = defineResource({
  type: "events:Subscription",
  collection: "/events/v2/subscriptions",
  needs: {
    see: ["CAP_EVENTS_SUBSCRIPTION_LIST"],
    create: ["CAP_EVENTS_SUBSCRIPTION_CREATE"],
    delete: ["CAP_EVENTS_SUBSCRIPTION_DELETE"],
  },
  update: "never",
  fields: {
    /** uid of the group whose events are delivered. The events of all groups below it are included. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** URL that receives the events by POST: https, of a public host. The preview warns about any other. */
    sink: required(sink, { key: true }),
  },
});
