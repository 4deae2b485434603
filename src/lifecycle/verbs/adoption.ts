import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { isImmutable, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { inheritedFrom } from "../../spec/rules";
import { containsUnknown } from "../../spec/unknown";
import { isEqual, type Values } from "../../spec/values";
import { AdoptionError } from "../errors";
import type { Handle } from "../run/handle";
import { inputsOf, outputsOfExisting } from "../state/after-read";
import { type Change, changes } from "../state/changes";
import { NOTES } from "../state/notes";
import { pathText, valueAt } from "../state/paths";
import { observe } from "../state/wire";
import { readSubresources } from "./subresources";

/** What becomes of an object that is adopted. */
export interface Adoption {
  /** The outputs of the object as it is; what it has and the program leaves out is noted as the server's. */
  readonly recorded: Values;
  /** Where the program wants something else. */
  readonly changed: readonly Change[];
  /** What the object has beyond the program, by the paths of fields that the server does not fill in by itself. */
  readonly beyond: readonly string[];
}

/**
 * Looks at an object that is to be adopted. It must be of this kind, under the same parent and with the same key, and must
 * not differ in what cannot be changed. What is unknown in a preview passes. Throws AdoptionError.
 *
 * @param isForeseen only to tell of it: then sub-resources that the program leaves out are not asked for
 */
export async function adoptionOf(object: Handle, desired: Values, isForeseen = false): Promise<Adoption> {
  const { recorded, beyond } = await existing(object, desired, isForeseen);
  const changed = changes(object.spec.fields, recorded, desired);
  assertAdoptable(object, changed, { recorded, desired });
  return { recorded, changed, beyond };
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

/** The outputs of the object as it is; what it has and the program does not mention is noted as the server's. */
async function existing(object: Handle, desired: Values, isForeseen: boolean): Promise<Omit<Adoption, "changed">> {
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
  const isServers = ({ field }: Change) => {
    const { serverDefault } = field.options;
    return typeof serverDefault === "object" ? outputs[serverDefault.from] !== undefined : serverDefault !== undefined;
  };
  const beyond = textsOf(left.filter((change) => !isServers(change)));
  return { recorded: left.length === 0 ? outputs : { ...outputs, [NOTES]: { filled: textsOf(left) } }, beyond };
}
