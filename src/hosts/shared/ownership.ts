import {
  type Holders,
  type Kept,
  type ObjectId,
  OwnedTwiceError,
  objectText,
  ownedText,
  ownedTwiceText,
  placeTwiceText,
  type Ref,
} from "../../core/core";
import { placeOfInputs, placeOfObject } from "../../spec/place";
import { isUnique, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { isClaim } from "./claims";
import { type Declared, DeclaredResources } from "./declared";
import { Objects } from "./objects";

/**
 * Which objects the resources of the program own. The engine checks and diffs every resource of the program before it
 * deletes what the program no longer has. A check is told the URN, and the diff and the create that follow have the inputs that
 * it returned. A delete can only see by the uid that its object now belongs to another resource. A `destroy` and a refresh
 * check nothing, so that nothing is owned.
 *
 * A resource that is checked with what is recorded of it, and then as if it were new, is being replaced. The engine does so
 * even where the diff did not ask for it (`replaceOnChanges`, a replacement that an earlier run left half done).
 */
export class Ownership extends Objects implements Holders {
  /** The resources that the program declares. */
  readonly declared = new DeclaredResources();
  /** New resources by the object that they are to adopt. */
  readonly #adopting = new Map<string, Declared>();
  /** Objects whose key refused a create of this run, or that could not be imported. */
  readonly #taken = new Map<string, "create failed" | "adoption failed">();
  /** Objects whose resource is replaced along with the one that it refers to, before the program has declared it. */
  readonly #replacedAlong = new Set<string>();
  /** Kind, parent and key of what this run has deleted. */
  readonly #vacated = new Set<string>();
  /** Types of which the program has resources that are to be created. */
  readonly #created = new Set<string>();
  #hasFailed = false;
  #hasToldFailure = false;

  /** Whether this run runs the program, so that what the program owns is known. */
  get isProgramRun(): boolean {
    return !this.declared.isEmpty || this.others.areRunningProgram;
  }

  /** Whether other processes of this run create objects of the program too. */
  get hasOtherHosts(): boolean {
    return this.others.areRunningProgram;
  }

  /**
   * Notes that inputs were checked, beside what is recorded if `isRecorded`. Returns why they must be refused: a new resource must neither
   * adopt what another owns nor be created in the place of another.
   */
  noteCheck(
    { spec, urn, createsFirst }: Ref & { readonly urn: string; readonly createsFirst?: boolean | undefined },
    inputs: Values,
    isRecorded: boolean,
  ): string | undefined {
    const before = this.declared.find({ spec, urn });
    const declared = this.declared.note({ spec, urn });
    declared.createsFirst = createsFirst;
    this.#tellFailure();
    const place = placeOfInputs(spec, inputs);
    const isTaken = this.declared.notePlace(spec, place, declared);
    if (isRecorded) {
      declared.isDiffPending = true;
      return undefined;
    }
    this.#created.add(spec.type);
    if (spec.deletableIf !== undefined) this.others.tell(newOf(spec), "wanted");
    if (before !== undefined && before.create === undefined) {
      before.isReplaced = true;
      before.isDiffPending = false;
      if (before.object !== undefined) this.note(before.object, "replacing");
      return undefined;
    }
    if (spec.isShared) return undefined;
    declared.create = { state: "open", place };
    if (isUnique(spec)) this.others.tell(place, "wanted");
    return this.#noteAdoption(spec, inputs, declared) ?? (isTaken ? placeTwiceText(spec) : undefined);
  }

  /** Notes what a new resource is to adopt. Returns why it must not. */
  #noteAdoption(spec: ResourceSpec, { adoptUid }: Values, declared: Declared): string | undefined {
    if (typeof adoptUid !== "string") return undefined;
    const object = { spec, uid: adoptUid };
    const name = objectText(object);
    const refusal = `adoptUid cannot be used: ${ownedText}`;
    // In a replacement along with that of the parent, the object is deleted already, and its resource is created again.
    if (this.statusOf(object) === "deleted" && this.#replacedAlong.has(name)) return undefined;
    const adopting = this.#adopting.get(name);
    if (this.statusOf(object) !== undefined || (adopting !== undefined && adopting !== declared)) return refusal;
    this.#adopting.set(name, declared);
    // Told first, so that of two processes at the same moment one sees the other.
    this.others.tell(name, "wanted");
    return this.isClaimedByOthers(object) ? refusal : undefined;
  }

  /**
   * Notes what a diff found out. Returns whether it was the program's: the engine also asks for one in a refresh, and to
   * find out what a replacement replaces along with it. Throws OwnedTwiceError.
   */
  noteDiff(object: ObjectId & Ref, verdict: "kept" | "replacing"): boolean {
    const { spec, uid } = object;
    const name = objectText(object);
    const declared = this.declared.find(object);
    if (declared?.isDiffPending !== true) {
      if (verdict === "replacing") this.#replacedAlong.add(name);
      return false;
    }
    declared.isDiffPending = false;
    if (spec.isShared) return true;
    const isItsOwn = declared.object !== undefined && objectText(declared.object) === name;
    const isOwned = !isItsOwn && (this.#adopting.has(name) || this.statusOf(object) !== undefined);
    if (isOwned) throw new OwnedTwiceError(ownedTwiceText(object));
    this.note(object, verdict);
    // Told first, as above.
    if (this.isClaimedByOthers(object)) throw new OwnedTwiceError(ownedTwiceText(object));
    declared.object = { spec, uid };
    if (verdict === "replacing") declared.isReplaced = true;
    return true;
  }

  /** Notes that a create has created or adopted an object. */
  noteCreate(object: ObjectId): void {
    this.note(object, "created");
    this.#adopting.delete(objectText(object));
  }

  /** Notes that a new resource has its object. */
  noteFilled(resource: Ref): void {
    const create = this.declared.find(resource)?.create;
    if (create === undefined) return;
    create.state = "done";
    if (isUnique(resource.spec)) this.others.tell(create.place, "free");
  }

  /** Notes that a resource could not be created or changed. */
  noteFailure(resource: Ref): void {
    this.#hasFailed = true;
    this.#tellFailure();
    const create = this.declared.find(resource)?.create;
    if (create?.state === "open") create.state = "failed";
  }

  /** Tells the others once that something failed. A refresh deletes nothing, and has nothing to tell. */
  #tellFailure(): void {
    if (!this.#hasFailed || this.#hasToldFailure || this.declared.isEmpty) return;
    this.#hasToldFailure = true;
    this.others.tellFailure();
  }

  /** Notes that a resource was to import an object, and could not read it. */
  noteImportFailure(object: ObjectId & Ref): void {
    this.noteTaken(object, "adoption failed");
    this.noteFailure(object);
  }

  /** Notes that the create of a new resource was refused because of an object that has its key. */
  noteTaken(object: ObjectId, why: "create failed" | "adoption failed" = "create failed"): void {
    this.#taken.set(objectText(object), why);
    this.others.tell(objectText(object), "wanted");
  }

  /** Notes that a resource that owns an object is being updated, and so stays. */
  noteUpdate(object: ObjectId): void {
    if (this.statusOf(object) === "replacing") this.note(object, "kept");
  }

  /** Notes that this run has deleted an object. */
  noteDelete(object: ObjectId, recorded: Values): void {
    this.note(object, "deleted");
    this.#vacated.add(placeOfObject(object, recorded));
  }

  /**
   * Why an object must be kept. With its former entry it would be lost where a resource of this run was to adopt it and did not, or was to
   * be created in its place. In a run that goes on after a failure (`--continue-on-error`), the engine may not even have tried.
   */
  whyKept(object: ObjectId, recorded: Values): Kept | undefined {
    if (this.isOwned(object)) return { why: "held" };
    const name = objectText(object);
    const address = this.others.toldElsewhere(name);
    if (address !== undefined) return { why: "held elsewhere", address };
    const adopting = this.#adopting.get(name);
    const isMissed = adopting === undefined ? this.others.told(name) === "wanted" : this.#isMissing(adopting);
    if (isMissed || this.#taken.get(name) === "adoption failed") return { why: "adoption failed" };
    return this.#isPlaceUnfilled(object, recorded) ? { why: "create failed" } : undefined;
  }

  /** An object that is replaced makes room for the new one. */
  #isPlaceUnfilled(object: ObjectId, recorded: Values): boolean {
    if (!isUnique(object.spec) || this.statusOf(object) === "replacing") return false;
    const place = placeOfObject(object, recorded);
    const isMissing = this.declared.at(place).some((declared) => this.#isMissing(declared));
    // What another process was to create, it has by now, unless that failed.
    const isMissed = this.others.told(place) === "wanted" || this.others.toldElsewhere(place) !== undefined;
    return isMissing || isMissed || this.#taken.has(objectText(object));
  }

  #isMissing = ({ create }: Declared): boolean =>
    create?.state === "failed" || (create?.state === "open" && (this.#hasFailed || this.others.haveFailed));

  /** Whether the program has a resource in the place of an object. If that is deleted, then for a replacement. */
  isDeclared = (object: ObjectId, recorded: Values): boolean =>
    this.declared.at(placeOfObject(object, recorded)).length > 0;

  /** Whether an object that is to be deleted makes room for another of its resource; unknown of what an earlier run left behind. */
  isBeingReplaced = (object: ObjectId, recorded: Values): boolean =>
    this.statusOf(object) === "replacing" ||
    this.#replacedAlong.has(objectText(object)) ||
    this.isDeclared(object, recorded);

  /** Whether this run creates an object of a kind: a forced replacement looks like a new resource. */
  creates = (spec: ResourceSpec): boolean =>
    this.#created.has(spec.type) ||
    isClaim(this.others.told(newOf(spec))) ||
    this.others.toldElsewhere(newOf(spec)) !== undefined;

  /** Whether an object is not free to be taken over: the run has to do with it, or a resource is to adopt it by its uid. */
  isClaimed(object: ObjectId): boolean {
    return this.knows(object) || this.#adopting.has(objectText(object)) || this.isClaimedByOthers(object);
  }

  /** Whether a resource replaces the object that is recorded for it. */
  isReplacement = (resource: Ref): boolean => this.declared.find(resource)?.isReplaced === true;

  /** Whether what the create of a resource finds in its place may be the object that it replaces (`--replace`). */
  mayFindFormer = (resource: Ref): boolean => this.declared.find(resource)?.createsFirst === true;

  /** Whether a replacement of a resource deletes first, although its diff may not ask for it. */
  deletesFirst = (resource: Ref): boolean => this.declared.find(resource)?.createsFirst === false;

  /** Whether adoptUid counts for nothing: its object was adopted earlier, and is now being replaced. */
  isAdoptionSpent(resource: Ref, inputs: Values): boolean {
    const { spec } = resource;
    return (
      this.isReplacement(resource) ||
      this.#replacedAlong.has(objectText({ spec, uid: String(inputs.adoptUid) })) ||
      this.#vacated.has(placeOfInputs(spec, inputs))
    );
  }
}

/** What processes say of a kind of which one of them creates an object. */
const newOf = ({ type }: ResourceSpec): string => `new ${type}`;
