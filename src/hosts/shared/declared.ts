import type { ObjectId, Ref } from "../../core/core";
import { placeOfInputs } from "../../spec/place";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import { isValues, type Values } from "../../spec/values";

/** A resource that the program of this run declares, as its checks and its diff have shown it. */
export interface Declared {
  readonly urn: string;
  readonly type: string;
  /** The inputs of its last check, as text. */
  inputs: string;
  /** Whether the engine has passed what is recorded of it, and has not asked for a diff since. */
  isDiffPending: boolean;
  /** Whether it replaces the object that is recorded for it. */
  isReplaced: boolean;
  /** Whether a replacement creates before it deletes, so that a create may find the object that it replaces. Absent if no class says it. */
  createsFirst?: boolean | undefined;
  /** The object that is recorded for it, once its diff has named it. */
  object?: ObjectId;
  /** How far the create of a new resource has come, and its place. Absent for a resource that is in the state. */
  create?: { state: "open" | "failed" | "done"; readonly place: string };
}

/** The resources that the program of this run declares, by URN and by place. */
export class DeclaredResources {
  readonly #byUrn = new Map<string, Declared>();
  /** The resources of each place: kind, parent and key. */
  readonly #byPlace = new Map<string, Set<Declared>>();

  /** Whether none was checked, as in a refresh. */
  get isEmpty(): boolean {
    return this.#byUrn.size === 0;
  }

  find({ urn }: Ref): Declared | undefined {
    return urn === undefined ? undefined : this.#byUrn.get(urn);
  }

  /** Notes the inputs of a check. */
  note({ spec, urn }: Ref & { readonly urn: string }, inputs: Values): Declared {
    const declared = this.#byUrn.get(urn) ?? {
      urn,
      type: spec.type,
      inputs: "",
      isDiffPending: false,
      isReplaced: false,
    };
    declared.inputs = canonical(inputs);
    this.#byUrn.set(urn, declared);
    return declared;
  }

  /** Those in a place. */
  at(place: string): readonly Declared[] {
    return [...(this.#byPlace.get(place) ?? [])];
  }

  /**
   * The URN of the resource whose check returned these inputs, and which the engine has yet to diff or to create. A policy may
   * change inputs after the check: then it is one in that place, or for a diff the one of its kind that was checked last, because
   * the engine checks and diffs one resource after another. Of several that are alike any will do.
   */
  urnOf(spec: ResourceSpec, inputs: Values, next: "diff" | "create"): string | undefined {
    const isNext = ({ create, isDiffPending, isReplaced }: Declared) =>
      next === "diff" ? isDiffPending : isReplaced || (create !== undefined && create.state !== "done");
    const there = this.at(placeOfInputs(spec, inputs)).filter(isNext);
    const text = canonical(inputs);
    // Unknown inputs may be those of a diff that asks what a replacement replaces along with it.
    const isOfProgram = next === "diff" && !text.includes(UNKNOWN);
    const last = () => [...this.#byUrn.values()].findLast((one) => one.type === spec.type && isNext(one));
    return (there.find(({ inputs }) => inputs === text) ?? there[0] ?? (isOfProgram ? last() : undefined))?.urn;
  }

  /** Notes the place of a resource. Returns whether another resource has the same place. */
  notePlace(spec: ResourceSpec, place: string, declared: Declared): boolean {
    const there = this.#byPlace.get(place) ?? new Set();
    this.#byPlace.set(place, there.add(declared));
    return isUnique(spec) && there.size > 1 && !place.includes(UNKNOWN);
  }
}

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
