import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownWord } from "../../api/shown";
import { NOTES } from "../../spec/proof";
import { isImmutable, keyFields, parentField, type ResourceSpec, wireName } from "../../spec/resource";
import { inheritedFrom, isServersChoice } from "../../spec/rules";
import type { Fields } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isEqual, isValues, type Values } from "../../spec/values";
import { AdoptionError } from "../errors";
import type { Handle } from "../run/handle";
import { inputsOf, outputsOfExisting } from "../state/after-read";
import { type Change, changes } from "../state/changes";
import { pathText, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { readSubresources } from "./subresources";

/** What becomes of an object that is adopted. */
export interface Adoption {
  /** The outputs of the object as it is; what it has and the program leaves out is noted as the server's. */
  readonly recorded: Values;
  /** Where the program wants something else. */
  readonly changed: readonly Change[];
  /** What the object has and the program does not say: it stays. Paths of fields, and remarks. */
  readonly beyond: readonly string[];
}

/**
 * Looks at an object that is to be adopted. It must be of this kind, under the same parent and with the same key, and must
 * not differ in what cannot be changed. What is unknown in a preview passes. Throws AdoptionError.
 *
 * @param isForeseen only to tell of it: then sub-resources that the program leaves out are not asked for
 */
export async function adoptionOf(object: Handle, desired: Values, isForeseen = false): Promise<Adoption> {
  const { recorded, beyond, remarks } = await existing(object, desired, isForeseen);
  const changed = changes(object.spec.fields, recorded, desired);
  assertAdoptable(object, changed, { recorded, desired });
  assertIsNotWider(object, beyond);
  return { recorded, changed, beyond: [...beyond, ...remarks] };
}

/** What an adopted object keeps, as parts of a sentence about it: none or one. */
export const keptTexts = ({ beyond }: Pick<Adoption, "beyond">): string[] =>
  beyond.length === 0 ? [] : [`keeps what the program leaves out: ${beyond.join(", ")}`];

/** Throws AdoptionError where more is in a message that the program gives: one more pattern lets more callers in. */
function assertIsNotWider(object: Handle, beyond: readonly string[]): void {
  const more = beyond.filter((path) => path.includes("."));
  if (more.length === 0) return;
  throw refusal(
    object,
    // advice: give-what-is-there
    `it has more than the program says: ${more.join(", ")}. Give the program what the platform has`,
  );
}

/** Throws AdoptionError for a kind whose objects cannot be adopted. */
export function assertIsAdoptable(object: Handle): void {
  if (Object.values(object.spec.fields).some(({ options }) => options.returnedOnce)) {
    // advice: make-another
    throw refusal(object, "what its creation told is not told again; make another one");
  }
}

/** The error for an object that cannot be adopted. */
export const refusal = ({ uid, name }: Handle, reason: string): AdoptionError =>
  new AdoptionError(`adoptUid "${uid}" cannot be adopted as this ${name}: ${reason}. Nothing was changed`, reason);

/** Names of the fields that must be as on the platform: the parent, the key, and what cannot be changed. */
export function identifyingFields(spec: ResourceSpec): Set<string> {
  const identifying = [parentField(spec), ...keyFields(spec)].flatMap((named) => named?.[0] ?? []);
  const immutable = Object.entries(spec.fields).filter(
    ([, field]) => field.presence !== "computed" && isImmutable(spec, field),
  );
  return new Set([...identifying, ...immutable.map(([name]) => name)]);
}

/** Throws AdoptionError when the object has another parent or key, or differs in what cannot be changed. */
function assertAdoptable(
  object: Handle,
  changed: readonly Change[],
  { recorded, desired }: { readonly recorded: Values; readonly desired: Values },
): void {
  const { spec } = object;
  if (spec.isRootOf !== undefined && object.parentUid !== undefined) {
    throw refusal(object, "it is no root: it has a parent");
  }
  for (const named of [parentField(spec), ...keyFields(spec)]) {
    if (named === undefined) continue;
    const [name, { type, options }] = named;
    if (containsUnknown(desired[name]) || isEqual(type, recorded[name], desired[name])) continue;
    if (options.parent && recorded[name] === undefined) {
      throw refusal(object, "it is built in, or a root: it has no parent");
    }
    throw refusal(object, `its ${name} is not the one in the program`);
  }
  const fixed = changed.filter(
    ({ path, field }) =>
      !field.options.clientOnly && isImmutable(spec, field) && !containsUnknown(valueAt(desired, path)),
  );
  if (fixed.length > 0) {
    const names = fixed.map(({ path }) => pathText(path)).join(", ");
    throw refusal(object, `it differs in ${names}, which cannot be changed`);
  }
}

/** An object as it is, what it has beyond the program by its path, and what else is worth knowing. */
interface Existing extends Omit<Adoption, "changed"> {
  readonly remarks: readonly string[];
}

/** The outputs of the object as it is; what it has and the program does not mention is noted as the server's. */
async function existing(object: Handle, desired: Values, isForeseen: boolean): Promise<Existing> {
  const { fields } = object.spec;
  let answer: JsonObject;
  try {
    answer = await object.fetch();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw refusal(object, `there is no ${object.name} with this uid (${error.message})`);
  }
  const subresources = await (isForeseen
    ? readSubresources(object, desired, false)
    : readSubresources(object, {}, true));
  const outputs = outputsOfExisting(fields, { ...observe(fields, answer), ...object.parentInput, ...subresources });
  // Adopting must not clear what the program leaves out. What comes from a source would else be an input at the next refresh.
  const left = changes(fields, inputsOf(fields, outputs), desired).filter(
    ({ path, implied, field }) =>
      (!implied || inheritedFrom(field.options) !== undefined) && valueAt(desired, path) === undefined,
  );
  const textsOf = (some: readonly Change[]) => some.map(({ path }) => pathText(path));
  const isServers = ({ field, path }: Change) => isServersChoice(field.options, valueAt(outputs, path), outputs);
  const beyond = textsOf(left.filter((change) => !isServers(change)));
  const recorded = left.length === 0 ? outputs : { ...outputs, [NOTES]: { filled: textsOf(left) } };
  return { recorded, beyond, remarks: [...remarksOn(fields, outputs), ...unreadBlocks(fields, answer)] };
}

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
