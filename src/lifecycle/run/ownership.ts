import { keyOf, parentUidOf } from "../../spec/place";
import { isUnique, nameOf, parentField, type ResourceSpec } from "../../spec/resource";
import { isValues, type Values } from "../../spec/values";

/**
 * What a run knows of an object and the resource that holds it:
 * - `made`: a create of this run has made or adopted it;
 * - `kept`: the resource that it is recorded for stays, as it is or updated;
 * - `replacing`: that resource is to be replaced;
 * - `deleted`: this run has deleted it.
 */
type Standing = "made" | "kept" | "replacing" | "deleted";

/** What a diff found out about the resource that records a uid. */
export type Verdict = "kept" | "replacing";

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
 *
 * What the engine replaces without a word of the diff (`replaceOnChanges`, what an earlier run left half replaced) it
 * checks once more, as if it were new: that second check tells it from an update.
 */
export class Holdings {
  readonly #standing = new Map<string, Standing>();
  /** Resources in the state, as checked: a diff of the same one is the program's. */
  readonly #checked = new Map<string, number>();
  /** Objects by the resource that the program's diff has seen. */
  readonly #diffed = new Map<string, { readonly spec: ResourceSpec; readonly uid: string }>();
  /** Objects that resources which are not in the state want to adopt, and whether that has failed. */
  readonly #wanted = new Map<string, "open" | "failed">();
  /** Resources that are being replaced, with the place that their new object takes. */
  readonly #replaced = new Set<string>();
  /** Kind, parent and key of what this run has deleted. */
  readonly #vacated = new Set<string>();
  #isProgramRun = false;
  #hasFailed = false;

  /** Whether this run runs the program, so that what the program holds is known. */
  get isProgramRun(): boolean {
    return this.#isProgramRun;
  }

  /**
   * Notes that inputs were checked. Answers why they cannot be had: a new resource must not adopt what another holds.
   *
   * @param isRecorded the resource is in the state, and not being replaced
   */
  checked(spec: ResourceSpec, inputs: Values, isRecorded: boolean): string | undefined {
    this.#isProgramRun = true;
    const resource = resourceOf(spec, inputs);
    if (isRecorded) {
      this.#checked.set(resource, (this.#checked.get(resource) ?? 0) + 1);
      return undefined;
    }
    const replaced = this.#diffed.get(resource);
    if (replaced !== undefined) {
      this.#standing.set(nameOfObject(replaced.spec, replaced.uid), "replacing");
      this.#replaced.add(resource).add(resourceOf(spec, withoutAdoption(inputs)));
      return undefined;
    }
    if (typeof inputs.adoptUid !== "string" || spec.isShared) return undefined;
    const name = nameOfObject(spec, inputs.adoptUid);
    const standing = this.#standing.get(name);
    // What went along with something else that is replaced has been deleted already, and comes back as what adopted it.
    const isComingBack = standing === "deleted" && this.#replaced.has(adoptionOf(spec, inputs));
    if (standing !== undefined && !isComingBack) return heldText(spec, inputs.adoptUid);
    if (standing === undefined) this.#wanted.set(name, "open");
    return undefined;
  }

