import { parentUidOf, placeOf, placeOfInputs, placeText, storedAs } from "../../spec/place";
import { isUnique, keyFields, nameOf, type ResourceSpec } from "../../spec/resource";
import { UNKNOWN } from "../../spec/unknown";
import { isValues, type Values } from "../../spec/values";

/** Names one object. A uid alone does not: what exists once per parent has the uid of its parent. */
export interface ObjectId {
  readonly spec: ResourceSpec;
  readonly uid: string;
}

/** Names one resource of the program. */
export interface ResourceId {
  readonly spec: ResourceSpec;
  /** The URN, or a hash of it. Absent in a read, an update, a delete, and for a resource that is only read. */
  readonly urn?: string | undefined;
}

/**
 * What a run knows of an object and the resource that owns it:
 * - `created`: a create of this run has created or adopted it;
 * - `kept`: the resource that it is recorded for stays, as it is or updated;
 * - `replacing`: that resource is to be replaced;
 * - `deleted`: this run has deleted it.
 */
type Status = "created" | "kept" | "replacing" | "deleted";

/** What a diff found out about the resource that records a uid. */
export type Verdict = "kept" | "replacing";

/** Two resources of the program record one object. The message says what to do. */
export class OwnedTwiceError extends Error {
  override readonly name = "OwnedTwiceError";
}

/**
 * What a process of a run says of an object or of a place to the others: it holds it, is to adopt or to fill it, or lets go
 * of it.
 */
export type Claim = "held" | "wanted" | "free";

/**
 * The other host processes of this run: the engine starts one for each provider of a program, and each sees only the
 * resources of its own.
 */
export interface OtherHosts {
  /** Tells them about an object or a place. */
  tell(name: string, claim: Claim): void;
  /** What they have told about an object or a place. */
  told(name: string): Claim | undefined;
  /** The address of another platform at which one of them manages, or is to adopt, an object of the same uid. */
  toldElsewhere(object: string): string | undefined;
  /** Whether one of them runs the program. */
  readonly areRunningProgram: boolean;
  /** Tells them that something failed. */
  tellFailure(): void;
  /** Whether something failed in one of them. */
  readonly haveFailed: boolean;
}

const nobody: OtherHosts = {
  tell: () => undefined,
  told: () => undefined,
  toldElsewhere: () => undefined,
  areRunningProgram: false,
  tellFailure: () => undefined,
  haveFailed: false,
};

const claimOf: Readonly<Record<Status, Claim>> = { created: "held", kept: "held", replacing: "free", deleted: "free" };

const textOf = ({ spec, uid }: ObjectId): string => `${storedAs(spec)} ${uid}`;

/** A resource that the program of this run declares, as its checks and its diff have shown it. */
interface Declared {
  readonly urn: string;
  readonly type: string;
  /** The inputs of its last check, as text. */
  inputs: string;
  /** Whether the engine has passed what is recorded of it, and has not asked for a diff since. */
  isDiffPending: boolean;
  /** Whether it replaces the object that is recorded for it. */
  isReplaced: boolean;
  /** The object that is recorded for it, once its diff has named it. */
  object?: ObjectId;
  /** How far the create of a new resource has come, and its place. Absent for a resource that is in the state. */
  create?: { state: "open" | "failed" | "done"; readonly place: string };
}

/**
 * Which objects the resources of the program own. The engine checks and diffs every resource of the program before it
 * deletes what the program no longer has. A check is told the URN, and the diff and the create that follow have the inputs that
 * it returned. A delete can only see by the uid that its object now belongs to another resource. A `destroy` and a refresh
 * check nothing, so that nothing is owned.
 *
 * A resource that is checked with what is recorded of it, and then as if it were new, is being replaced. The engine does so
 * even where the diff did not ask for it (`replaceOnChanges`, a replacement that an earlier run left half done).
 */
export class Ownership {
  readonly #objects = new Map<string, Status>();
  /** By URN. */
  readonly #resources = new Map<string, Declared>();
  /** The resources of each place: kind, parent and key. */
  readonly #places = new Map<string, Set<Declared>>();
  /** New resources by the object that they are to adopt. */
  readonly #adopting = new Map<string, Declared>();
  /** Objects whose key refused a create of this run. */
  readonly #taken = new Set<string>();
  /** Objects whose resource is replaced along with the one that it refers to, before the program has declared it. */
  readonly #replacedAlong = new Set<string>();
  /** Kind, parent and key of what this run has deleted. */
  readonly #vacated = new Set<string>();
  /** Types of which the program has resources that are to be created. */
  readonly #created = new Set<string>();
  #hasFailed = false;
  #hasToldFailure = false;
  constructor(private readonly others: OtherHosts = nobody) {}

