import { type Code, findDetail, type Status } from "./status";

/**
 * The error classes of the package. None carries an `id`, a numeric `code` or a string `details`: the Pulumi host reads
 * meaning into those. The message alone tells the story, for it is all that the engine shows.
 */
export class PlatformError extends Error {
  override readonly name: string = "PlatformError";
}

/** A setting is missing or unusable. Nothing was sent. */
export class ConfigurationError extends PlatformError {
  override readonly name = "ConfigurationError";
}

/** No answer came. `ambiguous`: the request may have been carried out all the same. */
export class TransportError extends PlatformError {
  override readonly name = "TransportError";
  constructor(
    message: string,
    readonly ambiguous: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** How an answer leaves a request. */
export interface Circumstances {
  /** The request may have been carried out all the same. */
  readonly ambiguous: boolean;
  /** How long the server wants to be left alone, in milliseconds; absent where it does not say. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer came that the platform would not give: a proxy's page, broken JSON, another resource, a redirect. */
export class ProtocolError extends PlatformError {
  override readonly name = "ProtocolError";
  readonly retryAfterMs?: number;
  /** Something before the platform had nowhere to send the request (HTTP 502 or 503): it passes. */
  readonly isUnavailable: boolean;
  constructor(
    message: string,
    readonly ambiguous: boolean,
    {
      retryAfterMs,
      isUnavailable = false,
      ...options
    }: ErrorOptions & Pick<Circumstances, "retryAfterMs"> & { readonly isUnavailable?: boolean } = {},
  ) {
    super(message, options);
    this.isUnavailable = isUnavailable;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

/** The platform said no. */
export class ApiError extends PlatformError implements Circumstances {
  override readonly name: string = "ApiError";
  readonly code: Code;
  readonly ambiguous: boolean;
  readonly retryAfterMs?: number;
  constructor(
    message: string,
    readonly status: Status,
    { ambiguous, retryAfterMs }: Circumstances,
  ) {
    super(message);
    this.code = status.code;
    this.ambiguous = ambiguous;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

/** The request has a field that the platform does not accept. */
export class InvalidArgumentError extends ApiError {
  override readonly name = "InvalidArgumentError";
  /** The fields at fault, as the server spells them. */
  readonly violations = findDetail(this.status, "BadRequest")?.fieldViolations ?? [];
}

/** The token is missing, unknown or has expired. */
export class UnauthenticatedError extends ApiError {
  override readonly name = "UnauthenticatedError";
}

/** The identity behind the token may not do this. */
export class PermissionDeniedError extends ApiError {
  override readonly name = "PermissionDeniedError";
}

/**
 * There is nothing at this path. Only with `resource` does the platform speak of a missing resource; without, the path
 * itself may be unknown (a wrong base URL).
 */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
  readonly resource = findDetail(this.status, "ResourceInfo");
}

/** The name or key is taken. */
export class AlreadyExistsError extends ApiError {
  override readonly name = "AlreadyExistsError";
}

/** Something must happen first; of a delete: what is still inside must go. */
export class PreconditionError extends ApiError {
  override readonly name = "PreconditionError";
  readonly violations = findDetail(this.status, "PreconditionFailure")?.violations ?? [];
  /** How many more the server gave. */
  readonly leftOut = findDetail(this.status, "PreconditionFailure")?.leftOut ?? 0;
}

/** Too many requests. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** The platform cannot answer now. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}

const classes: Partial<Record<Code, new (message: string, status: Status, circumstances: Circumstances) => ApiError>> =
  {
    INVALID_ARGUMENT: InvalidArgumentError,
    UNAUTHENTICATED: UnauthenticatedError,
    PERMISSION_DENIED: PermissionDeniedError,
    NOT_FOUND: NotFoundError,
    ALREADY_EXISTS: AlreadyExistsError,
    FAILED_PRECONDITION: PreconditionError,
    RESOURCE_EXHAUSTED: RateLimitError,
    UNAVAILABLE: UnavailableError,
  };

/**
 * The error for a Status: `[NOT_FOUND] GET /iam/v2/groups/abc: "group not found"`. What the server said is in quotes, which
 * it cannot end.
 *
 * @param status with texts that may be shown (`shownStatus`)
 * @param request method and path, without query, for a query may hold what is nobody's business
 * @param circumstances with `tail`, what we have to say after the server
 */
export function fromStatus(
  status: Status,
  request: string,
  { tail, ...circumstances }: Circumstances & { readonly tail: string },
): ApiError {
  const text = status.message === "" ? "the server gave no message" : `"${status.message.replaceAll('"', "'")}"`;
  const Class = classes[status.code] ?? ApiError;
  return new Class(`[${status.code}] ${request}: ${text}${tail}`, status, circumstances);
}

/** Answers nothing for a request that failed, for what must not fail with it. Other errors are bugs, and stay errors. */
export function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof PlatformError)) throw error;
  return undefined;
}

/** Whether a failed request may have been carried out. */
export const isAmbiguous = (error: unknown): boolean =>
  (error instanceof TransportError || error instanceof ProtocolError || error instanceof ApiError) && error.ambiguous;

/** Whether a request was refused because the platform is not there for the moment: it passes. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || (error instanceof ProtocolError && error.isUnavailable);

/** How long the server asks to be left alone, in milliseconds; nothing where it does not say. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError || error instanceof ProtocolError ? error.retryAfterMs : undefined;
