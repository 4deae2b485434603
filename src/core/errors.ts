import { type Cause, PlatformError } from "../api/errors";
import type { JsonObject } from "../api/json";
import type { Values } from "../spec/values";

/**
 * The object exists, but not all of it could be made or changed. The only error with an `id`: the engine records the
 * object as it is in `properties` and calls update at the next `up`, which makes what is missing.
 */
export class IncompleteError extends PlatformError {
  override readonly name = "IncompleteError";
  readonly id: string;
  /** Outputs to record, without the fields that were not applied. */
  readonly properties: Values;

  constructor(
    message: string,
    { id, properties }: { readonly id: string; readonly properties: Values },
    options?: Cause,
  ) {
    super(message, options);
    this.id = id;
    this.properties = properties;
  }
}

/** An object with the same key is there already. */
export class AlreadyThereError extends PlatformError {
  override readonly name = "AlreadyThereError";
}

/** The key of a new object is taken. */
export class TakenError extends AlreadyThereError {
  constructor(
    message: string,
    /** The objects that have it, as the platform lists them. */
    readonly found: readonly JsonObject[],
    options?: Cause,
  ) {
    super(message, options);
  }
}

/** An object that exists cannot become this resource. */
export class AdoptionError extends PlatformError {
  override readonly name = "AdoptionError";
}

/** The server accepted the request and did not do what it asks. */
export class NotAppliedError extends PlatformError {
  override readonly name = "NotAppliedError";
}

/** The platform, or what answers in its place, says that an object was deleted, and it is still there. */
export class StillThereError extends PlatformError {
  override readonly name = "StillThereError";
}

/** A delete is blocked by what is still inside or still refers to the object. */
export class DependentsRemainError extends PlatformError {
  override readonly name = "DependentsRemainError";
}

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
