const MAX_TOKEN_LENGTH = 16 * 1024;

/** A token as people paste it, without what editors and shells put around it. */
export const trimmedToken = (text: string): string => text.replace(/^\uFEFF/, "").trim();

/** Why a text cannot be a token, without showing it; undefined if it can. */
export function tokenComplaint(text: string): string | undefined {
  const token = trimmedToken(text);
  if (token === "") return "holds no token";
  if (token.length > MAX_TOKEN_LENGTH) return "holds more than a token (over 16 KiB)";
  if (!/^[\x21-\x7e]+$/.test(token)) return "a token has no spaces, line breaks or characters beyond ASCII in it";
  return undefined;
}
