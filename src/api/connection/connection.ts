import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { ConfigurationError } from "../errors";
import { remember } from "../secret";
import { NoProxy } from "./no-proxy";
import type { TrustHints } from "./trust";

/** A file that a setting names, and how to call the setting in an error. */
export interface NamedFile {
  readonly value: string;
  readonly origin: string;
}

/** A client certificate with its key, PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A proxy that tunnels (CONNECT): it learns hosts and ports, and nothing of what is said. */
export interface TunnelProxy {
  /** `http:` or `https:`, without user information. */
  readonly url: URL;
  /** The value of the Proxy-Authorization header, which is for the proxy alone. */
  readonly authorization?: string;
  /** Hosts that are reached without it. */
  readonly except: NoProxy;
  /** The setting that names it, for errors. */
  readonly origin: string;
}

/** How servers are reached and trusted; what is absent is Node's own way. Certificates are checked in any case. */
export interface Connection {
  /** Authorities to trust (PEM), in place of those that Node trusts. */
  readonly authorities?: readonly string[];
  readonly clientCertificate?: ClientCertificate;
  readonly proxy?: TunnelProxy;
  /** What to do where a server is not trusted. */
  readonly hints?: TrustHints;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a file. Throws ConfigurationError, with the setting's name, where it holds none or cannot be read. */
function readCertificates({ value, origin }: NamedFile): readonly X509Certificate[] {
  const blocks = readText({ value, origin }).match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new ConfigurationError(`${origin}: ${value} holds no certificate in PEM`);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new ConfigurationError(`${origin}: ${value} holds a certificate that cannot be read`, { cause });
    }
  });
}

/**
 * The authorities that Node knows by itself, those of NODE_EXTRA_CA_CERTS, and those in a file. Throws ConfigurationError
 * where the file holds none or cannot be read.
 *
 * @param extra the value of NODE_EXTRA_CA_CERTS, which would count for nothing beside authorities that are named; Node
 *   goes on without one that it cannot read, and so do we
 */
export function authoritiesWith(file: NamedFile, extra: string | undefined): readonly string[] {
  const named = readCertificates(file).map(String);
  if (extra === undefined || extra === "") return [...rootCertificates, ...named];
  try {
    return [...rootCertificates, ...(readFileSync(extra, "utf8").match(CERTIFICATE) ?? []), ...named];
  } catch {
    return [...rootCertificates, ...named];
  }
}

/** A client certificate and its key. Throws ConfigurationError, with the setting's name, for files that are not that. */
export function readClientCertificate(certFile: NamedFile, keyFile: NamedFile): ClientCertificate {
  const certificates = readCertificates(certFile);
  const text = readText(keyFile);
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(text);
  } catch {
    // The cause could show the key.
    throw new ConfigurationError(
      `${keyFile.origin}: ${keyFile.value} holds no private key in PEM, or one that needs a passphrase`,
    );
  }
  if (certificates[0]?.checkPrivateKey(key) !== true) {
    throw new ConfigurationError(`${keyFile.origin}: the key is not that of the certificate of ${certFile.origin}`);
  }
  return { cert: certificates.join(""), key: String(key.export({ type: "pkcs8", format: "pem" })) };
}

/**
 * The proxy of a setting, whose user and password are shown nowhere from now on. Throws ConfigurationError.
 *
 * @param exceptions the text of NO_PROXY
 */
export function parseProxy({ value, origin }: NamedFile, exceptions: string): TunnelProxy {
  const fail = (reason: string) => new ConfigurationError(`${origin}: ${reason}`);
  // advice: give-a-url
  if (!URL.canParse(value)) throw fail("is no URL; give it like http://proxy.example.com:3128");
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw fail("must be an http or https URL");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw fail("must have no path, no query and no fragment");
  }
  const authorization = authorizationOf(url, fail);
  url.username = "";
  url.password = "";
  return { url, ...(authorization === undefined ? {} : { authorization }), except: new NoProxy(exceptions), origin };
}

function authorizationOf({ username, password }: URL, fail: (reason: string) => Error): string | undefined {
  if (username === "" && password === "") return undefined;
  let plain: string;
  try {
    plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    remember(decodeURIComponent(password));
  } catch {
    // advice: proxy-percent
    throw fail("its user or password holds a % that begins no escape: write %25");
  }
  remember(password);
  const encoded = Buffer.from(plain).toString("base64");
  remember(encoded);
  return `Basic ${encoded}`;
}

function readText({ value, origin }: NamedFile): string {
  try {
    return readFileSync(value, "utf8");
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(`${origin}: cannot read the file ${value} (${code})`, { cause });
  }
}
