import { isIP } from "node:net";
import { ConfigurationError } from "../errors";

/** Whether a URL points to this machine, where plain http is allowed. Look-alike names do not count. */
export const isLoopback = (url: URL): boolean => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);

/**
 * Parses the address of a server: https, or http on loopback, without user information, query or fragment. Keeps a path
 * and drops a trailing slash.
 *
 * @param setting name of the setting, for errors
 */
export function parseBaseUrl(text: string, setting: string): URL {
  const fail = (reason: string) => new ConfigurationError(`${setting}: ${reason}`);
  // advice: give-a-url
  if (!URL.canParse(text)) throw fail("is no URL; give it like https://api.example.com");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw fail("must be an https URL (http is for loopback addresses only)");
  }
  if (url.username !== "" || url.password !== "") throw fail("must not carry a user name or password");
  if (url.search !== "" || url.hash !== "") throw fail("must have no query and no fragment");
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** What begins like a URL with a host. `C:\\ca.pem` and `acme:web` do not. */
const ADDRESS = /^\s*[a-z][a-z0-9+.-]*:\/\//i;

/** The parts of an address that may be secret, as written and decoded. None for a text that is no address. */
export function secretsInAddress(text: string): string[] {
  if (!ADDRESS.test(text)) return [];
  if (!URL.canParse(text)) return [text];
  const { username, password, search, hash } = new URL(text);
  // A user name alone may be a token.
  const parts = [password === "" ? username : password, search.slice(1), hash.slice(1)];
  return parts.filter((part) => part !== "").flatMap((part) => [part, decoded(part)]);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A % that begins no escape stands for itself.
  }
}

/**
 * What may be shown of an address: origin and path, without user, password, query and fragment. A text that is no address is
 * returned as it is; undefined for one that begins like an address and is none.
 */
export function shownAddress(text: string): string | undefined {
  if (!ADDRESS.test(text)) return text;
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** Host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string =>
  isIP(hostname.slice(1, -1)) === 6 ? hostname.slice(1, -1) : hostname;
/** Port of a URL, explicit or the default of its protocol. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
