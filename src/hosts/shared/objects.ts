import { type ObjectId, objectText } from "../../core/core";
import { type Claim, isClaim, noOtherHosts, type OtherHosts } from "./claims";

/**
 * What a run knows of an object and the resource that owns it:
 * - `created`: a create of this run has created or adopted it;
 * - `kept`: the resource that it is recorded for stays, as it is or updated;
 * - `replacing`: that resource is to be replaced;
 * - `deleted`: this run has deleted it.
 */
type Status = "created" | "kept" | "replacing" | "deleted";

const claimOf: Readonly<Record<Status, Claim>> = { created: "held", kept: "held", replacing: "free", deleted: "free" };

/** What this run knows of each object. It tells the other processes of the run, and knows what they have told. */
export class Objects {
  readonly #statuses = new Map<string, Status>();

  constructor(protected readonly others: OtherHosts = noOtherHosts) {}

  protected note(object: ObjectId, status: Status): void {
    this.#statuses.set(objectText(object), status);
    this.others.tell(objectText(object), claimOf[status]);
  }

  /** What this process knows. Undefined if it has nothing to do with the object. */
  protected statusOf(object: ObjectId): Status | undefined {
    return this.#statuses.get(objectText(object));
  }

  /** Whether an object belongs to a resource of this run, which stays. */
  isOwned(object: ObjectId): boolean {
    const status = this.statusOf(object);
    return status === "created" || status === "kept" || this.#isHeldByOthers(object);
  }

  /** Whether this run has anything to do with an object. */
  knows(object: ObjectId): boolean {
    return this.statusOf(object) !== undefined || this.#isHeldByOthers(object);
  }

  /** Whether another process holds an object, or is to have it. */
  protected isClaimedByOthers(object: ObjectId): boolean {
    return isClaim(this.others.told(objectText(object)));
  }

  #isHeldByOthers(object: ObjectId): boolean {
    return this.others.told(objectText(object)) === "held";
  }
}
