import type { ResourceSpec } from "../spec/resource";
import type { Values } from "../spec/values";
import type { ObjectId, ResourceId } from "./ids";

/**
 * Why an object is kept:
 * - `held`: another resource of the program holds it;
 * - `held elsewhere`: another provider of the program manages an object of the same uid at another address;
 * - `adoption failed`: another resource was to adopt it, and did not;
 * - `create failed`: another resource was to be created in its place, and was not.
 */
export type Kept =
  | { readonly why: "held" | "adoption failed" | "create failed" }
  | { readonly why: "held elsewhere"; readonly address: string };

/**
 * What a host knows of the resources of the program, and of the objects that they hold. It is told what becomes of the
 * objects, because it decides by that which of them a delete or an adoption may have.
 */
export interface Holders {
  /** Whether this run runs the program, so that what the program owns is known. */
  readonly isProgramRun: boolean;
  /** Whether other processes of this run create objects of the program too. */
  readonly hasOtherHosts: boolean;
  /** Notes that a create has created or adopted an object. */
  noteCreate(object: ObjectId): void;
  /** Notes that a new resource has its object. */
  noteFilled(resource: ResourceId): void;
  /** Notes that a resource could not be created or changed. */
  noteFailure(resource: ResourceId): void;
  /** Notes that the create of a new resource was refused because of an object that has its key. */
  noteTaken(object: ObjectId): void;
  /** Notes that a resource that owns an object is being updated, and so stays. */
  noteUpdate(object: ObjectId): void;
  /** Notes that this run has deleted an object. */
  noteDelete(object: ObjectId, recorded: Values): void;
  /** Whether an object belongs to a resource of this run, which stays. */
  isOwned(object: ObjectId): boolean;
  /** Whether this run has anything to do with an object. */
  knows(object: ObjectId): boolean;
  /** Why an object whose resource leaves the program must be kept, or undefined if it may be deleted. */
  whyKept(object: ObjectId, recorded: Values): Kept | undefined;
  /** Whether the program has a resource in the place of an object. */
  isDeclared(object: ObjectId, recorded: Values): boolean;
  /** Whether an object that is to be deleted makes room for another of the same resource. */
  isBeingReplaced(object: ObjectId, recorded: Values): boolean;
  /** Whether this run creates an object of a kind. */
  creates(spec: ResourceSpec): boolean;
  /** Whether an object is not free to be taken over. */
  isClaimed(object: ObjectId): boolean;
  /** Whether a resource replaces the object that is recorded for it. */
  isReplacement(resource: ResourceId): boolean;
  /** Whether what the create of a resource finds in its place may be the object that it replaces. */
  mayFindFormer(resource: ResourceId): boolean;
  /** Whether adoptUid counts for nothing, because its object was adopted earlier and is now being replaced. */
  isAdoptionSpent(resource: ResourceId, inputs: Values): boolean;
}
