import { NotFoundError, PlatformError } from "../../client/api/errors";
import { complaintText } from "../../description/spec/complaint";
import { missingInputs } from "../../description/spec/missing";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { missingInput } from "../../description/wire/missing-reference";
import { IncompleteError, messageOf, TakenError } from "../errors";
import type { Holder } from "../holders";
import type { Kind, RemoteObject, Verbs } from "../remote-object";
import { inputsOf } from "../state/after-read";
import { changes } from "../state/changes";
import { pathText, putAt, valueAt } from "../state/paths";
import { differsText, keptText, SECRET_WRITTEN, secretText } from "../texts/not-deleted";
import { type RefusedVerb, remediesFor, sentFields, undoText } from "../texts/refused";
import { create, plan } from "./create";
import { deleteObject } from "./delete";
import { read } from "./read";
import { acceptanceVerbs } from "./special/acceptance";
import { scimTokenVerbs } from "./special/scim-token";
import { update } from "./update";

const verbs: Record<NonNullable<ResourceSpec["lifecycle"]> | "collection", Verbs> = {
  collection: { create, read, update, delete: deleteObject, plan },
  acceptance: acceptanceVerbs,
  scimToken: scimTokenVerbs,
};

export const verbsOf = (spec: ResourceSpec): Verbs => withOwnership(verbs[spec.lifecycle ?? "collection"]);

/** Verbs that report to the holders what happens to an object, and never delete an object that another resource owns. */
const withOwnership = (verbs: Verbs): Verbs => ({
  ...verbs,

  async create(kind, inputs) {
    try {
      refuseMissing(kind.spec, inputs);
      const created = await verbs.create(kind, inputs);
      kind.context.holders.noteCreateDone(kind);
      return created;
    } catch (error) {
      noteRefusal(kind, error);
      throw explained({ spec: kind.spec, verb: "create", ...sentFields(kind.spec, {}, inputs), error }, inputs);
    }
  },

  async update(object, recorded, desired) {
    const { holders } = object.context;
    holders.noteUpdate(object);
    try {
      refuseMissing(object.spec, desired, recorded);
      const outputs = await verbs.update(object, recorded, desired);
      holders.noteRecorded(object, outputs);
      return outputs;
    } catch (error) {
      const { spec } = object;
      throw explained({ spec, verb: "update", ...sentFields(spec, recorded, desired), error }, desired);
    }
  },

  async delete(object, recorded) {
    const { context } = object;
    const kept = context.holders.whyKept(object, recorded);
    if (kept?.why === "held") {
      const holder = context.holders.holderOf(object);
      const isSecretWritten = holder !== undefined && (await assertAsRecorded(verbs, [object, recorded], holder));
      context.print(keptText(object, kept, holder?.name) + (isSecretWritten ? SECRET_WRITTEN : ""));
      return;
    }
    if (kept !== undefined) throw new PlatformError(keptText(object, kept));
    try {
      await verbs.delete(object, recorded);
    } catch (error) {
      if (error instanceof PlatformError) error.message += undoText(error);
      throw error;
    }
    context.journal.noteDelete(object, recorded);
  },
});

/** Throws PlatformError if an input is missing. A complaint of the check would end the run, even if the engine skips this resource by itself. */
export function refuseMissing(spec: ResourceSpec, desired: Values, recorded: Values = {}): void {
  const missing = missingInputs(spec, desired, recorded);
  if (missing.length > 0) throw new PlatformError(missing.map(complaintText).join("\n"));
}

/** Notes what a failed create found. An existing object with its key may belong to a renamed resource, so it must not be deleted. */
function noteRefusal(kind: Kind, error: unknown): void {
  const { spec } = kind;
  const { holders } = kind.context;
  // The object exists.
  if (error instanceof IncompleteError) holders.noteCreateDone(kind);
  if (!(error instanceof TakenError) || !isUnique(spec)) return;
  for (const { uid } of error.found) holders.noteTaken({ spec, uid: String(uid) });
}

/**
 * A failed update may have adopted and changed an object for a resource that the program no longer has. Throws PlatformError if the object
 * differs from what the state has of its resource. Secrets cannot be compared, so they are written again. Returns whether any were.
 */
async function assertAsRecorded(
  { read, update }: Verbs,
  [object, released]: readonly [RemoteObject, Values],
  { recorded, name }: Holder,
): Promise<boolean> {
  const { fields } = object.spec;
  const found = recorded === undefined ? undefined : await read(object, recorded, "fresh");
  if (found === undefined || recorded === undefined) return false;
  const known = inputsOf(fields, recorded);
  const differing = changes(fields, found.outputs, known).map(({ path }) => pathText(path));
  if (differing.length > 0) throw new PlatformError(differsText(object, name, differing));
  const before = { ...known };
  for (const { path, field } of changes(fields, released, known))
    if (field.options.secret && valueAt(known, path) !== undefined) putAt(before, path, valueAt(released, path));
  if (changes(fields, before, known).length === 0) return false;
  await update(object, before, known).catch((error: unknown) => {
    // The id of an incomplete object would be about the entry that leaves.
    const remedies =
      error instanceof IncompleteError ? "" : remediesFor({ spec: object.spec, verb: "update", fields: [], error });
    throw new PlatformError(secretText(object, name, messageOf(error)) + remedies, { cause: error });
  });
  return true;
}

/** Adds to an error of a write which input refers to a missing object, and what to do about a refusal. */
function explained(refused: RefusedVerb, inputs: Values): unknown {
  const { spec, error } = refused;
  if (!(error instanceof PlatformError)) return error;
  // An incomplete object's error already says what to do.
  const isIncomplete = error instanceof IncompleteError;
  if (!isIncomplete) error.message += remediesFor(refused);
  if (refused.verb === "update") error.message += undoText(isIncomplete ? error.cause : error);
  const missing = error instanceof NotFoundError ? error.resource?.resourceName : undefined;
  const input = missingInput(spec.fields, inputs, missing);
  if (input !== undefined) error.message = `${input}. ${error.message}`;
  return error;
}
