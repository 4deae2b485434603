import { GROUP, storedAs } from "../description/spec/place";
import type { ResourceSpec } from "../description/spec/resource";

/** Identifies one object. A uid alone does not, because some kinds have the uid of their parent. */
export interface ObjectId {
  readonly spec: ResourceSpec;
  readonly uid: string;
}

/** Identifies one object by the type that the platform stores. */
export interface StoredId {
  readonly spec: Pick<ResourceSpec, "type" | "peculiar">;
  readonly uid: string;
}

export interface ResourceId {
  readonly spec: ResourceSpec;
  /** The URN, or a hash of it. Undefined where the host does not know it. Required, because nothing finds a resource without it. */
  readonly urn: string | undefined;
}

export const groupId = (uid: string): StoredId => ({ spec: { type: GROUP }, uid });

export const ROLE_BINDING = "iam:RoleBinding";

export const roleBindingId = (uid: string): StoredId => ({ spec: { type: ROLE_BINDING }, uid });

/** An object as a key of maps. The processes of a run use the same text. */
export const objectText = ({ spec, uid }: StoredId): string => `${storedAs(spec)} ${uid}`;
