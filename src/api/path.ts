import { isUid } from "../uid";

/** A path of the API that is safe to send: whatever was put into it has been checked or encoded. */
export class Path {
  /** Built by `path`, `literal` and `segment` only. */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** A constant of this package, `/iam/v2/groups`, as a path. */
export const literal = (text: string): Path => new Path(text);

/** One segment of free text: everything but unreserved characters is percent-encoded. */
export function segment(text: string): Path {
  if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text)) {
    throw new InvalidPathError("a part of a path must not be empty, a dot or two, or hold half a character");
  }
  return new Path(encodeURIComponent(text));
}

/** Several segments of free text, joined by slashes: `group/image`. */
export const segments = (text: string): Path =>
  new Path(
    text
      .split("/")
      .map((part) => segment(part).text)
      .join("/"),
  );

/** A value that was to become part of a path could reach another route, so nothing was sent. */
export class InvalidPathError extends Error {
  override readonly name = "InvalidPathError";
}

/** A uid keeps its slashes (`{uid=**}` in the routes); what is no uid is refused, and not shown: it may be anything. */
function uidText(value: string): string {
  if (isUid(value)) return value;
  throw new InvalidPathError("this is no uid: a uid is ids of letters, digits, - and _ joined by slashes");
}

/**
 * Template tag for paths. Strings put in are uids: their slashes stay, anything that is no uid is refused. Free text
 * goes in through `segment`, constants through `literal`.
 */
export function path(strings: TemplateStringsArray, ...values: readonly (string | Path)[]): Path {
  const parts = values.map(
    (value, i) => (value instanceof Path ? value.text : uidText(value)) + (strings[i + 1] ?? ""),
  );
  return new Path((strings[0] ?? "") + parts.join(""));
}
