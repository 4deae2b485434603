import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import * as nodeTls from "node:tls";
import { ConfigurationError } from "../errors";
import { remember } from "../secret";

export interface NamedFile {
  readonly value: string;
  readonly origin: string;
}

/** A proxy for CONNECT tunnels. It sees hosts and ports, but no content. */
export interface TunnelProxy {
  /** `http:` or `https:`, without user information. */
  readonly url: URL;
  /** Sent to the proxy only. */
  readonly authorization?: string;
  /** Hosts that bypass the proxy, in the form of NO_PROXY. */
  readonly except: string;
  readonly origin: string;
}

/** How to reach and trust servers. An absent member means Node's default. Certificates are always verified. */
export interface Connection {
  /** Trusted authorities (PEM), in place of Node's. */
  readonly authorities?: readonly string[];
  readonly proxy?: TunnelProxy;
  /** How to set another authority, for errors about servers that are not trusted. */
  readonly authorityHint?: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readCertificates({ value, origin }: NamedFile): readonly X509Certificate[] {
  let text: string;
  try {
    text = readFileSync(value, "utf8");
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(`${origin}: cannot read the file ${value} (${code})`, { cause });
  }
  const blocks = text.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new ConfigurationError(`${origin}: ${value} contains no certificate in PEM`);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new ConfigurationError(`${origin}: ${value} contains a certificate that cannot be read`, { cause });
    }
  });
}

/** The parts of `node:tls` that say which authorities Node trusts. Node 20 lacks the function. */
interface NodeTls {
  readonly rootCertificates: readonly string[];
  readonly getCACertificates?: (type: "default") => readonly string[];
}

/**
 * Returns the authorities that Node trusts, and those in a file. Throws ConfigurationError. A Node that cannot say what it trusts reads
 * `extra`, the value of NODE_EXTRA_CA_CERTS, and ignores a file that it cannot read. So does this function.
 */
export function authoritiesWith(file: NamedFile, extra = "", tls: NodeTls = nodeTls): readonly string[] {
  const named = readCertificates(file).map(String);
  const known = tls.getCACertificates?.("default") ?? [...tls.rootCertificates, ...certificatesIn(extra)];
  return [...known, ...named];
}

function certificatesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").match(CERTIFICATE) ?? [];
  } catch {
    return [];
  }
}

/** Parses a proxy, and remembers its password as a secret. `exceptions` is the value of NO_PROXY. Throws ConfigurationError. */
export function parseProxy({ value, origin }: NamedFile, exceptions: string): TunnelProxy {
  const fail = (reason: string) => new ConfigurationError(`${origin}: ${reason}`);
  if (!URL.canParse(value)) throw fail("must be a URL, like http://proxy.example.com:3128");
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw fail("must be an http or https URL");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw fail("must not contain a path, query or fragment");
  }
  const authorization = authorizationOf(url, fail);
  url.username = "";
  url.password = "";
  return { url, ...(authorization === undefined ? {} : { authorization }), except: exceptions, origin };
}

function authorizationOf({ username, password }: URL, fail: (reason: string) => Error): string | undefined {
  if (username === "" && password === "") return undefined;
  let plain: string;
  try {
    plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    remember(decodeURIComponent(password));
  } catch {
    throw fail("its user or password contains a % without a valid escape. Write %25 instead");
  }
  remember(password);
  const encoded = Buffer.from(plain).toString("base64");
  remember(encoded);
  return `Basic ${encoded}`;
}
