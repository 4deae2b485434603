/** The form of uids: ids joined by slashes, each below the one before. */

const ID = /^[A-Za-z0-9_-]+$/;
const MAX_LENGTH = 1024;

/**
 * Whether a text is a uid that is safe in a path: ids of letters, digits, `_` and `-`, joined by slashes, at most 1,024 characters.
 * Anything else (dots, percent signs, colons) could reach another route. So could a uid that ends with `/readme`, because that route
 * returns the readme of another uid.
 */
export const isUid = (text: string): boolean =>
  text.length <= MAX_LENGTH && text.split("/").every((id) => ID.test(id)) && !text.endsWith("/readme");

/** The uid of the parent. Undefined for a root. */
export function parentOf(uid: string): string | undefined {
  const end = uid.lastIndexOf("/");
  return end < 0 ? undefined : uid.slice(0, end);
}

/** The last id of a uid, which is the object's own. */
export const lastIdOf = (uid: string): string => uid.slice(uid.lastIndexOf("/") + 1);

/** A uid and those above it, the nearest first. */
export function withAncestors(uid: string): string[] {
  const above = parentOf(uid);
  return above === undefined ? [uid] : [uid, ...withAncestors(above)];
}

/** Whether a uid is `above`, or of something at any depth in it. */
export const isWithin = (above: string, uid: string): boolean => uid === above || uid.startsWith(`${above}/`);

/** The first id of a uid: its root group. */
export const rootOf = (uid: string): string => uid.split("/", 1)[0] ?? "";
