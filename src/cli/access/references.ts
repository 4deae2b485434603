import { resources } from "../../resources";
import { storedTypeOf } from "../../spec/place";
import { inputFields, isReferredToAs, parentField } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isWithin } from "../../uid";
import { findSpec } from "../organization/read";
import { HIDDEN, type PlannedState, type PlannedStep } from "../stack/preview";
import { CREATES } from "./steps";

/** The object that a planned reference refers to. */
export type Meant =
  | {
      readonly uid: string;
      /** Other possible objects, all above the uid. Undefined if it is certain. */
      readonly orElse?: readonly string[];
    }
  | { readonly why: string };

/**
 * Resolves the references of planned resources. A new object gets a uid of its own with a `~`, which no real uid contains.
 *
 * In a preview, a value of a new resource is unknown, but its resource is known. The value counts as the uid of that object, or as the uid of
 * the same kind that the resource refers to. If both are possible, it counts as the lower one, because what is granted there is granted in
 * either case.
 */
export class PlannedReferences {
  readonly #made = new Map<string, string>();
  /** Numbers of new objects, by URN. They do not depend on the order of the steps. */
  readonly #numbers: ReadonlyMap<string, number>;

  /**
   * @param steps the last step of each resource, by URN
   * @param known uids of the existing objects of new resources, by URN
   */
  constructor(
    private readonly steps: ReadonlyMap<string, PlannedStep>,
    private readonly known: ReadonlyMap<string, string>,
  ) {
    const urns = [...steps.values()].filter(isNew).map(({ urn }) => urn);
    this.#numbers = new Map(urns.sort().map((urn, index) => [urn, index + 1]));
  }

  /** Returns the uid of the object of a step: the real one if it exists. */
  uidOf(step: PlannedStep): string {
    const current = isNew(step) ? undefined : (step.after?.uid ?? step.before?.uid);
    const real = this.known.get(step.urn) ?? current;
    if (real !== undefined) return real;
    const made = this.#made.get(step.urn);
    if (made !== undefined) return made;
    const own = `~${this.#numbers.get(step.urn)}`;
    this.#made.set(step.urn, own);
    const spec = findSpec(step.kind);
    const parent = spec && parentField(spec)?.[0];
    const place =
      parent === undefined || step.after === undefined ? undefined : this.meant(step.urn, step.after, parent);
    const uid = place !== undefined && "uid" in place ? `${place.uid}/${own}` : own;
    this.#made.set(step.urn, uid);
    return uid;
  }

  /** Returns the object that an input of a planned resource refers to. */
  meant(urn: string, after: PlannedState, input: string): Meant {
    const value = after.inputs[input];
    if (value === HIDDEN) return { why: `${input} is secret` };
    if (typeof value === "string" && !containsUnknown(value)) return { uid: value };
    const [source, ...others] = after.dependencies[input] ?? [];
    const step = source === undefined || source === urn ? undefined : this.steps.get(source);
    if (step === undefined || others.length > 0) return { why: `${input} is only known after the update` };
    const candidates = [...new Set(this.#candidates(step, typeMeant(this.steps.get(urn), input)))];
    const [first] = candidates;
    if (first === undefined) return { why: `${input} is only known after the update` };
    const lowest = candidates.find((uid) => candidates.every((other) => isWithin(other, uid)));
    if (lowest === undefined) return { why: `${input} may refer to any of ${candidates.length} objects` };
    const orElse = candidates.filter((uid) => uid !== lowest);
    return orElse.length === 0 ? { uid: lowest } : { uid: lowest, orElse };
  }

  /** Returns the uids of a kind that an unknown value of a resource may have. */
  #candidates(step: PlannedStep, type: string | undefined): string[] {
    const spec = findSpec(step.kind);
    if (spec === undefined || type === undefined) return [];
    const isItself = isReferredToAs(spec, type);
    const { after } = step;
    const through = inputFields(spec.fields).flatMap(([name, { type: fieldType }]) => {
      if (after === undefined || fieldType.kind !== "string" || !isSameKind(fieldType.refersTo, type)) return [];
      // A known value of the resource would also be known here.
      if (isItself && !containsUnknown(after.inputs[name])) return [];
      const meant = this.meant(step.urn, after, name);
      return "uid" in meant ? [meant.uid, ...(meant.orElse ?? [])] : [];
    });
    return isItself ? [this.uidOf(step), ...through] : through;
  }
}

const isNew = ({ op }: PlannedStep): boolean => CREATES.has(op);

/** Returns the kind that an input refers to. */
const typeMeant = (step: PlannedStep | undefined, input: string): string | undefined =>
  referredType(step === undefined ? undefined : findSpec(step.kind)?.fields[input]?.type);

const isSameKind = (a: string | undefined, b: string): boolean =>
  a !== undefined && storedTypeOf(a, resources) === storedTypeOf(b, resources);
