import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownWord } from "../../api/shown";
import { NOTES } from "../../spec/proof";
import { isImmutable, isUnique, type NamedField, parentField, wireName } from "../../spec/resource";
import { inheritedFrom, isServersChoice } from "../../spec/rules";
import type { Fields } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isEmpty, isEqual, isValues, type Values } from "../../spec/values";
import { withLock } from "../context";
import { IncompleteError, messageOf, TakenError } from "../errors";
import type { Created, Existing, Kind, NewObject, Plan, Planned } from "../handle";
import type { Holders } from "../holders";
import type { ResourceId } from "../ids";
import { findByKey } from "../lists/questions";
import { inputsOf, outputsOfExisting } from "../state/after-read";
import { type Change, changes } from "../state/changes";
import { pathText, valueAt } from "../state/paths";
import type { MayShow } from "../state/shown-changes";
import { observe } from "../state/wire";
import { adoptedText, plannedText, reasons, refusalOf, takenOverText } from "../texts/existing";
import { ownedText } from "../texts/owned";
import { nextStep, sentFields } from "../texts/refused";
import { explainTaken } from "../texts/taken";
import { readSubresources } from "./subresources";
import { update } from "./update";

/**
 * The uid of the object that a create is to adopt; undefined if it is to adopt none, or if the adoption is done and its object is
 * being replaced.
 */
export function adoptUidOf(holders: Holders, resource: ResourceId, inputs: Values): string | undefined {
  const { adoptUid } = inputs;
  if (typeof adoptUid !== "string" || adoptUid === "") return undefined;
  return holders.isAdoptionSpent(resource, inputs) ? undefined : adoptUid;
}

/**
 * The object that a create takes over, of those that have the key of the new one. There is none if there are several, or if the
 * setting adoptExisting is `never`.
 */
export function existingIn(
  { kind, parentUid, desired }: NewObject,
  found: readonly JsonObject[],
): Existing | undefined {
  const [only, ...others] = found;
  if (kind.context.adoptExisting === "never" || only === undefined || others.length > 0) return undefined;
  return { object: kind.object(String(kind.spec.uidIsParents ? parentUid : only.uid)), desired, by: "key" };
}

/** The plan of a collection's create (`Verbs.plan`). Sends one List or none, and GETs for the object and for the sub-resources given. */
export async function plan(kind: Kind, inputs: Values, mayShow: MayShow): Promise<Planned | undefined> {
  const existing = await existingFor(kind, inputs);
  if (existing === undefined) return undefined;
  return { object: existing.object, text: plannedText(await planOf(existing, true), mayShow) };
}

/** The object that a create of these inputs adopts or takes over, as far as its place is known. Throws TakenError for several. */
async function existingFor(kind: Kind, inputs: Values): Promise<Existing | undefined> {
  const { context, spec } = kind;
  const { holders } = context;
  const { adoptUid: _, ...desired } = inputs;
  const uid = adoptUidOf(holders, kind, inputs);
  if (uid !== undefined) return { object: kind.object(uid), desired, by: "uid" };
  if (context.adoptExisting === "never" || !isUnique(spec)) return undefined;
  if (placeFields(kind).some(([name]) => containsUnknown(desired[name]))) return undefined;
  const wanted = kind.newObject(desired);
  const there = (await findByKey(wanted)) ?? [];
  // What a replacement replaces is gone by then.
  const isReplacement = holders.isReplacement(kind);
  const found = there.filter(({ uid }) => !(isReplacement && holders.knows({ spec, uid: String(uid) })));
  if (found.length > 1) throw new TakenError(explainTaken(wanted, found), found);
  return existingIn(wanted, found);
}

/**
 * Adopts an object: updates what differs, and leaves alone what the program leaves out. If several resources ask for one object, it
 * belongs to the first that can have it. Throws AdoptionError, TakenError, and IncompleteError if the update failed.
 */
export function adopt(existing: Existing): Promise<Created> {
  const { object, by, desired } = existing;
  const { context, spec, uid, name } = object;
  return withLock(context, `adopt ${spec.type} ${uid}`, async () => {
    const plan = await planOf(existing);
    const { recorded } = plan;
    // Another process of this run may have created or adopted it meanwhile.
    if (context.holders.knows(object)) throw refusalOf(existing, ownedText);
    context.holders.noteCreate(object);
    const adopted = by === "uid" ? adoptedText(plan) : undefined;
    if (adopted !== undefined) context.print(adopted);
    try {
      const outputs = await update(object, recorded, desired);
      if (by === "key") context.print(takenOverText(plan));
      return { uid, outputs };
    } catch (error) {
      const failed = { spec, verb: "update", ...sentFields(spec, recorded, desired), error } as const;
      // What failed below the object says already what to do.
      const next = error instanceof IncompleteError ? "" : nextStep(failed);
      const text = `${name} ${uid} was adopted, but not brought up to date: ${messageOf(error)}${next}`;
      throw new IncompleteError(text, { id: uid, properties: recorded }, { cause: error });
    }
  });
}

/**
 * Looks at an object, and plans its adoption. What a preview does not know yet passes, and sub-resources that the program leaves out are
 * not read for it. Throws AdoptionError or TakenError if the resource cannot have the object.
 */
async function planOf(existing: Existing, isPreview = false): Promise<Plan> {
  const { object, desired } = existing;
  const refuseFor = (reason: string | undefined) => {
    if (reason !== undefined) throw refusalOf(existing, reason);
  };
  refuseFor(reasonBeforeLook(existing));
  const answer = await object.fetch().catch((error: unknown) => {
    if (error instanceof NotFoundError) refuseFor(reasons.missing(object.name, error.message));
    throw error;
  });
  const below = await (isPreview ? readSubresources(object, desired, false) : readSubresources(object, {}, true));
  const plan = planFor(existing, answer, below);
  refuseFor(reasonAgainst(plan));
  return plan;
}

