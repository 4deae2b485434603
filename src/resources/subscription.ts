import { defineResource } from "../spec/resource";
import { required, sink, uid } from "../spec/types";

/** Where events are delivered (platform API: EVT-1). There is no update: a change replaces. */
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
    /** uid of the group whose events are delivered, with those of all groups below it. */
    parentUid: required(uid("iam:Group"), { parent: true }),
    /** https URL that events are posted to. */
    sink: required(sink, { key: true }),
  },
});
