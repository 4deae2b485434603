/** What to do where a connection is not trusted, as words for the end of a message; what is absent is left out. */
export interface TrustHints {
  /** How to name another authority. */
  readonly authority?: string;
  /** How to give another client certificate. */
  readonly clientCertificate?: string;
}

const UNTRUSTED = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/;
const CLIENT_REFUSED = /^ERR_SSL_\w*ALERT_(HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/;

/** Whether an error's code says that a connection is not trusted, or that its handshake failed: trying again cannot help. */
export const isUntrusted = (code: string): boolean => UNTRUSTED.test(code);

/** Whether an error's code is that of a server that ends the handshake for the client's certificate, or for want of one. */
export const isClientRefused = (code: string): boolean => CLIENT_REFUSED.test(code);

/** The message about a connection that is not trusted, from the error's code. */
export function untrustedText(code: string, { authority, clientCertificate }: TrustHints): string {
  const text = `the connection is not trusted (${code})`;
  if (code.startsWith("CERT_HAS_EXPIRED")) return `${text}: the certificate has expired`;
  if (code.startsWith("ERR_TLS_CERT_ALTNAME")) return `${text}: the certificate is another host's`;
  if (/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    const hint = authority === undefined ? "" : `; ${authority}`;
    return `${text}: no known authority has signed the certificate${hint}`;
  }
  if (!isClientRefused(code)) return text;
  const hint = clientCertificate === undefined ? "" : `: ${clientCertificate}`;
  return `${text}: the server may want another client certificate than it got, if any${hint}`;
}
