import { NotFoundError, PlatformError } from "../../api/errors";
import { placeText } from "../../spec/place";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { missingInput } from "../../wire/missing-reference";
import { AdoptionError, IncompleteError, TakenError } from "../errors";
import type { Handle, Kind, Verbs } from "../run/handle";
import { type Refused, remediesFor, sentFields } from "../safety/explain-refusal";
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
      const created = await verbs.create(kind, inputs);
      kind.context.ownership.noteFilled(kind);
      return created;
    } catch (error) {
      noteRefusal(kind, error);
      throw explained({ spec: kind.spec, verb: "create", ...sentFields(kind.spec, {}, inputs), error }, inputs);
    }
  },

  async read(object, recorded) {
    try {
      return await verbs.read(object, recorded);
    } catch (error) {
      object.context.ownership.noteFailure(object);
      throw error;
    }
  },

  async update(object, recorded, desired) {
    const { ownership } = object.context;
    ownership.noteUpdate(object);
    try {
      return await verbs.update(object, recorded, desired);
    } catch (error) {
      ownership.noteFailure(object);
      const { spec } = object;
      throw explained({ spec, verb: "update", ...sentFields(spec, recorded, desired), error }, desired);
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
    refuseWhatIsStillNeeded(object, recorded);
    await verbs.delete(object, recorded);
    context.ownership.noteDelete(object, recorded);
  },
});

/** Notes that a create failed. An object that is in its place may be that of a renamed resource, which must not be deleted. */
function noteRefusal(kind: Kind, error: unknown): void {
  const { spec } = kind;
  const { ownership } = kind.context;
  // The engine skips what depends on an incomplete object, too.
  if (error instanceof IncompleteError) ownership.noteFilled(kind);
  ownership.noteFailure(kind);
  if (!(error instanceof TakenError) || !isUnique(spec)) return;
  for (const { uid } of error.found) ownership.noteTaken({ spec, uid: String(uid) });
}

/** Throws PlatformError for an object that another resource of the program needs, and did not get in this run. */
function refuseWhatIsStillNeeded(object: Handle, recorded: Values): void {
  const { context, spec, uid, name } = object;
  const { ownership } = context;
  const notDeleted = `The ${name} ${uid} was not deleted`;
  const address = ownership.ownerElsewhere(object);
  if (address !== undefined) {
    throw new PlatformError(
      `${notDeleted}, because another provider of this program manages an object of the same uid at ${shownOrigin(address)}. It stays in the state.\n` +
        // advice: one-address
        "- If both addresses reach the same platform, give both providers the same baseUrl.\n" +
        // advice: delete-the-copy
        "- If one platform is a copy of the other, run pulumi up --target with the URN of this resource",
    );
  }
  if (ownership.isAdoptionMissing(object)) {
    throw new AdoptionError(
      `${notDeleted}: another resource of this program was to adopt it, and failed. It stays ` +
        // advice: mend-the-adoption
        "in the state; mend what failed, and run the same command again",
    );
  }
  if (ownership.isPlaceUnfilled(object, recorded)) {
    throw new AdoptionError(
      `${notDeleted}, because another resource of this program has the same ${placeText(spec)}, and was not created. It stays in the state.\n` +
        // advice: rename-alias
        '- If you renamed the resource, give it the option aliases: [{ name: "<its former name>" }].\n' +
        // advice: mend-the-create
        "- Otherwise fix what failed, and run the same command again. This includes a replacement by --replace or by a taint",
    );
  }
}

/** The origin of an address. The rest of it may contain a secret. */
const shownOrigin = (address: string): string =>
  /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : "another address";

/** An error of a write, with the input that it is about and what to do about a refusal. */
function explained(refused: Refused, inputs: Values): unknown {
  const { spec, error } = refused;
  const isToldAlready = error instanceof IncompleteError;
  if (error instanceof PlatformError && !isToldAlready) error.message += remediesFor(refused);
  return namingInput(spec, inputs, error);
}

/** Puts the input in front of an error about the object that the input names and that the platform does not find. */
function namingInput({ fields }: ResourceSpec, inputs: Values, error: unknown): unknown {
  const input = error instanceof NotFoundError ? missingInput(fields, inputs, error) : undefined;
  if (error instanceof NotFoundError && input !== undefined) error.message = `${input}. ${error.message}`;
  return error;
}
