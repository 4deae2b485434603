import type { ResourceSpec } from "../../description/spec/resource";
import type { Values } from "../../description/spec/values";
import type { Query } from "../gateway/queries";
import type { Capability } from "../gateway/route";
import type { EmulatorSettings } from "../options";
import type { Resource, Store } from "../store";

export interface Draft {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly values: Values;
  /** The stored values. Absent on create. */
  readonly former: Values | undefined;
  readonly now: Date;
  readonly store: Store;
  readonly settings: Pick<EmulatorSettings, "strict" | "uniqueTags" | "gracePeriod" | "scimOwnership">;
}

export interface Rules {
  /** Key fields are unique under the parent. Otherwise duplicates are accepted, because the API does not exclude them. */
  readonly unique?: true;
  /** Checks several fields. Returns the invalid field and the reason. */
  readonly complaint?: (uid: string, values: Values) => readonly [field: string, description: string] | undefined;
  /** Refuses what a strict platform does not accept. Throws StatusError. */
  readonly refuse?: (draft: Pick<Draft, "spec" | "values" | "former" | "store">) => void;
  /** Returns the capability that these values need in addition to those of the verb. */
  readonly neededFor?: (values: Values, former: Values) => Capability | undefined;
  /** Sets the values that the server sets (platform API: IAM-24). Throws StatusError. */
  readonly fill?: (draft: Draft) => Values;
  /** Whether others may refer to an object with this uid before it exists. */
  readonly mayBeFuture?: (uid: string) => boolean;
  /** Name of a field with a role. The caller must have its capabilities in the organization (platform API: IAM-17). */
  readonly grants?: string;
  /** Whether the platform overwrites fields that have their own paths, so that a written value does not last. */
  readonly overwritesSubresources?: (values: Values) => boolean;
  /** Returns values for responses, if they depend on the time or on a setting. */
  readonly shown?: (resource: Resource, settings: EmulatorSettings) => Values;
  readonly hasEnded?: (values: Values, now: Date) => boolean;
  /** Additional fields with a filter of the same name. */
  readonly filteredBy?: readonly string[];
  /** Filters that apply even if they are empty (platform API: LIST-6). */
  readonly filtersByEmpty?: readonly string[];
  readonly orderedBy?: readonly string[];
  /** Default order of a List. By uid if absent. */
  readonly defaultOrder?: string;
  readonly filter?: (query: Query) => (resource: Resource) => boolean;
}
