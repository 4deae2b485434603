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

/** Host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string =>
  isIP(hostname.slice(1, -1)) === 6 ? hostname.slice(1, -1) : hostname;
/** Port of a URL, explicit or the default of its protocol. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
