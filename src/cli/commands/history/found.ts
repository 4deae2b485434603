import type { TagReference } from "../../../api/registry/requests";
import type { Churn, Interval } from "./intervals";

/** What was found out about a tag. Times in milliseconds since 1970. */
export interface Found {
  readonly reference: TagReference;
  readonly since: number | undefined;
  readonly until: number;
  /** To when something can have stood: `until`, but no time to come. */
  readonly end: number;
  /** The digest when the window began. */
  readonly before: string | undefined;
  readonly intervals: readonly Interval[];
  readonly churn: Churn;
}
