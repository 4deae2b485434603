import { isIP } from "node:net";
import { ConfigurationError } from "../errors";

/** Whether a URL is of this machine, where plain http is accepted; names that merely look like it are not. */
export const isLoopback = (url: URL): boolean => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);

/**
 * Checks the address of a server: https, or http on loopback; no user information, query or fragment. A path is kept,
 * a trailing slash is not.
 *
 * @param setting how to name the address in an error
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

/** A URL's host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string =>
  isIP(hostname.slice(1, -1)) === 6 ? hostname.slice(1, -1) : hostname;
/** A URL's port, whether or not it is said. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
