import { type ObjectId, objectText } from "../../core/core";
import { ProgramRun } from "./program-run";

/**
 * What a run knows of an object and its resource:
 * - `created`: a create of this run created or adopted it;
 * - `kept`: the resource that it is recorded for stays, unchanged or updated;
 * - `replacing`: that resource will be replaced;
 * - `deleted`: this run deleted it.
 */
type ObjectStatus = "created" | "kept" | "replacing" | "deleted";

const isHeld = (status: ObjectStatus | undefined): boolean => status === "created" || status === "kept";

/** What this run knows of each object. It shares this with the other processes of the run. */
export class Objects extends ProgramRun {
  readonly #statuses = new Map<string, ObjectStatus>();
  readonly #read = new Set<string>();

  protected note(object: ObjectId, status: ObjectStatus): void {
    this.#statuses.set(objectText(object), status);
    this.others.report(objectText(object), isHeld(status) ? "held" : "free");
  }

  /**
   * Pulumi ignores the aliases of a `get`. So it deletes the former entry of an object that is now only read, if its name, parent or host
   * changed too. The engine reads in `destroy --run-program` as well, so such an entry is not just forgotten.
   */
  noteGet(object: ObjectId): void {
    this.noteProgram();
    this.#read.add(objectText(object));
    this.others.announce(readOf(object), "held");
  }

  protected isRead(object: ObjectId): boolean {
    return this.#read.has(objectText(object)) || this.others.claimOn(readOf(object)) === "held";
  }

  /** What this process knows. Undefined if it has not handled the object. */
  protected statusOf(object: ObjectId): ObjectStatus | undefined {
    return this.#statuses.get(objectText(object));
  }

  isOwned(object: ObjectId): boolean {
    return isHeld(this.statusOf(object)) || this.#isHeldByOthers(object);
  }

  hasHandled(object: ObjectId): boolean {
    return this.statusOf(object) !== undefined || this.#isHeldByOthers(object);
  }

  protected isClaimedByOthers(object: ObjectId): boolean {
    return this.others.claimOn(objectText(object)) !== undefined;
  }

  #isHeldByOthers(object: ObjectId): boolean {
    return this.others.claimOn(objectText(object)) === "held";
  }
}

/** The name by which processes announce that the program reads an object. */
const readOf = (object: ObjectId): string => `read ${objectText(object)}`;
