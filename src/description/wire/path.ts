import { isUid } from "../uid";

/** A path that is safe to send: every part was validated or encoded. */
export class Path {
  /** Only for `path`, `literal` and `segment`. */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** Returns a constant path of this package, such as `/iam/v2/groups`. */
export const literal = (text: string): Path => new Path(text);

/** Returns free text as one segment. Everything except unreserved characters is percent-encoded. */
export function segment(text: string): Path {
  if (text === "" || text === "." || text === ".." || /\p{Surrogate}/u.test(text)) {
    throw new InvalidPathError(
      'a part of a path must not be empty, "." or "..", and must not contain a broken character (half of a surrogate pair)',
    );
  }
  return new Path(encodeURIComponent(text));
}

/** Returns free text as several segments, joined by slashes: `group/image`. */
export const segments = (text: string): Path =>
  new Path(
    text
      .split("/")
      .map((part) => segment(part).text)
      .join("/"),
  );

/** A value is not safe in a path, because it could reach another route. No request was sent. */
export class InvalidPathError extends Error {
  override readonly name = "InvalidPathError";
}

/** Checks a uid, which keeps its slashes (`{uid=**}` in the routes). Rejects anything else without showing it. */
function uidText(value: string): string {
  if (isUid(value)) return value;
  throw new InvalidPathError(
    "a value in a path must be a uid, like 1a2b/3c4d: ids of letters, digits, - and _, joined by slashes",
  );
}

/** Template tag for paths. Strings must be uids and keep their slashes. `segment` is for free text, `literal` for constants. */
export function path(strings: TemplateStringsArray, ...values: readonly (string | Path)[]): Path {
  const parts = values.map(
    (value, i) => (value instanceof Path ? value.text : uidText(value)) + (strings[i + 1] ?? ""),
  );
  return new Path((strings[0] ?? "") + parts.join(""));
}
