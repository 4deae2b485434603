import { nameOf, type ResourceSpec } from "../../spec/resource";
import { acceptanceVerbs } from "../special/acceptance";
import { create } from "./create";
import { remove } from "./delete";
import { AdoptionError, IncompleteError } from "../errors";
import { read } from "./read";
import { scimTokenVerbs } from "../special/scim-token";
import { update } from "./update";
import type { Verbs } from "../run/verbs";

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

  async create(context, spec, inputs) {
    try {
      return await verbs.create(context, spec, inputs);
    } catch (error) {
      if (!(error instanceof IncompleteError)) context.holdings.failed(spec, inputs);
      throw error;
    }
  },

  async update(context, spec, uid, recorded, desired) {
    context.holdings.updated(spec, uid);
    try {
      return await verbs.update(context, spec, uid, recorded, desired);
    } catch (error) {
      context.holdings.failed(spec, {});
      throw error;
    }
  },

  async remove(context, spec, uid, recorded) {
    if (context.holdings.isHeld(spec, uid)) {
      context.tell(
        `The ${nameOf(spec)} ${uid} was not deleted: another resource of this program holds it now. Only the entry of the ` +
          "former one leaves the state",
      );
      return;
    }
    if (context.holdings.isMissed(spec, uid)) {
      throw new AdoptionError(
        `The ${nameOf(spec)} ${uid} was not deleted: another resource of this program was to adopt it, and failed. It stays ` +
          // advice: mend-the-adoption
          "in the state; mend what failed, and run the same command again",
      );
    }
    await verbs.remove(context, spec, uid, recorded);
    context.holdings.deleted(spec, uid, recorded);
  },
});
