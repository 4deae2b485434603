import {
  type Holder,
  type Holders,
  type Kept,
  type ObjectId,
  OwnedTwiceError,
  objectText,
  ownedBecause,
  ownedTwiceText,
  placeSharedText,
  placeTwiceText,
  type Ref,
  refusalText,
} from "../../core/core";
import { placeOfInputs, placeOfObject } from "../../description/spec/place";
import { isUnique, type ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import { type Declared, type DeclaredRef, DeclaredResources, isPlaced } from "./declared";
import { Objects } from "./objects";

/**
 * Which objects the resources of the program own. The engine checks and diffs every resource of the program before it deletes anything that
 * the program no longer has. A check knows the URN, and the diff and the create after it get the inputs that it returned. A delete can only
 * see by the uid that its object now belongs to another resource. A `destroy` and a refresh check nothing, so nothing is owned.
 *
 * A resource that is checked with recorded values and then without them is being replaced. The engine does so even if the diff did not ask
 * for it (`replaceOnChanges`, an interrupted replacement of an earlier run).
 */
export class Ownership extends Objects implements Holders {
  readonly declared = new DeclaredResources();
  /** New resources by the object that they should adopt. */
  readonly #adopting = new Map<string, Declared>();
  /** Objects whose key blocked a create of this run, or that could not be imported. */
  readonly #taken = new Map<string, "create failed" | "adoption failed">();
  /** Objects that go with their parent: if group `a` is replaced, the engine diffs `a/b` before its new parentUid is known. */
  readonly #replacedWithParent = new Set<string>();
  readonly #deletedPlaces = new Set<string>();
  readonly #created = new Set<string>();

  /** Notes a check, with recorded values if `isRecorded`. Returns why the inputs are refused: another resource has the object to adopt, or place. */
  noteCheck(ref: DeclaredRef, inputs: Values, isRecorded: boolean): string | undefined {
    const { spec } = ref;
    const before = this.declared.find(ref);
    const step = isRecorded ? "recorded" : before === undefined || before.create !== undefined ? "new" : "replacing";
    const declared = this.declared.note(ref, inputs);
    if (declared.isIncomplete) this.noteFailure();
    this.noteProgram();
    if (step === "recorded") {
      declared.isDiffPending = true;
      declared.recordedPlace = placeOfInputs(spec, ref.recorded ?? {});
      return undefined;
    }
    this.#created.add(spec.type);
    if (spec.peculiar?.deletableIf !== undefined) this.others.announce(newOf(spec), "wanted");
    // The engine skips the create of an incomplete replacement, and not the delete before it.
    declared.mayDeleteFirst = !declared.isIncomplete;
    if (step === "new") return spec.peculiar?.managedInParts ? undefined : this.#noteNew(spec, inputs, declared);
    declared.isReplaced = true;
    declared.isDiffPending = false;
    if (declared.object !== undefined) this.note(declared.object, "replacing");
    return undefined;
  }

  #noteNew(spec: ResourceSpec, inputs: Values, declared: Declared): string | undefined {
    const place = placeOfInputs(spec, inputs);
    declared.create = { isDone: false, place };
    if (isUnique(spec) && isPlaced(spec, inputs)) this.others.announce(place, "wanted");
    const other = isPlaced(spec, inputs) ? this.declared.otherAt(spec, place, declared.urn) : undefined;
    return this.#noteAdoption(spec, inputs, declared) ?? (other && placeTwiceText(spec, other.name));
  }

  /** A warning that another resource of the program gets the same place as a resource that is in the state. */
  sharedPlaceWarning({ spec, urn }: DeclaredRef, inputs: Values): string | undefined {
    const other = this.declared.otherAt(spec, placeOfInputs(spec, inputs), urn);
    return other && placeSharedText(spec, other.name);
  }

  /** Notes which object a new resource should adopt. Returns why it must not. */
  #noteAdoption(spec: ResourceSpec, { adoptUid }: Values, declared: Declared): string | undefined {
    if (typeof adoptUid !== "string") return undefined;
    const object = { spec, uid: adoptUid };
    const name = objectText(object);
    const refusal = refusalText("adoptUid cannot be used", ownedBecause(object, this.holderOf(object)));
    // If the resource is replaced because its parent is, its object is already deleted, and a new one is created.
    if (this.statusOf(object) === "deleted" && this.#replacedWithParent.has(name)) return undefined;
    const adopting = this.#adopting.get(name);
    if (this.statusOf(object) !== undefined || (adopting !== undefined && adopting !== declared)) return refusal;
    this.#adopting.set(name, declared);
    // Announced before the check, so that one of two simultaneous processes sees the other.
    this.others.announce(name, "wanted");
    return this.isClaimedByOthers(object) ? refusal : undefined;
  }

  /** Notes the result of a diff. Returns whether it is about the program: the engine also diffs in a refresh. Throws OwnedTwiceError. */
  noteDiff(object: ObjectId & Ref, verdict: "kept" | "replacing"): boolean {
    const { spec, uid } = object;
    const name = objectText(object);
    const declared = this.declared.find(object);
    if (declared?.isDiffPending !== true) {
      if (verdict === "replacing") this.#replacedWithParent.add(name);
      return false;
    }
    declared.isDiffPending = false;
    if (spec.peculiar?.managedInParts) return true;
    const isItsOwn = declared.object !== undefined && objectText(declared.object) === name;
    // With an alias, the engine also diffs what it has just deleted together with its parent.
    const isGone = this.statusOf(object) === "deleted" && verdict === "replacing";
    const isOwned = !isItsOwn && !isGone && (this.#adopting.has(name) || this.statusOf(object) !== undefined);
    if (isOwned) throw new OwnedTwiceError(ownedTwiceText(object));
    this.note(object, verdict);
    // Announced before the check, as above.
    if (this.isClaimedByOthers(object)) throw new OwnedTwiceError(ownedTwiceText(object));
    this.declared.noteObject(declared, { spec, uid });
    if (verdict === "replacing") declared.isReplaced = true;
    return true;
  }

  noteCreate(object: ObjectId): void {
    this.note(object, "created");
    this.#adopting.delete(objectText(object));
  }

  noteCreateBegun(resource: Ref): void {
    const declared = this.declared.find(resource);
    if (declared !== undefined) declared.mayDeleteFirst = false;
  }

  noteCreateDone(resource: Ref): void {
    const create = this.declared.find(resource)?.create;
    if (create === undefined) return;
    create.isDone = true;
    if (isUnique(resource.spec)) this.others.report(create.place, "free");
  }

  /** Notes that a resource is about to import an object. Unless it succeeds, the object may belong to that resource. */
  noteImport(object: ObjectId): void {
    this.noteProgram();
    this.noteTaken(object, "adoption failed");
  }

  noteTaken(object: ObjectId, why: "create failed" | "adoption failed" = "create failed"): void {
    this.#taken.set(objectText(object), why);
    this.others.report(objectText(object), "wanted");
  }

  noteUpdate(object: ObjectId): void {
    if (this.statusOf(object) === "replacing") this.note(object, "kept");
  }

  noteRecorded(object: ObjectId, outputs: Values): void {
    const holder = this.declared.holderOf(object);
    if (holder !== undefined) holder.recorded = outputs;
  }

  noteDelete(object: ObjectId, recorded: Values): void {
    this.note(object, "deleted");
    this.#deletedPlaces.add(placeOfObject(object, recorded));
  }

  /**
   * Why an object must be kept. A resource of this run should adopt it or create one in its place, and did not. Deleting the old entry would
   * then lose the object. After a failure (`--continue-on-error`), the engine may not even have tried, the program has not declared what
   * stands in the `apply` of a resource that was not created, and what was skipped may still need the old object of a replacement. So only
   * what a replacement deletes first is deleted then.
   */
  whyKept(object: ObjectId & Ref, recorded: Values): Kept | undefined {
    const hasFailed = this.isProgramRun && this.hasAnyFailed;
    if (this.isOwned(object)) return { why: hasFailed ? "something failed" : "held" };
    if (this.isRead(object)) return { why: "read" };
    const name = objectText(object);
    const address = this.others.claimedElsewhere(name);
    if (address !== undefined) return { why: "held elsewhere", address };
    const adopting = this.#adopting.get(name);
    const isMissed = adopting ? this.#isMissing(adopting) : this.others.claimOn(name) === "wanted";
    if (isMissed || this.#taken.get(name) === "adoption failed") return { why: "adoption failed" };
    if (this.#isPlaceUnfilled(object, recorded)) return { why: "create failed" };
    const goesFirst = this.#goesFirst(object, recorded);
    return hasFailed && !goesFirst ? { why: "something failed" } : undefined;
  }

  /** Whether a new object was not created in the place of an object. A replacement deletes the old object first. */
  #isPlaceUnfilled(object: ObjectId & Ref, recorded: Values): boolean {
    if (!isUnique(object.spec) || this.statusOf(object) === "replacing") return false;
    if (this.declared.find(object)?.mayDeleteFirst) return false;
    const place = placeOfObject(object, recorded);
    const isMissing = this.declared.at(place).some((declared) => this.#isMissing(declared));
    // Another process has finished its creates by now, unless they failed.
    const isMissed = this.others.claimOn(place) === "wanted" || this.others.claimedElsewhere(place) !== undefined;
    return isMissing || isMissed || this.#taken.has(objectText(object));
  }

  #isMissing = ({ create }: Declared): boolean => create?.isDone === false && this.hasAnyFailed;

  /** Whether the program has a resource in the place of an object. A delete of the object is then part of a replacement. */
  isDeclared = (object: ObjectId, recorded: Values): boolean =>
    this.declared.at(placeOfObject(object, recorded)).length > 0;

  /** A forced replacement (`--replace`) is known only by its place. */
  isDeletedFirst = (object: ObjectId & Ref, recorded: Values): boolean =>
    this.#goesFirst(object, recorded) || this.isDeclared(object, recorded);

  #goesFirst = (object: ObjectId & Ref, recorded: Values): boolean =>
    this.#replacedWithParent.has(objectText(object)) || this.declared.isDeletedFirst(object, recorded);

  /** Whether this run creates an object of a kind. A forced replacement looks like a new resource. */
  creates = (spec: ResourceSpec): boolean =>
    this.#created.has(spec.type) ||
    this.others.claimOn(newOf(spec)) !== undefined ||
    this.others.claimedElsewhere(newOf(spec)) !== undefined;

  /** Whether an object must not be taken over, because this run has handled it, or another resource wants it. */
  isClaimed = (object: ObjectId): boolean =>
    this.hasHandled(object) || this.#adopting.has(objectText(object)) || this.isClaimedByOthers(object);

  holderOf = (object: ObjectId): Holder | undefined => this.declared.holderOf(object);

  isReplacement = (resource: Ref): boolean => this.declared.find(resource)?.isReplaced === true;

  createsFirst = (resource: Ref): boolean => this.declared.find(resource)?.createsFirst === true;

  isAdoptionDone = (resource: Ref, inputs: Values): boolean =>
    this.isReplacement(resource) ||
    this.#replacedWithParent.has(objectText({ spec: resource.spec, uid: String(inputs.adoptUid) })) ||
    this.#deletedPlaces.has(placeOfInputs(resource.spec, inputs));
}

/** The name by which processes announce that they create an object of a kind. */
const newOf = ({ type }: ResourceSpec): string => `new ${type}`;
