import { NotFoundError } from "../../client/api/errors";
import { NOTES } from "../../description/spec/proof";
import { isImmutable, type NamedField, parentField, type ResourceSpec } from "../../description/spec/resource";
import { inheritedFrom, isServersChoice, ownerOf } from "../../description/spec/rules";
import { containsUnknown } from "../../description/spec/unknown";
import { isEmpty, isEqual, type Values } from "../../description/spec/values";
import type { JsonObject } from "../../description/wire/json";
import { IncompleteError, messageOf } from "../errors";
import type { AdoptionPlan, Created, Existing, Kind } from "../remote-object";
import { inputsOf, outputsAfterRead, withCleared } from "../state/after-read";
import { type Change, changes } from "../state/changes";
import { pathText, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { adoptionText, reasons } from "../texts/existing";
import { ownedBecause } from "../texts/owned";
import { managedByOther, type Reason } from "../texts/reason";
import { nextStep, sentFields, undoText } from "../texts/refused";
import { adoptionError } from "../texts/taken";
import { readSubresources } from "./subresources";
import { update } from "./update";

/** Values that the program leaves out stay. Throws like `planOf`, and IncompleteError if the update failed. */
export async function adopt(existing: Existing): Promise<Created> {
  const { object, by, desired } = existing;
  const { context, kind, spec, uid } = object;
  const { holders } = context;
  const plan = await planOf(existing);
  // Another process of this run may have created or adopted it at the same time.
  if (holders.hasHandled(object)) throw adoptionError(existing, ownedBecause(object, holders.holderOf(object)));
  holders.noteCreate(object);
  const { recorded } = plan;
  const text = adoptionText(plan);
  if (by === "uid" && text !== undefined) context.print(text);
  try {
    const outputs = await update(object, recorded, desired);
    const print = isUnchanged(plan) ? context.printUnchanged : context.print;
    if (by === "key" && text !== undefined) print(text);
    return { uid, outputs };
  } catch (error) {
    const failed = { spec, verb: "update", ...sentFields(spec, recorded, desired), error } as const;
    // An error about a sub-resource already says what to do.
    const next = error instanceof IncompleteError ? undoText(error.cause) : nextStep(failed) + undoText(error);
    const text = `${kind.name} ${uid} was adopted, but not updated: ${messageOf(error)}${next}`;
    const { properties = recorded } = error instanceof IncompleteError ? error : {};
    throw new IncompleteError(text, { id: uid, properties }, { cause: error });
  }
}

/** A preview accepts unknown values, and skips left-out sub-resources. Throws AdoptionError or TakenError. */
export async function planOf(existing: Existing, isPreview = false): Promise<AdoptionPlan> {
  const { object, desired } = existing;
  const refuse = (reason: Reason | undefined) => {
    if (reason !== undefined) throw adoptionError(existing, reason);
  };
  refuse(reasonBeforeLook(existing));
  const answer = await object.fetch().catch((error: unknown) => {
    if (error instanceof NotFoundError) throw adoptionError(existing, reasons.missing(object.kind.name, error.message));
    throw error;
  });
  const below = await (isPreview ? readSubresources(object, desired, false) : readSubresources(object, {}, true));
  const plan = planFor(existing, answer, below);
  refuse(reasonAgainst(plan));
  return plan;
}

/** Why a resource cannot have an object, as far as this is known without a request. */
function reasonBeforeLook({ object, by }: Existing): Reason | undefined {
  const { context, kind, spec, uid, kindByUid } = object;
  const { holders } = context;
  if (by === "key" && parentField(spec) === undefined) return reasons.rootByName(kind.nameWithArticle, uid);
  if (by === "key" ? holders.isClaimed(object) : holders.hasHandled(object)) {
    return ownedBecause(object, holders.holderOf(object));
  }
  if (by === "key" && holders.createsFirst(object)) return reasons.former(uid);
  if (Object.values(spec.fields).some(({ options }) => options.returned === "once")) return reasons.returnedOnce;
  return kindByUid === spec ? undefined : reasons.otherKind(kindByUid);
}

function planFor(existing: Existing, answer: JsonObject, below: Values): AdoptionPlan {
  const { object, desired } = existing;
  const { fields } = object.spec;
  const observed = { ...observe(fields, answer), ...object.parentInput, ...below };
  const outputs = outputsAfterRead(fields, {}, withCleared(fields, desired, observed));
  // Adopting must not clear values that the program leaves out. A value from a source would otherwise become an input at a refresh.
  const left = changes(fields, inputsOf(fields, outputs), desired).filter(
    ({ path, byServer, field }) =>
      (!byServer || inheritedFrom(field.options) !== undefined) && valueAt(desired, path) === undefined,
  );
  const recorded = left.length === 0 ? outputs : { ...outputs, [NOTES]: { filled: pathsOf(left) } };
  const changed = changes(fields, recorded, desired).filter(({ field }) => !field.options.clientOnly);
  const decides = ({ field, byServer }: Change) =>
    isStrict(existing) ? !byServer : isImmutable(object.spec, field) || field.options.key;
  return {
    ...existing,
    recorded,
    changed,
    kept: pathsOf(left.filter(({ field, path }) => !isServersChoice(field.options, valueAt(outputs, path), outputs))),
    remarks: remarksOn(object.spec, outputs),
    undecided: pathsOf(changed.filter((change) => isUnknown(change, desired) && decides(change))),
  };
}

/** Whether a resource takes an object over by its key, and there is nothing to say about it. */
export const isUnchanged = ({ by, ...plan }: AdoptionPlan): boolean =>
  by === "key" && [plan.changed, plan.kept, plan.remarks, plan.undecided].every(({ length }) => length === 0);

const isStrict = ({ object, by }: Existing): boolean => by === "key" && object.context.adoptExisting === "identical";

/** Why a resource cannot have an object as it is: another parent or key, or a difference that is not allowed. */
function reasonAgainst(plan: AdoptionPlan): Reason | undefined {
  const { object, desired, recorded, changed, kept } = plan;
  const owner = ownerOf(object.spec, recorded);
  if (owner !== undefined) return managedByOther(owner);
  for (const [name, { type, options }] of placeFields(object.kind)) {
    if (containsUnknown(desired[name]) || isEqual(type, recorded[name], desired[name])) continue;
    return options.parent && recorded[name] === undefined ? reasons.noParent : reasons.elsewhere(name);
  }
  const known = changed.filter((change) => !isUnknown(change, desired));
  const fixed = known.filter(({ field }) => isImmutable(object.spec, field));
  if (fixed.length > 0) return reasons.immutable(pathsOf(fixed));
  // The program gives `claimMatch: { issuer, subject }`, and the object also has `claimMatch.audiencePattern`, which lets more callers in.
  const wider = kept.filter((path) => path.includes("."));
  if (wider.length > 0) return reasons.wider(wider);
  if (!isStrict(plan)) return undefined;
  const differing = known.filter((change) => !change.byServer && !isYetToBeMade(change, recorded));
  const comparable = differing.filter(({ field: { options } }) => !options.writeOnly && !options.serverNormalized);
  if (comparable.length > 0) return reasons.different(pathsOf(comparable), object.uid);
  return differing.length === 0 ? undefined : reasons.incomparable(pathsOf(differing), object.uid);
}

export const placeFields = ({ spec: { fields } }: Kind): NamedField[] =>
  Object.entries(fields).filter(([, { options }]) => options.parent || options.key);

const pathsOf = (some: readonly Change[]): string[] => some.map(({ path }) => pathText(path));

const isUnknown = ({ path }: Change, desired: Values): boolean => containsUnknown(valueAt(desired, path));

/** Whether a killed run may have created the object without this field, because a request of its own sets it. */
const isYetToBeMade = ({ path: [name = ""], field }: Change, recorded: Values): boolean =>
  field.options.subresource !== undefined && isEmpty(field.type, recorded[name]);

/** Computed values that matter to whoever adopts an object: `scim.credentialState CREDENTIAL_STATE_LIVE`. */
const remarksOn = ({ peculiar }: ResourceSpec, outputs: Values): string[] =>
  Object.entries(peculiar?.namedOnAdoption ?? {}).flatMap(([path, named]) => {
    const value = String(valueAt(outputs, path.split(".")));
    return named.includes(value) ? [`${path} ${value}`] : [];
  });
