import { type ObjectId, objectText, type Ref } from "../../core/core";
import { placeInputs, placeOfInputs, placeOfObject } from "../../description/spec/place";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import { containsUnknown, UNKNOWN } from "../../description/spec/unknown";
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
  /** Whether its new object, if it gets one, is not created yet, so that a delete of its recorded object comes first. */
  mayDeleteFirst?: boolean;
  recorded?: Values;
  /** The place of its recorded object. */
  recordedPlace?: string;
  /** Whether a replacement creates before it deletes, so that a create may find the replaced object. Absent without our classes. */
  createsFirst?: boolean | undefined;
  /** Absent without adoptUid; `again` if the state may have the same one. */
  adopts?: "again" | "anew" | undefined;
  /** Whether it lacks an input, so that the engine skips its create. */
  isIncomplete?: boolean;
  /** Its recorded object, once its diff has named it. */
  object?: ObjectId;
  /** The create of a new resource, and its place. Absent for a resource that is in the state. */
  create?: { isDone: boolean; readonly place: string };
}

/** Whether parent and key are given. */
export const isPlaced = (spec: ResourceSpec, inputs: Values): boolean =>
  !placeInputs(spec).some((input) => inputs[input] === undefined || inputs[input] === "");

export class DeclaredResources {
  readonly #byUrn = new Map<string, Declared>();
  readonly #byObject = new Map<string, Declared>();
  /** The resources of each place: kind, parent and key. */
  readonly #byPlace = new Map<string, Set<Declared>>();

  find({ urn }: Ref): Declared | undefined {
    return urn === undefined ? undefined : this.#byUrn.get(urn);
  }

  note({ spec, urn, resource, createsFirst, isIncomplete = false, recorded }: DeclaredRef, inputs: Values): Declared {
    const declared = this.#byUrn.get(urn) ?? { urn, type: spec.type, isDiffPending: false, isReplaced: false };
    this.#byUrn.set(urn, declared);
    declared.name = resource;
    declared.createsFirst = createsFirst;
    const { adoptUid } = inputs;
    const isSame = adoptUid === recorded?.adoptUid || containsUnknown(adoptUid);
    declared.adopts = adoptUid === undefined ? undefined : isSame ? "again" : "anew";
    declared.isIncomplete = isIncomplete;
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

  /** Whether an object may be deleted first. Without a diff, its place tells (`replacementTrigger`), or its URN, which only the plugin gets. */
  isDeletedFirst(object: ObjectId & Ref, recorded: Values): boolean {
    const [name, place] = [objectText(object), placeOfObject(object, recorded)];
    const isOf = ({ urn, object: own, recordedPlace }: Declared) => {
      if (own !== undefined) return objectText(own) === name;
      return recordedPlace === undefined || !isUnique(object.spec) ? urn === object.urn : recordedPlace === place;
    };
    return this.all.some((declared) => declared.mayDeleteFirst && isOf(declared));
  }

  noteObject(declared: Declared, object: ObjectId): void {
    declared.object = object;
    this.#byObject.set(objectText(object), declared);
  }

  /** The resource that has an object in the state, once its diff has named the object. */
  holderOf = (object: ObjectId): Declared | undefined => this.#byObject.get(objectText(object));
}
