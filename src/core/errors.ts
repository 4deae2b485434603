import { type Cause, PlatformError } from "../client/api/errors";
import type { Values } from "../description/spec/values";
import type { JsonObject } from "../description/wire/json";

/** The object was created or changed in part. Only this error has an `id`: the engine records `properties`, and the next `up` completes it. */
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

export class AlreadyThereError extends PlatformError {
  override readonly name = "AlreadyThereError";
}

export class TakenError extends AlreadyThereError {
  constructor(
    message: string,
    /** The objects that have the key, as the platform lists them. */
    readonly found: readonly JsonObject[],
    options?: Cause,
  ) {
    super(message, options);
  }
}

/** An existing object cannot become the object of this resource. */
export class AdoptionError extends PlatformError {
  override readonly name = "AdoptionError";
}

/** The server accepted a request, but did not apply it. */
export class NotAppliedError extends PlatformError {
  override readonly name = "NotAppliedError";
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
