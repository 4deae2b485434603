/** `google.rpc.Status` (AIP-193): codes, HTTP statuses, typed details. Here, because the client parses what the emulator formats. */

import { isJsonObject } from "./json";

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

export type Code = keyof typeof codes;

export const codeNames = Object.keys(codes) as readonly Code[];

export const httpStatusOf = (code: Code): number => codes[code][1];

const nameOfNumber = new Map<unknown, Code>(codeNames.map((name) => [codes[name][0], name]));

/** A list in a detail that shows how many of its items were not kept, if any. */
interface Shortened {
  readonly leftOut?: number;
}

interface DetailFields {
  ErrorInfo: {
    /** The reason, such as INVALID_ARGUMENT. */
    readonly reason: string;
    readonly domain: string;
    readonly metadata?: Readonly<Record<string, string>>;
  };
  BadRequest: Shortened & { readonly fieldViolations: readonly Texts<"field" | "description">[] };
  PreconditionFailure: Shortened & { readonly violations: readonly Texts<"type" | "subject" | "description">[] };
  QuotaFailure: Shortened & { readonly violations: readonly Texts<"subject" | "description">[] };
  ResourceInfo: Texts<"resourceType" | "resourceName" | "description">;
  /** Seconds with the suffix `s`, such as "2s". */
  RetryInfo: Texts<"retryDelay">;
  Help: Shortened & { readonly links: readonly Texts<"description" | "url">[] };
  /** The locale is a BCP-47 tag. */
  LocalizedMessage: Texts<"locale" | "message">;
  /** Documents of the terms that must be accepted first (platform API: IAM-22). */
  TermsNotAcceptedDetail: Shortened & { readonly missing: readonly MissingTerms[] };
}

type Texts<K extends string> = Readonly<Record<K, string>>;

/** A document that nobody accepted: its id, which `TermsAcceptance` takes, and for people a name and an address. */
export type MissingTerms = Texts<"id" | "label" | "url">;

export type Detail = {
  [K in keyof DetailFields]: { readonly kind: K } & DetailFields[K];
}[keyof DetailFields];

export type DetailOf<K extends Detail["kind"]> = Extract<Detail, { kind: K }>;

export interface Status {
  readonly code: Code;
  readonly message: string;
  readonly details: readonly Detail[];
}

const TYPES = "type.googleapis.com/";
/** Package of the types of details: the platform's own, or that of all APIs of this kind. */
const packageOf = (kind: Detail["kind"]): string =>
  kind === "TermsNotAcceptedDetail" ? "platform.iam.v2." : "google.rpc.";

export const formatStatus = (status: Status): Record<string, unknown> => ({
  code: codes[status.code][0],
  message: status.message,
  details: status.details.map(({ kind, ...fields }) => ({ "@type": TYPES + packageOf(kind) + kind, ...fields })),
});

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textsIn = <K extends string>(object: Record<string, unknown>, ...keys: readonly K[]): Record<K, string> =>
  // The keys are K by construction.
  Object.fromEntries(keys.map((key) => [key, text(object[key])])) as Record<K, string>;
const textsOf = <K extends string>(list: unknown, ...keys: readonly K[]): Record<K, string>[] =>
  objects(list).map((item) => textsIn(item, ...keys));
const mapOf = (value: unknown): Record<string, string> => {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
};

const readers: { readonly [K in Detail["kind"]]: (detail: Record<string, unknown>) => DetailFields[K] } = {
  ErrorInfo: ({ reason, domain, metadata }) => {
    const map = mapOf(metadata);
    return { reason: text(reason), domain: text(domain), ...(Object.keys(map).length === 0 ? {} : { metadata: map }) };
  },
  BadRequest: ({ fieldViolations }) => ({ fieldViolations: textsOf(fieldViolations, "field", "description") }),
  PreconditionFailure: ({ violations }) => ({ violations: textsOf(violations, "type", "subject", "description") }),
  QuotaFailure: ({ violations }) => ({ violations: textsOf(violations, "subject", "description") }),
  Help: ({ links }) => ({ links: textsOf(links, "description", "url") }),
  LocalizedMessage: (detail) => textsIn(detail, "locale", "message"),
  TermsNotAcceptedDetail: ({ missing }) => ({ missing: textsOf(missing, "id", "label", "url") }),
  ResourceInfo: (detail) => textsIn(detail, "resourceType", "resourceName", "description"),
  RetryInfo: (detail) => textsIn(detail, "retryDelay"),
};

function parseDetail(detail: Record<string, unknown>): Detail | undefined {
  const type = text(detail["@type"]);
  const kind = type.slice(type.lastIndexOf(".") + 1);
  if (!Object.hasOwn(readers, kind)) return undefined;
  // The fields belong to the kind, which the compiler cannot see.
  return { kind, ...readers[kind as Detail["kind"]](detail) } as Detail;
}

/** Parses an error body. Undefined without a code from 1 to 16, whatever the HTTP status. Ignores details of unknown kinds. */
export function parseStatus(body: unknown): Status | undefined {
  if (!isJsonObject(body)) return undefined;
  const code = nameOfNumber.get(body.code);
  if (code === undefined) return undefined;
  return { code, message: text(body.message), details: objects(body.details).flatMap((d) => parseDetail(d) ?? []) };
}

export const findDetail = <K extends Detail["kind"]>(status: Status, kind: K): DetailOf<K> | undefined =>
  status.details.find((detail): detail is DetailOf<K> => detail.kind === kind);
