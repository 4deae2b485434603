/** A captured exchange. `$ORG` and other names stand for uids; `as` names the uid of the answer for later ones. */
export interface Sample {
  readonly it: string;
  readonly request: string;
  readonly body: string | undefined;
  readonly as: string | undefined;
  readonly status: number;
  /** Answer with all fields written, as JSON. */
  readonly full: string;
  /** Answer without the empty ones, as JSON, if it is not `withoutEmpty(full)`. */
  readonly sparse: string | undefined;
  /** Values that the server makes up: the name for later ones, the path in the answer, and what they look like. */
  readonly keep: readonly (readonly [name: string, path: string, pattern: string])[];
}

/**
 * Reads exchanges: a title (`# …`), a request with its body (`TEAM = POST …`), the full answer (`-> 200 {…}`), and then, on
 * lines of their own, `sparse` with the answer without empty fields, and `keep` with a value's name, path and pattern.
 */
export const samplesIn = (text: string): Sample[] =>
  text
    .split(/^ *# /m)
    .slice(1)
    .map((part) => {
      const [it = "", ...lines] = part.trim().split(/\n\s*/);
      const [asked = "", answered = ""] = lines.slice(0, 2).join(" ").split(" -> ");
      const [, as, request = "", body] = /^(?:(\w+) = )?(\w+ \S+)(?: (.*))?$/.exec(asked) ?? [];
      const [, status = "200", full = ""] = /^(?:(\d+) )?(.*?)(?: (?:sparse|keep) .*)?$/.exec(answered) ?? [];
      const after = (word: string) =>
        lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
      const keep = after("keep").map((line) => line.split(" ") as [string, string, string]);
      return { it, request, body, as, status: Number(status), full, sparse: after("sparse")[0], keep };
    });

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

/**
 * A value as the wire has it if empty fields are left out: also enums without a value. A count is text, so that "0" stays. A set
 * message stays although it has no field: `detection`.
 */
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