/** Why a resource cannot have an object, whatever the platform has. */
function reasonBeforeLook({ object, by }: Existing): string | undefined {
  const { context, spec, nameWithArticle } = object;
  const { holders } = context;
  if (by === "key" && parentField(spec) === undefined) return reasons.rootByName(nameWithArticle);
  if (by === "key" ? holders.isClaimed(object) : holders.knows(object)) return ownedText;
  if (by === "key" && holders.mayFindFormer(object)) return reasons.former;
  if (Object.values(spec.fields).some(({ options }) => options.returnedOnce)) return reasons.returnedOnce;
  return spec.isRootOf !== undefined && object.parentUid !== undefined ? reasons.noRoot : undefined;
}

/** Plans the adoption of an object, of which the platform has answered this and its sub-resources. */
function planFor(existing: Existing, answer: JsonObject, below: Values): Plan {
  const { object, desired } = existing;
  const { fields } = object.spec;
  const outputs = outputsOfExisting(fields, { ...observe(fields, answer), ...object.parentInput, ...below });
  // Adopting must not clear what the program leaves out. What comes from a source would else be an input at the next refresh.
  const left = changes(fields, inputsOf(fields, outputs), desired).filter(
    ({ path, implied, field }) =>
      (!implied || inheritedFrom(field.options) !== undefined) && valueAt(desired, path) === undefined,
  );
  const recorded = left.length === 0 ? outputs : { ...outputs, [NOTES]: { filled: pathsOf(left) } };
  const changed = changes(fields, recorded, desired).filter(({ field }) => !field.options.clientOnly);
  const decides = ({ field, implied }: Change) =>
    isStrict(existing) ? !implied : isImmutable(object.spec, field) || field.options.key;
  return {
    ...existing,
    recorded,
    changed,
    kept: pathsOf(left.filter(({ field, path }) => !isServersChoice(field.options, valueAt(outputs, path), outputs))),
    remarks: [...remarksOn(fields, outputs), ...unreadBlocks(fields, answer)],
    undecided: pathsOf(changed.filter((change) => isUnknown(change, desired) && decides(change))),
  };
}

/** Whether an object is adopted only if nothing in it differs from the program. */
const isStrict = ({ object, by }: Existing): boolean => by === "key" && object.context.adoptExisting === "identical";

/** Why a resource cannot have an object as it is: another parent or key, or a difference that must not be. */
function reasonAgainst(plan: Plan): string | undefined {
  const { object, desired, recorded, changed, kept } = plan;
  for (const [name, { type, options }] of placeFields(object)) {
    if (containsUnknown(desired[name]) || isEqual(type, recorded[name], desired[name])) continue;
    return options.parent && recorded[name] === undefined ? reasons.noParent : reasons.elsewhere(name);
  }
  const known = changed.filter((change) => !isUnknown(change, desired));
  const fixed = known.filter(({ field }) => isImmutable(object.spec, field));
  if (fixed.length > 0) return reasons.immutable(pathsOf(fixed));
  // One more pattern in a message that the program gives lets more callers in.
  const wider = kept.filter((path) => path.includes("."));
  if (wider.length > 0) return reasons.wider(wider);
  if (!isStrict(plan)) return undefined;
  const differing = known.filter((change) => !change.implied && !isYetToBeMade(change, recorded));
  const comparable = differing.filter(({ field: { options } }) => !options.writeOnly && !options.serverNormalized);
  if (comparable.length > 0) return reasons.different(pathsOf(comparable));
  return differing.length === 0 ? undefined : reasons.incomparable(pathsOf(differing));
}

/** The fields that must be as on the platform: the parent, and the key. */
const placeFields = ({ spec: { fields } }: Kind): NamedField[] =>
  Object.entries(fields).filter(([, { options }]) => options.parent || options.key);

const pathsOf = (some: readonly Change[]): string[] => some.map(({ path }) => pathText(path));

const isUnknown = ({ path }: Change, desired: Values): boolean => containsUnknown(valueAt(desired, path));

/** Whether a field is what a create makes with a request of its own, and has not made: that of a run that was killed. */
const isYetToBeMade = ({ path: [name = ""], field }: Change, recorded: Values): boolean =>
  field.options.subresource !== undefined && isEmpty(field.type, recorded[name]);

/** Values of computed fields that matter to whoever takes an object over: `scim.credentialState CREDENTIAL_STATE_LIVE`. */
function remarksOn(fields: Fields, values: Values, prefix: readonly string[] = []): string[] {
  return Object.entries(fields).flatMap(([name, { type, options }]) => {
    const value = values[name];
    const path = [...prefix, name];
    if (type.kind === "message" && isValues(value)) return remarksOn(type.fields, value, path);
    return options.namedOnAdoption?.includes(String(value)) ? [`${pathText(path)} ${value}`] : [];
  });
}

/** Blocks whose name on the wire is a setting that is missing: they cannot be told from fields of a newer platform. */
function unreadBlocks(fields: Fields, answer: JsonObject): string[] {
  const unnamed = Object.entries(fields).filter(([, { options }]) => options.sentAs?.startsWith("{") === true);
  const known = new Set(["uid", ...Object.entries(fields).map(([name, field]) => wireName(name, field))]);
  const unknown = Object.keys(answer).filter((key) => !known.has(key) && isValues(answer[key]));
  if (unnamed.length === 0 || unknown.length === 0) return [];
  // advice: set-vendor
  return [`${unknown.map(shownWord).join(", ")} (not compared: set platform:vendor)`];
}
