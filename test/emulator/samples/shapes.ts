import { START } from "../story";

/** When everything in the samples happens. */
export const NOW = START;
/** Times of the second, third and fourth version of a resource. The clock does not move, but each change has its own time. */
export const [SECOND, THIRD, FOURTH] = [
  "2026-11-21T11:32:03.385Z",
  "2026-11-21T11:32:03.386Z",
  "2026-11-21T11:32:03.387Z",
];
export const created = { createTime: NOW, updateTime: NOW };
export const kind = { kind: "ORG_KIND_CUSTOMER", status: "ORG_STATUS_READY" };
export const json = (value: unknown): string => JSON.stringify(value);
export const listed = (key: string, item: unknown): string =>
  json({ [key]: [item], nextPageToken: "", totalCount: "1", skipped: 0 });

const detail = (type: string, fields: object) => ({ "@type": `type.googleapis.com/google.rpc.${type}`, ...fields });
export const info = (reason: string, area = "iam") =>
  detail("ErrorInfo", { reason, domain: `${area}.platform.example`, metadata: {} });
export const about = (resourceType: string, resourceName: string, description: string) =>
  detail("ResourceInfo", { resourceType, resourceName, owner: "", description });
export const failure = (code: number, message: string, ...details: object[]): string =>
  json({ code, message, details });
export const invalid = (area: string, field: string, description: string): string =>
  failure(
    3,
    `Invalid argument: ${field}: ${description}`,
    info("INVALID_ARGUMENT", area),
    detail("BadRequest", { fieldViolations: [{ field, description, reason: "", localizedMessage: null }] }),
  );
export const blocked = (area: string, resource: string, uid: string, description: string) =>
  failure(
    9,
    `Precondition failed: ${description}`,
    info("FAILED_PRECONDITION", area),
    detail("PreconditionFailure", { violations: [{ type: "RESOURCE_NOT_EMPTY", subject: "", description }] }),
    about(`${area}.platform.example/${resource}`, uid, description),
  );

/** A value as the wire has it if empty fields are left out. A count is text, so "0" stays; a set message without a field stays: `detection`. */
export const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const isEmpty = (one: unknown) =>
    !one || (typeof one === "object" ? Object.keys(one).length === 0 : /_UNSPECIFIED$/.test(String(one)));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      isEmpty(one) && name !== "detection" ? [] : [[name, withoutEmpty(one)]],
    ),
  );
};