  /**
   * Notes what a diff found out. Answers whether it was the program's: the engine also asks for one in a refresh, and to
   * foresee what a replacement takes with it. Throws HeldTwiceError.
   */
  diffed(spec: ResourceSpec, uid: string, verdict: Verdict, desired: Values): boolean {
    const resource = resourceOf(spec, desired);
    if (verdict === "replacing") this.#replaced.add(resource).add(resourceOf(spec, withoutAdoption(desired)));
    const count = this.#checked.get(resource) ?? 0;
    if (count === 0) {
      // Of what goes along with another replacement the new parent is not known yet: then adoptUid alone must tell.
      if (verdict === "replacing") this.#replaced.add(adoptionOf(spec, desired));
      return false;
    }
    this.#checked.set(resource, count - 1);
    if (spec.isShared) return true;
    const name = nameOfObject(spec, uid);
    if (this.#wanted.has(name) || this.#standing.has(name)) throw new HeldTwiceError(twiceText(spec, uid));
    this.#standing.set(name, verdict);
    this.#diffed.set(resource, { spec, uid });
    return true;
  }

  /** Notes that a create has made or adopted an object. */
  made(spec: ResourceSpec, uid: string): void {
    this.#standing.set(nameOfObject(spec, uid), "made");
    this.#wanted.delete(nameOfObject(spec, uid));
  }

  /** Notes that a resource could not be made, or changed: what it was to adopt has not been adopted. */
  failed(spec: ResourceSpec, { adoptUid }: Values): void {
    this.#hasFailed = true;
    const name = nameOfObject(spec, String(adoptUid));
    if (this.#wanted.has(name)) this.#wanted.set(name, "failed");
  }

  /** Notes that a resource that holds an object is being updated, and so stays. */
  updated(spec: ResourceSpec, uid: string): void {
    const name = nameOfObject(spec, uid);
    if (this.#standing.get(name) === "replacing") this.#standing.set(name, "kept");
  }

  /** Notes that this run has deleted an object. */
  deleted(spec: ResourceSpec, uid: string, recorded: Values): void {
    this.#standing.set(nameOfObject(spec, uid), "deleted");
    this.#vacated.add(placeOf(spec, parentUidOf(spec, uid), recorded));
  }

  /** Whether an object belongs to a resource of this run, which stays. */
  isHeld(spec: ResourceSpec, uid: string): boolean {
    const standing = this.#standing.get(nameOfObject(spec, uid));
    return standing === "made" || standing === "kept";
  }

  /**
   * Whether a resource of this run was to adopt an object and did not: with its former entry the object would be lost. In a
   * run in which something failed and that goes on (`--continue-on-error`), the engine may not even have tried.
   */
  isMissed(spec: ResourceSpec, uid: string): boolean {
    const wanted = this.#wanted.get(nameOfObject(spec, uid));
    return wanted === "failed" || (wanted === "open" && this.#hasFailed);
  }

  /** Whether this run has anything to do with an object. */
  knows(spec: ResourceSpec, uid: string): boolean {
    return this.#standing.has(nameOfObject(spec, uid));
  }

  /** Whether a new object, whatever it was to adopt, takes the place of one that is being replaced. */
  isReplaced(spec: ResourceSpec, inputs: Values): boolean {
    return this.#replaced.has(resourceOf(spec, withoutAdoption(inputs)));
  }

  /** Whether an object can be adopted: `held` by a resource, `spent` in a replacement, or `free`. */
  adoptable(spec: ResourceSpec, inputs: Values): "free" | "held" | "spent" {
    const [parentName = ""] = parentField(spec) ?? [];
    const isReplacement =
      this.#replaced.has(resourceOf(spec, inputs)) ||
      this.#replaced.has(adoptionOf(spec, inputs)) ||
      this.#vacated.has(placeOf(spec, String(inputs[parentName]), inputs));
    if (isReplacement) return "spent";
    return this.knows(spec, String(inputs.adoptUid)) ? "held" : "free";
  }
}

const placeOf = (spec: ResourceSpec, parentUid: string | undefined, values: Values): string =>
  `${spec.type} ${parentUid} ${keyOf(spec, values)}`;

const withoutAdoption = ({ adoptUid: _, ...others }: Values): Values => others;

const adoptionOf = (spec: ResourceSpec, { adoptUid }: Values): string => `${spec.type} adopting ${String(adoptUid)}`;

/** What tells a resource of the program apart, for it comes without its name: kind, parent, key and what it adopts. */
function resourceOf(spec: ResourceSpec, inputs: Values): string {
  const [parentName = ""] = parentField(spec) ?? [];
  const place = `${placeOf(spec, String(inputs[parentName]), inputs)} ${String(inputs.adoptUid ?? "")}`;
  return isUnique(spec) && !spec.isShared ? place : `${place} ${canonical(inputs)}`;
}

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

/** Why an object cannot be adopted: it has a holder. */
export const heldText = (spec: ResourceSpec, uid: string): string =>
  `the ${nameOf(spec)} ${uid} is held by another resource of this program. ` +
  // advice: take-former-out
  "Was that one renamed or moved? Then take it out of the program, and its object stays with this one";

const twiceText = (spec: ResourceSpec, uid: string): string =>
  `Two resources of this program hold the same ${nameOf(spec)}: ${uid}. ` +
  // advice: take-one-out
  "Take one of them out of the program, and run pulumi up without --target: the object stays with the other, and only the " +
  "entry of this one leaves the state";
