import { keyOf, parentUidOf } from "../spec/place";
import { nameOf, type ResourceSpec } from "../spec/resource";
import { isValues, type Values } from "../spec/values";

/**
 * What a run knows of an object and the resource that holds it:
 * - `made`: a create of this run has made or adopted it;
 * - `kept`: the resource that it is recorded for stays, as it is or updated;
 * - `changing`: that resource is to be changed, by an update, or by a replacement that only the engine knows of;
 * - `replacing`: that resource is to be replaced;
 * - `deleted`: this run has deleted it.
 */
type Standing = "made" | "kept" | "changing" | "replacing" | "deleted";

/** What a diff found out about the resource that records a uid. */
export type Verdict = "kept" | "changing" | "replacing";

/** Two resources of the program claim one object. The message says what to do. */
export class HeldTwiceError extends Error {
  override readonly name = "HeldTwiceError";
}

/** A uid alone does not name an object: one that there is once per parent has the uid of that. */
const nameOfObject = (spec: ResourceSpec, uid: string): string => `${spec.type} ${uid}`;

/**
 * Which objects the resources of the program hold. The engine checks and diffs every resource of the program before it
 * deletes what the program no longer has, and calls no verb with the name of a resource: so a uid is all that tells a
 * delete that its object lives on under another name. A `destroy` and a refresh check nothing, and so hold nothing.
 */
export class Holdings {
  readonly #standing = new Map<string, Standing>();
  /** Outputs recorded for what is `changing`, as text. */
  readonly #recorded = new Map<string, string>();
  /** Inputs of resources that are in the state, as checked; a diff of the same inputs is the program's. */
  readonly #checked = new Map<string, number>();
  /** uids that resources which are not in the state yet want to adopt. */
  readonly #wanted = new Set<string>();
  /** uids in the `adoptUid` of resources that are being replaced. */
  readonly #spent = new Set<string>();
  /** Kind, parent and key of what this run has deleted. */
  readonly #vacated = new Set<string>();
  #isProgramRun = false;

  /** Whether this run runs the program, so that what the program holds is known. */
  get isProgramRun(): boolean {
    return this.#isProgramRun;
  }

  /**
   * Notes that inputs were checked. Answers why they cannot be had: a new resource must not adopt what another holds.
   *
   * @param isRecorded the resource is in the state
   */
  checked(spec: ResourceSpec, inputs: Values, isRecorded: boolean): string | undefined {
    this.#isProgramRun = true;
    if (isRecorded) {
      const text = textOf(spec, inputs);
      this.#checked.set(text, (this.#checked.get(text) ?? 0) + 1);
      return undefined;
    }
    if (typeof inputs.adoptUid !== "string" || spec.isShared) return undefined;
    const name = nameOfObject(spec, inputs.adoptUid);
    if (this.isHeld(spec, inputs.adoptUid)) return heldText(spec, inputs.adoptUid);
    this.#wanted.add(name);
    return undefined;
  }

  /**
   * Notes what a diff found out. Answers whether it was the program's: the engine also asks for one in a refresh, and to
   * foresee what a replacement takes with it. Throws HeldTwiceError.
   */
  diffed(spec: ResourceSpec, uid: string, verdict: Verdict, { recorded, desired }: Compared): boolean {
    if (verdict === "replacing" && typeof desired.adoptUid === "string") {
      this.#spent.add(nameOfObject(spec, desired.adoptUid));
    }
    const text = textOf(spec, desired);
    const count = this.#checked.get(text) ?? 0;
    if (count === 0) return false;
    this.#checked.set(text, count - 1);
    if (spec.isShared) return true;
    const name = nameOfObject(spec, uid);
    if (this.#wanted.has(name) || this.#standing.has(name)) throw new HeldTwiceError(twiceText(spec, uid));
    this.#standing.set(name, verdict);
    if (verdict === "changing") this.#recorded.set(name, canonical(recorded));
    return true;
  }

  /** Notes that a create has made or adopted an object. */
  made(spec: ResourceSpec, uid: string): void {
    this.#standing.set(nameOfObject(spec, uid), "made");
  }

  /** Notes that a resource that holds an object is being updated, and so stays. */
  updated(spec: ResourceSpec, uid: string): void {
    const name = nameOfObject(spec, uid);
    if (this.#standing.get(name) === "changing") this.#standing.set(name, "kept");
  }

  /** Notes that this run has deleted an object. */
  deleted(spec: ResourceSpec, uid: string, recorded: Values): void {
    this.#standing.set(nameOfObject(spec, uid), "deleted");
    this.#vacated.add(placeOf(spec, parentUidOf(spec, uid), recorded));
  }

  /** Whether an object belongs to a resource of this run for certain. */
  isHeld(spec: ResourceSpec, uid: string): boolean {
    const standing = this.#standing.get(nameOfObject(spec, uid));
    return standing === "made" || standing === "kept";
  }

  /** Whether this run has anything to do with an object. */
  knows(spec: ResourceSpec, uid: string): boolean {
    return this.#standing.has(nameOfObject(spec, uid));
  }

  isReplacing(spec: ResourceSpec, uid: string): boolean {
    return this.#standing.get(nameOfObject(spec, uid)) === "replacing";
  }

  /**
   * Whether a delete is another resource's than the one that holds the object. A resource that is `changing` may be
   * replaced after all (`replaceOnChanges`); then the delete is its own, and has the outputs that its diff had.
   */
  isHeldByAnother(spec: ResourceSpec, uid: string, recorded: Values): boolean {
    const name = nameOfObject(spec, uid);
    if (this.#standing.get(name) === "changing") return this.#recorded.get(name) !== canonical(recorded);
    return this.isHeld(spec, uid);
  }

  /** Whether an object can be adopted: `held` by a resource, `spent` on a resource that is being replaced, or `free`. */
  adoptable(spec: ResourceSpec, adoptUid: string, desired: Values, parentUid: string): "free" | "held" | "spent" {
    const standing = this.#standing.get(nameOfObject(spec, adoptUid));
    if (standing === "replacing" || standing === "deleted") return "spent";
    if (this.#spent.has(nameOfObject(spec, adoptUid))) return "spent";
    if (this.#vacated.has(placeOf(spec, parentUid, desired))) return "spent";
    return standing === undefined ? "free" : "held";
  }
}

/** Both sides of a diff. */
interface Compared {
  readonly recorded: Values;
  readonly desired: Values;
}

const textOf = (spec: ResourceSpec, inputs: Values): string => `${spec.type} ${canonical(inputs)}`;

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

const placeOf = (spec: ResourceSpec, parentUid: string | undefined, values: Values): string =>
  `${spec.type} ${parentUid} ${keyOf(spec, values)}`;

/** Why an object cannot be adopted: it has a holder. */
export const heldText = (spec: ResourceSpec, uid: string): string =>
  `the ${nameOf(spec)} ${uid} is held by another resource of this program. ` +
  // advice: take-former-out
  "Was that one renamed or moved? Then take it out of the program, and its object stays with this one";

const twiceText = (spec: ResourceSpec, uid: string): string =>
  `Two resources of this program hold the same ${nameOf(spec)}: ${uid}. ` +
  // advice: take-one-out
  "Take one of them out of the program: its object stays with the other, and only its entry leaves the state";
