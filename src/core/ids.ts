import { GROUP, storedAs } from "../spec/place";
import type { ResourceSpec } from "../spec/resource";

/** Names one object. A uid alone does not: what exists once per parent has the uid of its parent. */
export interface ObjectId {
  readonly spec: ResourceSpec;
  readonly uid: string;
}

/** Names one object by the type that the platform stores it as. */
export interface StoredId {
  readonly spec: Pick<ResourceSpec, "type" | "isRootOf">;
  readonly uid: string;
}

/** Names one resource of the program. */
export interface ResourceId {
  readonly spec: ResourceSpec;
  /** The URN, or a hash of it. Absent in a read, an update, a delete, and for a resource that is only read. */
  readonly urn?: string | undefined;
}

/** Names a group. */
export const groupId = (uid: string): StoredId => ({ spec: { type: GROUP }, uid });

/** An object as a key of maps, and as the processes of a run call it. */
export const objectText = ({ spec, uid }: StoredId): string => `${storedAs(spec)} ${uid}`;
