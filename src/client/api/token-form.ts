const MAX_TOKEN_LENGTH = 16 * 1024;

/** Editors and shells add white space and a byte order mark. */
export const trimmedToken = (text: string): string => text.replace(/^\uFEFF/, "").trim();

/** Returns why a text cannot be a token, without showing it, or undefined if it can. */
export function tokenComplaint(text: string): string | undefined {
  const token = trimmedToken(text);
  if (token === "") return "contains no token";
  if (token.length > MAX_TOKEN_LENGTH) return "a token must not be longer than 16 KiB";
  if (!/^[\x21-\x7e]+$/.test(token)) return "a token must not contain spaces, line breaks or non-ASCII characters";
  return undefined;
}
