import { ConfigurationError, PlatformError } from "../../client/api/errors";

/** Invalid arguments of a lookup. No request was sent. */
export class ArgumentError extends ConfigurationError {
  override readonly name = "ArgumentError";
}

/** A lookup of one object found none, or more than one. */
export class NoSingleAnswerError extends PlatformError {
  override readonly name = "NoSingleAnswerError";
}
