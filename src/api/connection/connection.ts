import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { ConfigurationError } from "../errors";
import { remember } from "../secret";
import { NoProxy } from "./no-proxy";
import type { TrustHints } from "./trust";

/** A file named by a setting. */
export interface NamedFile {
  readonly value: string;
  readonly origin: string;
}

/** A client certificate with its key, PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A proxy for CONNECT tunnels. It sees hosts and ports, but no content. */
export interface TunnelProxy {
  /** `http:` or `https:`, without user information. */
  readonly url: URL;
  /** Value of the Proxy-Authorization header, sent to the proxy only. */
  readonly authorization?: string;
  /** Hosts that bypass the proxy. */
  readonly except: NoProxy;
  /** Name of the setting, for errors. */
  readonly origin: string;
}

/** How to reach and trust servers. An absent member means Node's default. Certificates are always verified. */
export interface Connection {
  /** Trusted authorities (PEM), in place of Node's. */
  readonly authorities?: readonly string[];
  readonly clientCertificate?: ClientCertificate;
  readonly proxy?: TunnelProxy;
  /** Hints for error messages about untrusted connections. */
  readonly hints?: TrustHints;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads the certificates in a file. Throws ConfigurationError if it contains none or cannot be read. */
function readCertificates({ value, origin }: NamedFile): readonly X509Certificate[] {
  const blocks = readText({ value, origin }).match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new ConfigurationError(`${origin}: ${value} contains no certificate in PEM`);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new ConfigurationError(`${origin}: ${value} contains a certificate that cannot be read`, { cause });
    }
  });
}

/**
 * Returns Node's built-in authorities, those of NODE_EXTRA_CA_CERTS, and those in a file. Throws ConfigurationError if the
 * file contains none or cannot be read.
 *
 * @param extra value of NODE_EXTRA_CA_CERTS. Node ignores it when authorities are given explicitly, so it is read here.
 *   Like Node, this function ignores a file that it cannot read.
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

/** Reads a client certificate and its key. Throws ConfigurationError if a file does not contain its part. */
export function readClientCertificate(certFile: NamedFile, keyFile: NamedFile): ClientCertificate {
  const certificates = readCertificates(certFile);
  const text = readText(keyFile);
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(text);
  } catch {
    // The cause may contain the key, so it is dropped.
    throw new ConfigurationError(
      `${keyFile.origin}: ${keyFile.value} must contain a private key in PEM without a passphrase`,
    );
  }
  if (certificates[0]?.checkPrivateKey(key) !== true) {
    throw new ConfigurationError(`${keyFile.origin}: the key does not belong to the certificate of ${certFile.origin}`);
  }
  return { cert: certificates.join(""), key: String(key.export({ type: "pkcs8", format: "pem" })) };
}

/**
 * Parses the proxy in a setting. Its user and password are scrubbed from all later output. Throws ConfigurationError.
 *
 * @param exceptions value of NO_PROXY
 */
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
  return { url, ...(authorization === undefined ? {} : { authorization }), except: new NoProxy(exceptions), origin };
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

function readText({ value, origin }: NamedFile): string {
  try {
    return readFileSync(value, "utf8");
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(`${origin}: cannot read the file ${value} (${code})`, { cause });
  }
}
