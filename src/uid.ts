/** What a uid is made of, for every room: ids joined by slashes, each an object under the one before it. */

const ID = /^[A-Za-z0-9_-]+$/;
const MAX_LENGTH = 1024;

/**
 * Whether a text is a uid that may stand in a path: ids of letters, digits, `_` and `-`, joined by slashes, at most
 * 1,024 characters. Anything else (dots, percent signs, colons) could reach another route. So could a uid that ends like a
 * readme's path: that is the readme of another uid, at a route of its own.
 */
export const isUid = (text: string): boolean =>
  text.length <= MAX_LENGTH && text.split("/").every((id) => ID.test(id)) && !text.endsWith("/readme");

/** The uid under which a uid lives; nothing for a root. */
export function parentOf(uid: string): string | undefined {
  const end = uid.lastIndexOf("/");
  return end < 0 ? undefined : uid.slice(0, end);
}
