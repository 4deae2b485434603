import { type Code, findDetail, type Status } from "../../description/wire/status";
import { shortenCauses, shortenStack } from "./short-stack";

/** Like the library's ErrorOptions, which programs for ES2020 do not have. */
export interface Cause {
  readonly cause?: unknown;
}

/** Base class. No `id`, numeric `code` or string `details`: the Pulumi host uses these. The engine shows only the message. */
export class PlatformError extends Error {
  override readonly name: string = "PlatformError";
  constructor(message: string, options?: Cause) {
    super(message, options);
    shortenStack(this);
    shortenCauses(this);
  }
}

/** A setting is missing or invalid. No request was sent. */
export class ConfigurationError extends PlatformError {
  override readonly name: string = "ConfigurationError";
}

/** No response arrived. `ambiguous`: the request may have been carried out. */
export class TransportError extends PlatformError {
  override readonly name = "TransportError";
  constructor(
    message: string,
    readonly ambiguous: boolean,
    options?: Cause,
  ) {
    super(message, options);
  }
}

export interface Circumstances {
  /** Whether the request may have been carried out. */
  readonly ambiguous: boolean;
  /** Wait that the server asks for, in milliseconds. Absent if it asks for none. */
  readonly retryAfterMs?: number | undefined;
}

/** The response cannot come from the platform: a proxy's page, broken JSON, another resource, a redirect. */
export class ProtocolError extends PlatformError {
  override readonly name = "ProtocolError";
  readonly retryAfterMs?: number;
  /** Whether a proxy could not reach the platform (HTTP 502 or 503). This is temporary. */
  readonly isUnavailable: boolean;
  constructor(
    message: string,
    readonly ambiguous: boolean,
    {
      retryAfterMs,
      isUnavailable = false,
      ...options
    }: Cause & Pick<Circumstances, "retryAfterMs"> & { readonly isUnavailable?: boolean } = {},
  ) {
    super(message, options);
    this.isUnavailable = isUnavailable;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

/** The platform returned an error. */
export class ApiError extends PlatformError implements Circumstances {
  override readonly name: string = "ApiError";
  readonly code: Code;
  readonly ambiguous: boolean;
  readonly retryAfterMs?: number;
  /** Whether it refuses the first attempt of a write, so that nothing was stored. */
  isRefusal = false;
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

/** The platform does not accept a field of the request. */
export class InvalidArgumentError extends ApiError {
  override readonly name = "InvalidArgumentError";
  /** The invalid fields, as the server spells them. */
  readonly violations = findDetail(this.status, "BadRequest")?.fieldViolations ?? [];
}

/** The token is missing, unknown or expired. */
export class UnauthenticatedError extends ApiError {
  override readonly name = "UnauthenticatedError";
}

/** The token's identity lacks the permission. */
export class PermissionDeniedError extends ApiError {
  override readonly name = "PermissionDeniedError";
}

/** Nothing exists at this path. Only an error with `resource` is about a missing resource. Otherwise the base URL may be wrong. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
  readonly resource = findDetail(this.status, "ResourceInfo");
}

/** The name or key is in use. */
export class AlreadyExistsError extends ApiError {
  override readonly name = "AlreadyExistsError";
}

/** A precondition is not met. For a delete, the resource still has contents. */
export class PreconditionError extends ApiError {
  override readonly name = "PreconditionError";
  readonly violations = findDetail(this.status, "PreconditionFailure")?.violations ?? [];
  /** Number of violations that were not kept. */
  readonly leftOut = findDetail(this.status, "PreconditionFailure")?.leftOut ?? 0;
  /** Terms documents that nobody accepted. */
  readonly missingTerms = findDetail(this.status, "TermsNotAcceptedDetail")?.missing ?? [];
}

/** Too many requests. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** The platform cannot respond now. */
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

/** The registry returned an error: the tag is unknown, or the token has no access to it. */
export class RegistryError extends PlatformError {
  override readonly name = "RegistryError";
  constructor(
    message: string,
    /** Code of the OCI error, such as MANIFEST_UNKNOWN. */
    readonly reason: string,
    readonly http: number,
  ) {
    super(message);
  }

  /** Whether another token may have access. */
  get isAboutAccess(): boolean {
    return isAboutAccess(this.http);
  }
}

export const isAboutAccess = (http: number): boolean => http === 401 || http === 403;

/**
 * Returns the error for a Status (`shownStatus`): `[NOT_FOUND] GET /iam/v2/groups/abc: "group not found"`. The server's message cannot end
 * the quotes. `request` has no query, which may contain private data. `tail` is our text after the message.
 */
export function fromStatus(
  status: Status,
  request: string,
  { tail, ...circumstances }: Circumstances & { readonly tail: string },
): ApiError {
  const text = status.message === "" ? "the platform gave no message" : `"${status.message.replaceAll('"', "'")}"`;
  const Class = classes[status.code] ?? ApiError;
  return new Class(`[${status.code}] ${request}: ${text}${tail}`, status, circumstances);
}

/** Returns undefined for an error of this package, for optional requests. Rethrows other errors, which are bugs. */
export function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof PlatformError)) throw error;
  return undefined;
}

/** Whether a failed request may have been carried out. */
export const isAmbiguous = (error: unknown): boolean =>
  (error instanceof TransportError || error instanceof ProtocolError || error instanceof ApiError) && error.ambiguous;

export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || (error instanceof ProtocolError && error.isUnavailable);

/** The wait that the server asks for, in milliseconds. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError || error instanceof ProtocolError ? error.retryAfterMs : undefined;
