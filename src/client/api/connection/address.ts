import { ConfigurationError } from "../errors";

/** Whether a URL points to this machine, where plain http is allowed. Look-alike names do not count. */
export const isLoopback = (url: URL): boolean => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);

/** Must be https, or http on loopback, without user information, query or fragment. Drops a trailing slash. */
export function parseBaseUrl(text: string, setting: string): URL {
  const fail = (reason: string) => new ConfigurationError(`${setting}: ${reason}`);
  if (!URL.canParse(text)) throw fail("must be a URL, like https://api.example.com");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw fail("must be an https URL (http is for loopback addresses only)");
  }
  if (url.username !== "" || url.password !== "") throw fail("must not contain a user name or password");
  if (url.search !== "" || url.hash !== "") throw fail("must not contain a query or fragment");
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** The beginning of a URL with a host. `C:\\ca.pem` and `acme:web` do not match. */
const ADDRESS = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

/** Returns the parts of an address that may be secret, as written and decoded. Other texts have none. */
export function secretsInAddress(text: string): string[] {
  if (!ADDRESS.test(text)) return [];
  if (!URL.canParse(text)) return [text];
  const { username, password, search, hash } = new URL(text);
  // A user name without a password may be a token.
  const parts = [password === "" ? username : password, search.slice(1), hash.slice(1)];
  return parts.filter((part) => part !== "").flatMap((part) => [part, decoded(part)]);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A % without a valid escape stays unchanged.
  }
}

/** The origin and path of an address, which are safe to show. Other texts unchanged, undefined for a broken address. */
export function shownAddress(text: string): string | undefined {
  if (!ADDRESS.test(text)) return text;
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}
