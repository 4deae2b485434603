/**
 * `google.rpc.Status` as the gateway writes it (AIP-193): codes, their HTTP statuses and typed details. The client
 * parses what the emulator formats, so both are in this file.
 */

const codes = {
  CANCELLED: [1, 499],
  UNKNOWN: [2, 500],
  INVALID_ARGUMENT: [3, 400],
  DEADLINE_EXCEEDED: [4, 504],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  PERMISSION_DENIED: [7, 403],
  RESOURCE_EXHAUSTED: [8, 429],
  FAILED_PRECONDITION: [9, 400],
  ABORTED: [10, 409],
  OUT_OF_RANGE: [11, 400],
  UNIMPLEMENTED: [12, 501],
  INTERNAL: [13, 500],
  UNAVAILABLE: [14, 503],
  DATA_LOSS: [15, 500],
  UNAUTHENTICATED: [16, 401],
} as const satisfies Record<string, readonly [number: number, http: number]>;

/** Name of a gRPC status code. */
export type Code = keyof typeof codes;

export const codeNames = Object.keys(codes) as readonly Code[];

/** HTTP status under which the gateway sends a code. */
export const httpStatusOf = (code: Code): number => codes[code][1];

const nameOfNumber = new Map<unknown, Code>(codeNames.map((name) => [codes[name][0], name]));

export interface ErrorInfo {
  readonly kind: "ErrorInfo";
  /** The reason, INVALID_ARGUMENT. */
  readonly reason: string;
  /** Domain of the service. */
  readonly domain: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface BadRequest {
  readonly kind: "BadRequest";
  readonly fieldViolations: readonly { readonly field: string; readonly description: string }[];
  /** Number of violations beyond those that were kept. */
  readonly leftOut?: number;
}

export interface PreconditionFailure {
  readonly kind: "PreconditionFailure";
  readonly violations: readonly { readonly type: string; readonly subject: string; readonly description: string }[];
  /** Number of violations beyond those that were kept. */
  readonly leftOut?: number;
}

export interface ResourceInfo {
  readonly kind: "ResourceInfo";
  readonly resourceType: string;
  readonly resourceName: string;
  readonly description: string;
}

export interface RetryInfo {
  readonly kind: "RetryInfo";
  /** Seconds with the suffix `s`, "2s". */
  readonly retryDelay: string;
}

export interface QuotaFailure {
  readonly kind: "QuotaFailure";
  readonly violations: readonly { readonly subject: string; readonly description: string }[];
  /** Number of violations beyond those that were kept. */
  readonly leftOut?: number;
}

export interface Help {
  readonly kind: "Help";
  readonly links: readonly { readonly description: string; readonly url: string }[];
  /** Number of links beyond those that were kept. */
  readonly leftOut?: number;
}

export interface LocalizedMessage {
  readonly kind: "LocalizedMessage";
  /** BCP-47 tag of the language. */
  readonly locale: string;
  readonly message: string;
}

/** Documents of the terms that must be accepted first (platform API: IAM-22). */
export interface TermsNotAcceptedDetail {
  readonly kind: "TermsNotAcceptedDetail";
  readonly missing: readonly MissingTerms[];
  /** Number of documents beyond those that were kept. */
  readonly leftOut?: number;
}

/** A document that nobody accepted: its id, which `TermsAcceptance` takes, and for people a name and an address. */
export interface MissingTerms {
  readonly id: string;
  readonly label: string;
  readonly url: string;
}

export type Detail =
  | ErrorInfo
  | BadRequest
  | PreconditionFailure
  | QuotaFailure
  | ResourceInfo
  | RetryInfo
  | Help
  | LocalizedMessage
  | TermsNotAcceptedDetail;

export interface Status {
  readonly code: Code;
  readonly message: string;
  readonly details: readonly Detail[];
}

const TYPES = "type.googleapis.com/";
/** Package of the types of details: the platform's own, or that of all APIs of this kind. */
const packageOf = (kind: Detail["kind"]): string =>
  kind === "TermsNotAcceptedDetail" ? "platform.iam.v2." : "google.rpc.";

/** The JSON body of an error. */
export const formatStatus = (status: Status): Record<string, unknown> => ({
  code: codes[status.code][0],
  message: status.message,
  details: status.details.map(({ kind, ...fields }) => ({ "@type": TYPES + packageOf(kind) + kind, ...fields })),
});

// Not imported from json.ts: programs load the error classes, but not the JSON reader.
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** The objects of a list, each with the texts of these keys. */
const textsOf = <K extends string>(list: unknown, ...keys: readonly K[]): Record<K, string>[] =>
  // The keys are K by construction.
  objects(list).map((item) => Object.fromEntries(keys.map((key) => [key, text(item[key])])) as Record<K, string>);
/** The texts of a map. */
const mapOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, item]) =>
      typeof item === "string" ? [[key, item]] : [],
    ),
  );

function parseDetail(detail: Record<string, unknown>): Detail | undefined {
  const type = text(detail["@type"]);
  const kind = type.slice(type.lastIndexOf(".") + 1);
  switch (kind) {
    case "ErrorInfo": {
      const metadata = mapOf(detail.metadata);
      const isEmpty = Object.keys(metadata).length === 0;
      return { kind, reason: text(detail.reason), domain: text(detail.domain), ...(isEmpty ? {} : { metadata }) };
    }
    case "BadRequest":
      return { kind, fieldViolations: textsOf(detail.fieldViolations, "field", "description") };
    case "PreconditionFailure":
      return { kind, violations: textsOf(detail.violations, "type", "subject", "description") };
    case "QuotaFailure":
      return { kind, violations: textsOf(detail.violations, "subject", "description") };
    case "Help":
      return { kind, links: textsOf(detail.links, "description", "url") };
    case "LocalizedMessage":
      return { kind, locale: text(detail.locale), message: text(detail.message) };
    case "TermsNotAcceptedDetail":
      return { kind, missing: textsOf(detail.missing, "id", "label", "url") };
    case "ResourceInfo":
      return {
        kind,
        resourceType: text(detail.resourceType),
        resourceName: text(detail.resourceName),
        description: text(detail.description),
      };
    case "RetryInfo":
      return { kind, retryDelay: text(detail.retryDelay) };
    default:
      return undefined;
  }
}

/**
 * Parses an error body; undefined without a code from 1 to 16, whatever the HTTP status. Details of unknown kinds are
 * ignored.
 */
export function parseStatus(body: unknown): Status | undefined {
  if (!isObject(body)) return undefined;
  const code = nameOfNumber.get(body.code);
  if (code === undefined) return undefined;
  return { code, message: text(body.message), details: objects(body.details).flatMap((d) => parseDetail(d) ?? []) };
}

/** The first detail of a kind. */
export const findDetail = <K extends Detail["kind"]>(
  status: Status,
  kind: K,
): Extract<Detail, { kind: K }> | undefined =>
  status.details.find((detail): detail is Extract<Detail, { kind: K }> => detail.kind === kind);
