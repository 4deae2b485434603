import type { ResourceSpec } from "../../spec/resource";
import type { Values } from "../../spec/values";
import type { Query } from "../gateway/queries";
import type { Resource, Store } from "../store";

/** A resource about to be stored. */
export interface Draft {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly values: Values;
  /** What is stored so far; absent on create. */
  readonly former: Values | undefined;
  readonly now: Date;
  readonly store: Store;
}

/** The behavior of a kind of resource that its spec does not describe. */
export interface Rules {
  /** The key fields are unique under the parent. Where the API does not promise that, duplicates are accepted on purpose. */
  readonly unique?: true;
  /** Checks across fields: the field that is wrong, and why. */
  readonly complaint?: (uid: string, values: Values) => readonly [field: string, description: string] | undefined;
  /** Values that the server sets by itself (platform API: IAM-24). Throws StatusError. */
  readonly fill?: (draft: Draft) => Values;
  /** Values as an answer has them, where they depend on the time. */
  readonly shown?: (resource: Resource, now: Date) => Values;
  /** Whether a resource has expired. */
  readonly hasEnded?: (values: Values, now: Date) => boolean;
  /** Fields that a query parameter of the same name filters by, besides those that the spec declares. */
  readonly filteredBy?: readonly string[];
  /** Filters that count even when they are empty (platform API: LIST-6). */
  readonly filtersByEmpty?: readonly string[];
  /** Fields to order a List by, besides uid, name and the times. */
  readonly orderedBy?: readonly string[];
  /** The order of a List that asks for none; by uid where this is left out. */
  readonly defaultOrder?: string;
  /** Filters of List that no field declares. */
  readonly filter?: (query: Query) => (resource: Resource) => boolean;
}