  /** Whether this run runs the program, so that what the program owns is known. */
  get isProgramRun(): boolean {
    return this.#resources.size > 0 || this.others.areRunningProgram;
  }

  /** Whether other processes of this run create objects of the program too. */
  get hasOtherHosts(): boolean {
    return this.others.areRunningProgram;
  }

  #note(object: ObjectId, status: Status): void {
    this.#objects.set(textOf(object), status);
    this.others.tell(textOf(object), claimOf[status]);
  }

  #isHeldByOthers(object: ObjectId): boolean {
    return this.others.told(textOf(object)) === "held";
  }

  #find({ urn }: ResourceId): Declared | undefined {
    return urn === undefined ? undefined : this.#resources.get(urn);
  }

  /**
   * Notes that inputs were checked. Returns why they must be refused: a new resource must neither adopt what another owns
   * nor be created in the place of another.
   *
   * @param isRecorded whether the engine passed what is recorded of the resource
   */
  noteCheck(
    { spec, urn }: ResourceId & { readonly urn: string },
    inputs: Values,
    isRecorded: boolean,
  ): string | undefined {
    const before = this.#resources.get(urn);
    const declared = before ?? { urn, type: spec.type, inputs: "", isDiffPending: false, isReplaced: false };
    declared.inputs = canonical(inputs);
    this.#resources.set(urn, declared);
    this.#tellFailure();
    const place = placeOfInputs(spec, inputs);
    const isTaken = this.#notePlace(spec, place, declared);
    if (isRecorded) {
      declared.isDiffPending = true;
      return undefined;
    }
    this.#created.add(spec.type);
    if (spec.deletableIf !== undefined) this.others.tell(newOf(spec), "wanted");
    if (before !== undefined && before.create === undefined) {
      before.isReplaced = true;
      before.isDiffPending = false;
      if (before.object !== undefined) this.#note(before.object, "replacing");
      return undefined;
    }
    if (spec.isShared) return undefined;
    declared.create = { state: "open", place };
    if (isUnique(spec)) this.others.tell(place, "wanted");
    return this.#noteAdoption(spec, inputs, declared) ?? (isTaken ? placeTwiceText(spec) : undefined);
  }

  /**
   * The URN of the resource whose check returned these inputs, and which the engine has yet to diff or to create. A policy may
   * change inputs after the check: then it is one in that place, or for a diff the one of its kind that was checked last, because
   * the engine checks and diffs one resource after another. Of several that are alike any will do.
   */
  urnOf(spec: ResourceSpec, inputs: Values, next: "diff" | "create"): string | undefined {
    const isNext = ({ create, isDiffPending, isReplaced }: Declared) =>
      next === "diff" ? isDiffPending : isReplaced || (create !== undefined && create.state !== "done");
    const there = [...(this.#places.get(placeOfInputs(spec, inputs)) ?? [])].filter(isNext);
    const text = canonical(inputs);
    // Unknown inputs may be those of a diff that asks what a replacement replaces along with it.
    const isOfProgram = next === "diff" && !text.includes(UNKNOWN);
    const last = () => [...this.#resources.values()].findLast((one) => one.type === spec.type && isNext(one));
    return (there.find(({ inputs }) => inputs === text) ?? there[0] ?? (isOfProgram ? last() : undefined))?.urn;
  }

  /** Notes the place of a resource. Returns whether another resource has the same place. */
  #notePlace(spec: ResourceSpec, place: string, declared: Declared): boolean {
    const there = this.#places.get(place) ?? new Set();
    this.#places.set(place, there.add(declared));
    return isUnique(spec) && there.size > 1 && !place.includes(UNKNOWN);
  }

  /** Notes what a new resource is to adopt. Returns why it must not. */
  #noteAdoption(spec: ResourceSpec, { adoptUid }: Values, declared: Declared): string | undefined {
    if (typeof adoptUid !== "string") return undefined;
    const object = { spec, uid: adoptUid };
    const name = textOf(object);
    const refusal = `adoptUid cannot be used: ${ownedText(object)}`;
    // In a replacement along with that of the parent, the object is deleted already, and its resource is created again.
    if (this.#objects.get(name) === "deleted" && this.#replacedAlong.has(name)) return undefined;
    const adopting = this.#adopting.get(name);
    if (this.#objects.has(name) || (adopting !== undefined && adopting !== declared)) return refusal;
    this.#adopting.set(name, declared);
    // Told first, so that of two processes at the same moment one sees the other.
    this.others.tell(name, "wanted");
    return isClaim(this.others.told(name)) ? refusal : undefined;
  }

  /**
   * Notes what a diff found out. Returns whether it was the program's: the engine also asks for one in a refresh, and to
   * find out what a replacement replaces along with it. Throws OwnedTwiceError.
   */
  noteDiff(object: ObjectId & ResourceId, verdict: Verdict): boolean {
    const { spec, uid } = object;
    const name = textOf(object);
    const declared = this.#find(object);
    if (declared?.isDiffPending !== true) {
      if (verdict === "replacing") this.#replacedAlong.add(name);
      return false;
    }
    declared.isDiffPending = false;
    if (spec.isShared) return true;
    const isOwned = this.#adopting.has(name) || this.#objects.has(name);
    if (isOwned) throw new OwnedTwiceError(ownedTwiceText(object));
    this.#note(object, verdict);
    // Told first, as above.
    if (isClaim(this.others.told(name))) throw new OwnedTwiceError(ownedTwiceText(object));
    declared.object = { spec, uid };
    if (verdict === "replacing") declared.isReplaced = true;
    return true;
  }

  /** Notes that a create has created or adopted an object. */
  noteCreate(object: ObjectId): void {
    this.#note(object, "created");
    this.#adopting.delete(textOf(object));
  }

  /** Notes that a new resource has its object. */
  noteFilled(resource: ResourceId): void {
    const create = this.#find(resource)?.create;
    if (create === undefined) return;
    create.state = "done";
    if (isUnique(resource.spec)) this.others.tell(create.place, "free");
  }

  /** Notes that a resource could not be created or changed. */
  noteFailure(resource: ResourceId): void {
    this.#hasFailed = true;
    this.#tellFailure();
    const create = this.#find(resource)?.create;
    if (create?.state === "open") create.state = "failed";
  }

  /** Tells the others once that something failed. A refresh deletes nothing, and has nothing to tell. */
  #tellFailure(): void {
    if (!this.#hasFailed || this.#hasToldFailure || this.#resources.size === 0) return;
    this.#hasToldFailure = true;
    this.others.tellFailure();
  }

  /** Notes that the create of a new resource was refused because of an object that has its key. */
  noteTaken(object: ObjectId): void {
    this.#taken.add(textOf(object));
    this.others.tell(textOf(object), "wanted");
  }

  /** Notes that a resource that owns an object is being updated, and so stays. */
  noteUpdate(object: ObjectId): void {
    if (this.#objects.get(textOf(object)) === "replacing") this.#note(object, "kept");
  }

  /** Notes that this run has deleted an object. */
  noteDelete(object: ObjectId, recorded: Values): void {
    this.#note(object, "deleted");
    this.#vacated.add(placeOfObject(object, recorded));
  }

  /** Whether an object belongs to a resource of this run, which stays. */
  isOwned(object: ObjectId): boolean {
    const status = this.#objects.get(textOf(object));
    return status === "created" || status === "kept" || this.#isHeldByOthers(object);
  }

  /**
   * Whether a resource of this run was to adopt an object and did not: with its former entry the object would be lost. In a
   * run in which something failed and that goes on (`--continue-on-error`), the engine may not even have tried.
   */
  isAdoptionMissing(object: ObjectId): boolean {
    const adopting = this.#adopting.get(textOf(object));
    return adopting === undefined ? this.others.told(textOf(object)) === "wanted" : this.#isMissing(adopting);
  }

  /**
   * Whether a new resource was to be created in the place of an object, and was not: a resource that was renamed without an
   * alias, for example. An object that is replaced makes room for the new one.
   */
  isPlaceUnfilled(object: ObjectId, recorded: Values): boolean {
    const name = textOf(object);
    if (!isUnique(object.spec) || this.#objects.get(name) === "replacing") return false;
    const place = placeOfObject(object, recorded);
    const isMissing = [...(this.#places.get(place) ?? [])].some((declared) => this.#isMissing(declared));
    // What another process was to create, it has by now, unless that failed.
    const isMissed = this.others.told(place) === "wanted" || this.others.toldElsewhere(place) !== undefined;
    return isMissing || isMissed || this.#taken.has(name);
  }

  #isMissing = ({ create }: Declared): boolean =>
    create?.state === "failed" || (create?.state === "open" && (this.#hasFailed || this.others.haveFailed));

  /**
   * The address of another platform at which a provider of this program manages an object of the same uid. Uids are random,
   * so it is the same object at another address of the platform, or its copy on a copy of the platform.
   */
  ownerElsewhere(object: ObjectId): string | undefined {
    return this.others.toldElsewhere(textOf(object));
  }

  /** Whether this run has deleted an object that is stored as a type. */
  hasDeleted(type: string, uid: string): boolean {
    return this.#objects.get(`${type} ${uid}`) === "deleted";
  }

  /** Whether the program has a resource in the place of an object: if that is deleted, then for a replacement. */
  isDeclared(object: ObjectId, recorded: Values): boolean {
    return this.#places.has(placeOfObject(object, recorded));
  }

  /**
   * Whether an object that is to be deleted makes room for another of the same resource. Not known of what an earlier run has
   * left behind when it replaced it in another place.
   */
  isBeingReplaced(object: ObjectId, recorded: Values): boolean {
    const name = textOf(object);
    const isReplacing = this.#objects.get(name) === "replacing" || this.#replacedAlong.has(name);
    return isReplacing || this.isDeclared(object, recorded);
  }

  /** Whether this run creates an object of a kind: a forced replacement looks like a new resource. */
  creates = (spec: ResourceSpec): boolean =>
    this.#created.has(spec.type) ||
    isClaim(this.others.told(newOf(spec))) ||
    this.others.toldElsewhere(newOf(spec)) !== undefined;

  /** Whether this run has anything to do with an object. */
  knows(object: ObjectId): boolean {
    return this.#objects.has(textOf(object)) || this.#isHeldByOthers(object);
  }

  /** Whether an object is not free to be taken over: the run has to do with it, or a resource is to adopt it by its uid. */
  isClaimed(object: ObjectId): boolean {
    const name = textOf(object);
    return this.knows(object) || this.#adopting.has(name) || isClaim(this.others.told(name));
  }

  /** Whether a resource replaces the object that is recorded for it. */
  isReplacement(resource: ResourceId): boolean {
    return this.#find(resource)?.isReplaced === true;
  }

  /** Whether adoptUid counts for nothing: its object was adopted earlier, and is now being replaced. */
  isAdoptionSpent(resource: ResourceId, inputs: Values): boolean {
    const { spec } = resource;
    return (
      this.isReplacement(resource) ||
      this.#replacedAlong.has(textOf({ spec, uid: String(inputs.adoptUid) })) ||
      this.#vacated.has(placeOfInputs(spec, inputs))
    );
  }
}

/** JSON that is the same for equal values: the engine sends the keys of a map in any order. */
const canonical = (values: Values): string =>
  JSON.stringify(values, (_key, value: unknown) =>
    isValues(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

/** What processes say of a kind of which one of them creates an object. */
const newOf = ({ type }: ResourceSpec): string => `new ${type}`;

const isClaim = (told: Claim | undefined): boolean => told === "held" || told === "wanted";

const placeOfObject = ({ spec, uid }: ObjectId, recorded: Values): string =>
  placeOf(spec, parentUidOf(spec, uid), recorded);

/** Why an object cannot be adopted: another resource owns it. */
export const ownedText = ({ spec, uid }: ObjectId): string =>
  `the ${nameOf(spec)} ${uid} is held by another resource of this program. ` +
  // advice: take-former-out
  "Was that one renamed or moved? Then take it out of the program, and its object stays with this one";

const ownedTwiceText = ({ spec, uid }: ObjectId): string =>
  `Two resources of this program hold the same ${nameOf(spec)}: ${uid}. ` +
  // advice: take-one-out
  "Take one of them out of the program, and run pulumi up without --target: the object stays with the other, and only the " +
  "entry of this one leaves the state";

const placeTwiceText = (spec: ResourceSpec): string =>
  `Another resource of this program has the same ${placeText(spec)}. Nothing was created. ` +
  // advice: two-with-one-key
  `Remove one of the two from the program${keyFields(spec).length === 0 ? "" : `, or give it another ${keyFields(spec)[0]?.[0]}`}`;
