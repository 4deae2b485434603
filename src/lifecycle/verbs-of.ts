import { nameOf, type ResourceSpec } from "../spec/resource";
import { acceptanceVerbs } from "./acceptance";
import { create } from "./create";
import { remove } from "./delete";
import { read } from "./read";
import { scimTokenVerbs } from "./scim-token";
import { update } from "./update";
import type { Verbs } from "./verbs";

const verbs: Record<NonNullable<ResourceSpec["lifecycle"]> | "collection", Verbs> = {
  collection: { create, read, update, remove },
  acceptance: acceptanceVerbs,
  scimToken: scimTokenVerbs,
};

/** The verbs of a kind: those of a collection, unless its spec names others. None deletes what another resource holds. */
export const verbsOf = (spec: ResourceSpec): Verbs => mindingHolders(verbs[spec.lifecycle ?? "collection"]);

/** Verbs that note what becomes of an object, and delete none that another resource of the program holds. */
const mindingHolders = (verbs: Verbs): Verbs => ({
  ...verbs,

  update(context, spec, uid, recorded, desired) {
    context.holdings.updated(spec, uid);
    return verbs.update(context, spec, uid, recorded, desired);
  },

  async remove(context, spec, uid, recorded) {
    if (context.holdings.isHeldByAnother(spec, uid, recorded)) {
      context.tell(
        `The ${nameOf(spec)} ${uid} was not deleted: another resource of this program holds it now. Only the entry of the ` +
          "former one leaves the state",
      );
      return;
    }
    await verbs.remove(context, spec, uid, recorded);
    context.holdings.deleted(spec, uid, recorded);
  },
});
