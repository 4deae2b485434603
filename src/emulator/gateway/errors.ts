import { inWords, pluralOf, type ResourceSpec } from "../../description/spec/resource";
import {
  type Code,
  type Detail,
  formatStatus,
  httpStatusOf,
  type MissingTerms,
  type Status,
} from "../../description/wire/status";
import type { EmulatorSettings } from "../options";
import type { HttpReply } from "./http";

const DOMAIN = "platform.example";

export type Typed = Pick<ResourceSpec, "type">;

/** The domain of a kind or of its area: `iam.platform.example`. */
export const domainOf = (spec: Typed): string => `${spec.type.slice(0, spec.type.indexOf(":"))}.${DOMAIN}`;

/** Returns the type of a resource: `iam.platform.example/Group`. */
export const resourceTypeOf = (spec: Typed): string => `${domainOf(spec)}/${kindName(spec)}`;

const kindName = ({ type }: Typed): string => type.slice(type.indexOf(":") + 1);

/** Returns the proto message: `platform.iam.v2.Group`. */
export const messageNameOf = (spec: Typed): string => `platform.${spec.type.replace(":", ".v2.")}`;

/** Returns the singular noun of a resource for sentences: `role binding`. */
export const nounOf = (spec: Typed): string => inWords(kindName(spec));

/** Returns the plural noun of a resource: `role bindings`. */
export const nounsOf = (spec: ResourceSpec): string => inWords(pluralOf(spec));

/** An error with the response for the client. Every rejected request throws one. */
export abstract class Refusal extends Error {
  abstract reply(settings: Pick<EmulatorSettings, "emitUnpopulated">): HttpReply;
}

export class StatusError extends Refusal {
  override readonly name = "StatusError";
  constructor(
    readonly status: Status,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(status.message);
  }

  override reply({ emitUnpopulated }: Pick<EmulatorSettings, "emitUnpopulated">): HttpReply {
    return {
      status: httpStatusOf(this.status.code),
      headers: { "content-type": "application/json", ...this.headers },
      body: JSON.stringify(statusJson(this.status, emitUnpopulated)),
    };
  }
}

/** Returns an error of the gateway itself, before any service. It has no details (platform API: ERR-3). */
export const gatewayError = (code: Code, message: string): StatusError =>
  new StatusError({ code, message, details: [] });

/** Returns the error for a path without a route (platform API: ERR-4). */
export const noSuchPath = (): StatusError => gatewayError("NOT_FOUND", "Not Found");

/** Returns the error for a method that a path does not support (platform API: GW-14). */
export const noSuchMethod = (): StatusError => gatewayError("UNIMPLEMENTED", "Method Not Allowed");

export const notImplemented = (rpc: string): StatusError =>
  gatewayError("UNIMPLEMENTED", `method ${rpc} not implemented`);

/** Returns an error of the service that a kind belongs to, with its ErrorInfo before the other details. */
function refusal(code: Code, spec: Typed, { message, details = [] }: Partial<Status> & Pick<Status, "message">) {
  const info: Detail = { kind: "ErrorInfo", reason: code, domain: domainOf(spec) };
  return new StatusError({ code, message, details: [info, ...details] });
}

/** Returns a 401. Its header contains the message and no scheme (platform API: ERR-7). */
export function unauthenticated(spec: Typed, message: string): StatusError {
  return new StatusError(refusal("UNAUTHENTICATED", spec, { message }).status, { "www-authenticate": message });
}

export const permissionDenied = (spec: Typed, reason: string): StatusError =>
  refusal("PERMISSION_DENIED", spec, { message: `Permission denied: ${reason}` });

/** Returns the error for the first invalid field of a request (platform API: ERR-5). */
export const invalidArgument = (spec: Typed, field: string, description: string): StatusError =>
  refusal("INVALID_ARGUMENT", spec, {
    message: `Invalid argument: ${field}: ${description}`,
    details: [{ kind: "BadRequest", fieldViolations: [{ field, description }] }],
  });

const aboutObject = (code: Code, what: string) => (spec: Typed, name: string) =>
  refusal(code, spec, {
    message: `${what}: ${resourceTypeOf(spec)} "${name}"`,
    details: [resourceInfo(spec, name, `${nounOf(spec)} ${what.toLowerCase()}`)],
  });

export const notFound = aboutObject("NOT_FOUND", "Not found");

export const alreadyExists = aboutObject("ALREADY_EXISTS", "Already exists");

const resourceInfo = (spec: Typed, resourceName: string, description: string): Detail => ({
  kind: "ResourceInfo",
  resourceType: resourceTypeOf(spec),
  resourceName,
  description,
});

export const failedPrecondition = (spec: Typed, type: string, description: string): StatusError =>
  refusal("FAILED_PRECONDITION", spec, {
    message: `Precondition failed: ${description}`,
    details: [{ kind: "PreconditionFailure", violations: [{ type, subject: "", description }] }],
  });

/** Returns the error for an operation that needs terms documents which nobody accepted (platform API: IAM-22). */
export const termsNotAccepted = (spec: Typed, missing: readonly MissingTerms[]): StatusError =>
  refusal("FAILED_PRECONDITION", spec, {
    message: "Precondition failed: terms not accepted",
    details: [{ kind: "TermsNotAcceptedDetail", missing }],
  });

export const aborted = (spec: Typed, description: string): StatusError =>
  refusal("ABORTED", spec, { message: `Aborted: ${description}` });

/** Returns the error for a delete that other resources block. It names only their kind (platform API: ERR-6). */
export function blocked(spec: ResourceSpec, uid: string, blockers: string): StatusError {
  const description = `cannot delete ${nounOf(spec)} with ${blockers}`;
  const violations = [{ type: "RESOURCE_NOT_EMPTY", subject: "", description }];
  const details: Detail[] = [{ kind: "PreconditionFailure", violations }, resourceInfo(spec, uid, description)];
  return refusal("FAILED_PRECONDITION", spec, { message: `Precondition failed: ${description}`, details });
}

/** Returns the JSON of a status, with all empty fields or with none (platform API: ANS-2). */
function statusJson(status: Status, emitUnpopulated: boolean): unknown {
  if (!emitUnpopulated) return withoutEmpty(formatStatus(status));
  return formatStatus({ ...status, details: status.details.map(withEmpty) });
}

function withEmpty(detail: Detail): Detail {
  switch (detail.kind) {
    case "ErrorInfo":
      return { metadata: {}, ...detail };
    case "BadRequest": {
      const empty = { reason: "", localizedMessage: null };
      return { ...detail, fieldViolations: detail.fieldViolations.map((violation) => ({ ...violation, ...empty })) };
    }
    case "ResourceInfo":
      return Object.assign({ owner: "" }, detail);
    default:
      return detail;
  }
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== "" && !isEmptyObject(member));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutEmpty(member)]));
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
