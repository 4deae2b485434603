/** A captured exchange. `$ORG` and other names stand for uids; `as` names the uid of the answer for later ones. */
export interface Sample {
  readonly it: string;
  readonly request: string;
  readonly body?: unknown;
  readonly as?: string;
  /** Values that the server makes up: the name for later ones, the path in the answer, and what they look like. */
  readonly keep?: readonly (readonly [name: string, path: string, pattern: RegExp])[];
  readonly status: number;
  /** Answer with all fields written. */
  readonly full: unknown;
  /** Answer without the empty ones; the same when left out. */
  readonly sparse?: unknown;
}

/** When everything in the samples happens. */
export const NOW = "2026-11-21T11:32:03.384Z";
/** Times of the second, third and fourth version of a resource. The clock does not move, but each change has its own time. */
export const [SECOND, THIRD, FOURTH] = [
  "2026-11-21T11:32:03.385Z",
  "2026-11-21T11:32:03.386Z",
  "2026-11-21T11:32:03.387Z",
];
export const created = { createTime: NOW, updateTime: NOW };
export const kind = { kind: "ORG_KIND_CUSTOMER", status: "ORG_STATUS_READY" };
export const listed = (key: string, item: unknown) => ({
  full: { [key]: [item], nextPageToken: "", totalCount: "1", skipped: 0 },
  sparse: { [key]: [item], totalCount: "1" },
});

export const info = (reason: string, area = "iam") => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: `${area}.platform.example`,
    metadata: {},
  },
  sparse: { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: `${area}.platform.example` },
});
export const about = (resourceType: string, resourceName: string, description: string) => ({
  full: { "@type": "type.googleapis.com/google.rpc.ResourceInfo", resourceType, resourceName, owner: "", description },
  sparse: { "@type": "type.googleapis.com/google.rpc.ResourceInfo", resourceType, resourceName, description },
});
type Both = { readonly full: unknown; readonly sparse: unknown };
export const failure = (code: number, message: string, ...details: Both[]) => ({
  full: { code, message, details: details.map(({ full }) => full) },
  sparse: details.length === 0 ? { code, message } : { code, message, details: details.map(({ sparse }) => sparse) },
});
export const violation = (field: string, description: string): Both => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.BadRequest",
    fieldViolations: [{ field, description, reason: "", localizedMessage: null }],
  },
  sparse: { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field, description }] },
});
const notEmpty = (description: string): Both => ({
  full: {
    "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
    violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description }],
  },
  sparse: {
    "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
    violations: [{ type: "RESOURCE_NOT_EMPTY", description }],
  },
});
export const blocked = (area: string, resource: string, uid: string, description: string) =>
  failure(
    9,
    `Precondition failed: ${description}`,
    info("FAILED_PRECONDITION", area),
    notEmpty(description),
    about(`${area}.platform.example/${resource}`, uid, description),
  );
