import { type ObjectId, objectText, type Ref } from "../../core/core";
import { placeInputs, placeOfInputs } from "../../description/spec/place";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import { UNKNOWN } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";

export interface DeclaredRef extends Ref {
  readonly urn: string;
  readonly resource?: string | undefined;
  readonly createsFirst?: boolean | undefined;
  readonly isIncomplete?: boolean;
  /** The recorded values of the check. */
  readonly recorded?: Values;
}

/** A resource that the program of this run declares, as known from its checks and its diff. */
export interface Declared {
  readonly urn: string;
  readonly type: string;
  name?: string | undefined;
  /** Whether the engine has passed recorded values, and has not asked for a diff since. */
  isDiffPending: boolean;
  isReplaced: boolean;
  /** The place of its recorded object. */
  recordedPlace?: string;
  /** Whether a replacement creates before it deletes, so that a create may find the replaced object. Absent without our classes. */
  createsFirst?: boolean | undefined;
  /** Whether the program gives an adoptUid. */
  adopts?: boolean;
  /** The inputs of a resource that lacks one, so that no create follows. */
  incomplete?: Values | undefined;
  /** Its recorded object, once its diff has named it. */
  object?: ObjectId;
  /** The progress of the create of a new resource, and its place. Absent for a resource that is in the state. */
  create?: { state: "open" | "failed" | "done"; readonly place: string };
}

const isMissing = (input: unknown): boolean => input === undefined || input === "";

/** Whether parent and key are given. */
export const isPlaced = (spec: ResourceSpec, inputs: Values): boolean =>
  !placeInputs(spec).some((input) => isMissing(inputs[input]));

const skippedAt = (spec: ResourceSpec, place: readonly unknown[]): string =>
  `skipped ${spec.type} ${JSON.stringify(place)}`;

/** The name by which processes announce that the engine skips the create of a resource, because it lacks an input. */
export const skippedOf = (spec: ResourceSpec, inputs: Values): string =>
  skippedAt(
    spec,
    placeInputs(spec).map((input) => (isMissing(inputs[input]) ? null : inputs[input])),
  );

/** The names of all creates that may replace an object: each part of its place may be what is missing. */
export const skippedFor = (spec: ResourceSpec, recorded: Values): string[] =>
  placeInputs(spec)
    .reduce<unknown[][]>(
      (places, input) => places.flatMap((place) => [null, recorded[input]].map((part) => [...place, part])),
      [[]],
    )
    .map((place) => skippedAt(spec, place));

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

  /** The resource of a recorded object. In the dynamic host it is not known before its diff. */
  of(object: ObjectId & Ref): Declared | undefined {
    const name = objectText(object);
    return this.all.find(({ object: own, urn }) => (own === undefined ? urn === object.urn : objectText(own) === name));
  }

  /**
   * Whether the engine skips the create that replaces an object, because the resource lacks an input. A forced replacement (`--replace`,
   * a taint) has no diff that names its object. So a resource without a name, under the parent of group `a/web`, may be the one of `a/web`.
   */
  isCreateSkipped(object: ObjectId & Ref, recorded: Values): boolean {
    const own = this.of(object);
    if (own !== undefined) return own.incomplete !== undefined;
    const skipped = skippedFor(object.spec, recorded);
    return this.all.some(
      ({ type, incomplete, object: other }) =>
        type === object.spec.type &&
        other === undefined &&
        incomplete !== undefined &&
        skipped.includes(skippedOf(object.spec, incomplete)),
    );
  }

  note({ spec, urn, resource, createsFirst, isIncomplete = false }: DeclaredRef, inputs: Values): Declared {
    const declared = this.#byUrn.get(urn) ?? { urn, type: spec.type, isDiffPending: false, isReplaced: false };
    this.#byUrn.set(urn, declared);
    declared.name = resource;
    declared.createsFirst = createsFirst;
    declared.adopts = inputs.adoptUid !== undefined;
    declared.incomplete = isIncomplete ? inputs : undefined;
    if (!isPlaced(spec, inputs)) return declared;
    const place = placeOfInputs(spec, inputs);
    this.#byPlace.set(place, (this.#byPlace.get(place) ?? new Set()).add(declared));
    return declared;
  }

  /** All of them, in the order of their first checks. */
  get all(): readonly Declared[] {
    return [...this.#byUrn.values()];
  }

  at(place: string): readonly Declared[] {
    return [...(this.#byPlace.get(place) ?? [])];
  }

  otherAt(spec: ResourceSpec, place: string, urn: string): Declared | undefined {
    if (!isUnique(spec) || place.includes(UNKNOWN)) return undefined;
    return this.at(place).find((other) => other.urn !== urn);
  }

  /** The resource that has an object in the state, once its diff has named the object. */
  holderOf(object: ObjectId): Declared | undefined {
    const name = objectText(object);
    return this.all.find((one) => one.object !== undefined && objectText(one.object) === name);
  }
}
