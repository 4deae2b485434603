import { ConfigurationError, PlatformError } from "../api/errors";

/** Invalid arguments of a lookup. Nothing was sent. */
export class ArgumentError extends ConfigurationError {
  override readonly name = "ArgumentError";
}

/** A question for one object has no answer, or more than one. */
export class NoSingleAnswerError extends PlatformError {
  override readonly name = "NoSingleAnswerError";
}
