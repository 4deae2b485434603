import { NotFoundError } from "../../api/errors";
import type { ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { missingInput } from "../../wire/missing-reference";
import { AdoptionError, IncompleteError } from "../errors";
import type { Verbs } from "../run/handle";
import { acceptanceVerbs } from "../special/acceptance";
import { scimTokenVerbs } from "../special/scim-token";
import { create } from "./create";
import { deleteObject } from "./delete";
import { foresee, foreseeTakeOver } from "./foresee";
import { read } from "./read";
import { update } from "./update";

const verbs: Record<NonNullable<ResourceSpec["lifecycle"]> | "collection", Verbs> = {
  collection: { create, read, update, delete: deleteObject, foresee, foreseeTakeOver },
  acceptance: acceptanceVerbs,
  scimToken: scimTokenVerbs,
};

/** The verbs of a kind: those of a collection, unless its spec names others. None deletes what another resource owns. */
export const verbsOf = (spec: ResourceSpec): Verbs => withOwnership(verbs[spec.lifecycle ?? "collection"]);

/** Verbs that note what becomes of an object, and delete none that another resource of the program owns. */
const withOwnership = (verbs: Verbs): Verbs => ({
  ...verbs,

  async create(kind, inputs) {
    try {
      return await verbs.create(kind, inputs);
    } catch (error) {
      if (!(error instanceof IncompleteError)) kind.context.ownership.noteFailure(kind.spec, inputs);
      throw namingInput(kind.spec, inputs, error);
    }
  },

  async update(object, recorded, desired) {
    const { ownership } = object.context;
    ownership.noteUpdate(object);
    try {
      return await verbs.update(object, recorded, desired);
    } catch (error) {
      ownership.noteFailure(object.spec, {});
      throw namingInput(object.spec, desired, error);
    }
  },

  async delete(object, recorded) {
    const { context, uid, name } = object;
    if (context.ownership.isOwned(object)) {
      context.print(
        `The ${name} ${uid} was not deleted: another resource of this program holds it now. Only the entry of the ` +
          "former one leaves the state",
      );
      return;
    }
    if (context.ownership.isAdoptionMissing(object)) {
      throw new AdoptionError(
        `The ${name} ${uid} was not deleted: another resource of this program was to adopt it, and failed. It stays ` +
          // advice: mend-the-adoption
          "in the state; mend what failed, and run the same command again",
      );
    }
    await verbs.delete(object, recorded);
    context.ownership.noteDelete(object, recorded);
  },
});

/** Puts the input in front of an error about the object that the input names and that the platform does not find. */
function namingInput({ fields }: ResourceSpec, inputs: Values, error: unknown): unknown {
  const input = error instanceof NotFoundError ? missingInput(fields, inputs, error) : undefined;
  if (error instanceof NotFoundError && input !== undefined) error.message = `${input}. ${error.message}`;
  return error;
}
