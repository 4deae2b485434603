import { parentUidOf, storedAs } from "../../spec/place";
import { isUnique, nameOf, type ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import { adoptionOf, placeOf, placeOfInputs, resourceOf, withoutAdoption } from "./resource-identity";

/** Names one object. A uid alone does not: what exists once per parent has the uid of its parent. */
export interface ObjectId {
  readonly spec: ResourceSpec;
  readonly uid: string;
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

/** What a process of a run says of an object to the others: it holds it, is to adopt it, or lets go of it. */
export type Claim = "held" | "wanted" | "free";

/**
 * The other host processes of this run: the engine starts one for each provider of a program, and each sees only the
 * resources of its own.
 */
export interface OtherHosts {
  /** Tells them about an object. */
  tell(object: string, claim: Claim): void;
  /** What they have told about an object. */
  told(object: string): Claim | undefined;
  /** The address of another platform at which one of them manages, or is to adopt, an object of the same uid. */
  toldElsewhere(object: string): string | undefined;
  /** Whether one of them runs the program. */
  readonly areRunningProgram: boolean;
}

const nobody: OtherHosts = {
  tell: () => undefined,
  told: () => undefined,
  toldElsewhere: () => undefined,
  areRunningProgram: false,
};

const claimOf: Readonly<Record<Status, Claim>> = { created: "held", kept: "held", replacing: "free", deleted: "free" };

const textOf = ({ spec, uid }: ObjectId): string => `${storedAs(spec)} ${uid}`;

/**
 * Which objects the resources of the program own. The engine checks and diffs every resource of the program before it
 * deletes what the program no longer has, and calls no verb with the name of a resource: so a delete can only see by the uid
 * that its object is now recorded under another name. A `destroy` and a refresh check nothing, so that nothing is owned.
 *
 * The engine may replace a resource although the diff did not ask for it (`replaceOnChanges`, a replacement that an earlier
 * run left half done). It then checks the resource once more, as if it were new: an update has no such second check.
 */
export class Ownership {
  readonly #status = new Map<string, Status>();
  /** How often each resource in the state was checked and not yet diffed: a diff of the same one is the program's. */
  readonly #checked = new Map<string, number>();
  /** Objects by the resource that the program's diff has seen. */
  readonly #diffed = new Map<string, ObjectId>();
  /** Objects that resources which are not in the state want to adopt, and whether that has failed. */
  readonly #adoptions = new Map<string, "open" | "failed">();
  /** Kind, parent and key of new resources that were not created yet, and whether that has failed. */
  readonly #unfilled = new Map<string, "open" | "failed">();
  /** Objects whose key refused a create of this run. */
  readonly #taken = new Set<string>();
  /** Resources that are being replaced, with the place that their new object takes. */
  readonly #replaced = new Set<string>();
  /** Objects whose resource is replaced along with the one that it refers to: it stays, and the program has yet to say how. */
  readonly #replacedAlong = new Set<string>();
  /** Kind, parent and key of what this run has deleted. */
  readonly #vacated = new Set<string>();
  /** Kind, parent and key of what the program declares. */
  readonly #declared = new Set<string>();
  /** Types of which the program has resources that are to be made. */
  readonly #made = new Set<string>();
  #isProgramRun = false;
  #hasFailed = false;
  constructor(private readonly others: OtherHosts = nobody) {}

  /** Whether this run runs the program, so that what the program owns is known. */
  get isProgramRun(): boolean {
    return this.#isProgramRun || this.others.areRunningProgram;
  }

  /** Whether other processes of this run make objects of the program too. */
  get hasOtherHosts(): boolean {
    return this.others.areRunningProgram;
  }

  #note(object: ObjectId, status: Status): void {
    this.#status.set(textOf(object), status);
    this.others.tell(textOf(object), claimOf[status]);
  }

  #isHeldByOthers(object: ObjectId): boolean {
    return this.others.told(textOf(object)) === "held";
  }

  /**
   * Notes that inputs were checked. Answers why they must be refused: a new resource must not adopt what another owns.
   *
   * @param isRecorded the resource is in the state, and not being replaced
   */
  noteCheck(spec: ResourceSpec, inputs: Values, isRecorded: boolean): string | undefined {
    this.#isProgramRun = true;
    const resource = resourceOf(spec, inputs);
    const place = placeOfInputs(spec, inputs);
    this.#declared.add(place);
    if (isRecorded) {
      this.#checked.set(resource, (this.#checked.get(resource) ?? 0) + 1);
      return undefined;
    }
    this.#made.add(spec.type);
    const replaced = this.#diffed.get(resource);
    if (replaced !== undefined) {
      this.#note(replaced, "replacing");
      this.#replaced.add(resource).add(resourceOf(spec, withoutAdoption(inputs)));
      return undefined;
    }
    // Checked as recorded and never diffed: a replacementTrigger replaces it.
    if ((this.#checked.get(resource) ?? 0) > 0) {
      this.#replaced.add(resource).add(resourceOf(spec, withoutAdoption(inputs)));
      return undefined;
    }
    if (spec.isShared) return undefined;
    if (isUnique(spec)) this.#unfilled.set(place, "open");
    if (typeof inputs.adoptUid !== "string") return undefined;
    const object = { spec, uid: inputs.adoptUid };
    const status = this.#status.get(textOf(object));
    // In a replacement along with that of the parent, the object is deleted already, and its resource is created again.
    const isComingBack = status === "deleted" && this.#replaced.has(adoptionOf(spec, inputs));
    if (status !== undefined && !isComingBack) return ownedText(object);
    if (status !== undefined) return undefined;
    this.#adoptions.set(textOf(object), "open");
    // Told first, so that of two processes at the same moment one sees the other.
    this.others.tell(textOf(object), "wanted");
    return ["held", "wanted"].includes(this.others.told(textOf(object)) ?? "") ? ownedText(object) : undefined;
  }

  /**
   * Notes what a diff found out. Answers whether it was the program's: the engine also asks for one in a refresh, and to
   * foresee what a replacement takes with it. Throws OwnedTwiceError.
   */
  noteDiff(object: ObjectId, verdict: Verdict, desired: Values): boolean {
    const { spec, uid } = object;
    const resource = resourceOf(spec, desired);
    if (verdict === "replacing") this.#replaced.add(resource).add(resourceOf(spec, withoutAdoption(desired)));
    const count = this.#checked.get(resource) ?? 0;
    if (count === 0) {
      // In a replacement along with that of the parent, the new parent is not known yet: then adoptUid alone identifies it.
      if (verdict === "replacing") {
        this.#replaced.add(adoptionOf(spec, desired));
        this.#replacedAlong.add(textOf(object));
      }
      return false;
    }
    this.#checked.set(resource, count - 1);
    if (spec.isShared) return true;
    const name = textOf(object);
    if (this.#adoptions.has(name) || this.#status.has(name)) throw new OwnedTwiceError(ownedTwiceText(object));
    this.#note(object, verdict);
    this.#diffed.set(resource, { spec, uid });
    return true;
  }

  /** Notes that a create has created or adopted an object. */
  noteCreate(object: ObjectId): void {
    this.#note(object, "created");
    this.#adoptions.delete(textOf(object));
  }

  /** Notes that a new resource has its object. */
  noteFilled(spec: ResourceSpec, inputs: Values): void {
    this.#unfilled.delete(placeOfInputs(spec, inputs));
  }

  /** Notes that a resource could not be created or changed: what it was to adopt has not been adopted. */
  noteFailure(spec: ResourceSpec, inputs: Values): void {
    this.#hasFailed = true;
    const name = textOf({ spec, uid: String(inputs.adoptUid) });
    if (this.#adoptions.has(name)) this.#adoptions.set(name, "failed");
    const place = placeOfInputs(spec, inputs);
    if (this.#unfilled.has(place)) this.#unfilled.set(place, "failed");
  }

  /** Notes that the create of a new resource was refused because of an object that has its key. */
  noteTaken(object: ObjectId): void {
    this.#taken.add(textOf(object));
    this.others.tell(textOf(object), "wanted");
  }

  /** Notes that a resource that owns an object is being updated, and so stays. */
  noteUpdate(object: ObjectId): void {
    const name = textOf(object);
    if (this.#status.get(name) === "replacing") this.#note(object, "kept");
  }

  /** Notes that this run has deleted an object. */
  noteDelete(object: ObjectId, recorded: Values): void {
    const { spec, uid } = object;
    this.#note(object, "deleted");
    this.#vacated.add(placeOf(spec, parentUidOf(spec, uid), recorded));
  }

  /** Whether an object belongs to a resource of this run, which stays. */
  isOwned(object: ObjectId): boolean {
    const status = this.#status.get(textOf(object));
    return status === "created" || status === "kept" || this.#isHeldByOthers(object);
  }

  /**
   * Whether a resource of this run was to adopt an object and did not: with its former entry the object would be lost. In a
   * run in which something failed and that goes on (`--continue-on-error`), the engine may not even have tried.
   */
  isAdoptionMissing(object: ObjectId): boolean {
    const adoption = this.#adoptions.get(textOf(object));
    if (adoption === undefined) return this.others.told(textOf(object)) === "wanted";
    return this.#isLost(adoption);
  }

  /**
   * Whether a new resource was to be created in the place of an object, and was not: a resource that was renamed without an
   * alias, for example. An object that is replaced makes room for the new one.
   */
  isPlaceUnfilled(object: ObjectId, recorded: Values): boolean {
    const name = textOf(object);
    const place = placeOf(object.spec, parentUidOf(object.spec, object.uid), recorded);
    return this.#status.get(name) !== "replacing" && (this.#taken.has(name) || this.#isLost(this.#unfilled.get(place)));
  }

  #isLost = (state: "open" | "failed" | undefined): boolean =>
    state === "failed" || (state === "open" && this.#hasFailed);

  /**
   * The address of another platform at which a provider of this program manages an object of the same uid. Uids are random,
   * so it is the same object at another address of the platform, or its copy on a copy of the platform.
   */
  ownerElsewhere(object: ObjectId): string | undefined {
    return this.others.toldElsewhere(textOf(object));
  }

  /** Whether this run has deleted an object that is stored as a type. */
  hasDeleted(type: string, uid: string): boolean {
    return this.#status.get(`${type} ${uid}`) === "deleted";
  }

  /** Whether the program has a resource in the place of an object: if that is deleted, then for a replacement. */
  isDeclared({ spec, uid }: ObjectId, recorded: Values): boolean {
    return this.#declared.has(placeOf(spec, parentUidOf(spec, uid), recorded));
  }

  /**
   * Whether an object that is to be deleted makes room for another of the same resource. Not known of what an earlier run has
   * left behind when it replaced it in another place.
   */
  isBeingReplaced(object: ObjectId, recorded: Values): boolean {
    const name = textOf(object);
    const isReplacing = this.#status.get(name) === "replacing" || this.#replacedAlong.has(name);
    return isReplacing || this.isDeclared(object, recorded);
  }

  /** Whether this run makes an object of a kind: a forced replacement looks like a new resource. */
  makes = (spec: ResourceSpec): boolean => this.#made.has(spec.type);

  /** Whether this run has anything to do with an object. */
  knows(object: ObjectId): boolean {
    return this.#status.has(textOf(object)) || this.#isHeldByOthers(object);
  }

  /** Whether an object is not free to be taken over: the run has to do with it, or a resource is to adopt it by its uid. */
  isClaimed(object: ObjectId): boolean {
    const name = textOf(object);
    return this.knows(object) || this.#adoptions.has(name) || this.others.told(name) === "wanted";
  }

  /** Whether a new object, whatever it was to adopt, takes the place of one that is being replaced. */
  isReplacement(spec: ResourceSpec, inputs: Values): boolean {
    return this.#replaced.has(resourceOf(spec, withoutAdoption(inputs)));
  }

  /** Whether adoptUid counts for nothing: its object was adopted earlier, and is now being replaced. */
  isAdoptionSpent(spec: ResourceSpec, inputs: Values): boolean {
    return (
      this.#replaced.has(resourceOf(spec, inputs)) ||
      this.#replaced.has(adoptionOf(spec, inputs)) ||
      this.#vacated.has(placeOfInputs(spec, inputs))
    );
  }
}

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
