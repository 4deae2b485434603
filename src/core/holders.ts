import type { ResourceSpec } from "../description/spec/resource";
import type { Values } from "../description/spec/values";
import type { ObjectId, ResourceId } from "./ids";

/**
 * Why an object is kept:
 * - `held`: another resource of the program manages it;
 * - `read`: the program only reads it (`get`);
 * - `held elsewhere`: another provider of the program manages an object of the same uid at another address;
 * - `adoption failed`: another resource should adopt it, and did not;
 * - `create failed`: another resource should be created with its parent and key, and was not;
 * - `something failed`: so that the program may not have declared its resource, or something skipped may still need it.
 */
export type Kept =
  | {
      readonly why: "held" | "read" | "adoption failed" | "create failed" | "something failed";
    }
  | { readonly why: "held elsewhere"; readonly address: string };

export interface Holder {
  readonly urn: string;
  /** Another resource may then get its key. */
  readonly isReplaced: boolean;
  /** Its name in the program. Absent without our classes. */
  readonly name?: string | undefined;
  /** The outputs that the state has of it. Absent for a new resource. */
  readonly recorded?: Values;
}

/** What a host knows of the program's resources and their objects. It decides which objects may be deleted or adopted. */
export interface Holders {
  /** Whether this run executes the program, so that its resources are known. */
  readonly isProgramRun: boolean;
  /** Whether other processes of this run also create objects of the program. */
  readonly hasOtherHosts: boolean;
  noteCreate(object: ObjectId): void;
  noteCreateBegun(resource: ResourceId): void;
  noteCreateDone(resource: ResourceId): void;
  /** Notes that an object has the key of a new resource, and its create was refused. */
  noteTaken(object: ObjectId): void;
  /** Notes an update of an object, so its resource stays. */
  noteUpdate(object: ObjectId): void;
  /** Notes the outputs that the state has of the resource of an object. */
  noteRecorded(object: ObjectId, outputs: Values): void;
  noteDelete(object: ObjectId, recorded: Values): void;
  /** The program is about to read an object without managing it. */
  noteGet(object: ObjectId): void;
  /** Whether a resource of this run owns an object, and stays. */
  isOwned(object: ObjectId): boolean;
  /** Whether this run created, checked, changed or deleted an object. */
  hasHandled(object: ObjectId): boolean;
  /** Why an object must be kept whose resource was removed from the program. Undefined if it may be deleted. */
  whyKept(object: ObjectId & ResourceId, recorded: Values): Kept | undefined;
  /** Whether the program has a resource with its parent and key. */
  isDeclared(object: ObjectId, recorded: Values): boolean;
  /** Whether an object is deleted before its resource gets another one. */
  isDeletedFirst(object: ObjectId & ResourceId, recorded: Values): boolean;
  creates(spec: ResourceSpec): boolean;
  /** Whether another resource has or wants an object, so that it must not be taken over. */
  isClaimed(object: ObjectId): boolean;
  /** The resource of the program that has an object in the state, whether it keeps or replaces it. Undefined if this is not known. */
  holderOf(object: ObjectId): Holder | undefined;
  isReplacement(resource: ResourceId): boolean;
  /** Whether a create of a resource may find the object that the resource replaces. */
  createsFirst(resource: ResourceId): boolean;
  /** Whether adoptUid is ignored, because its object was adopted earlier and is now being replaced. */
  isAdoptionDone(resource: ResourceId, inputs: Values): boolean;
}

/** The uid of the object that a create should adopt. Undefined if there is none, or if it was adopted earlier and is being replaced. */
export function adoptUidOf(holders: Holders, resource: ResourceId, inputs: Values): string | undefined {
  const { adoptUid } = inputs;
  if (typeof adoptUid !== "string" || adoptUid === "") return undefined;
  return holders.isAdoptionDone(resource, inputs) ? undefined : adoptUid;
}
