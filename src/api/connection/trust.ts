/** Hints about untrusted connections, appended to error messages. Absent hints are left out. */
export interface TrustHints {
  /** How to set another authority. */
  readonly authority?: string;
  /** How to set another client certificate. */
  readonly clientCertificate?: string;
}

const UNTRUSTED = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/;
const CLIENT_REFUSED = /^ERR_SSL_\w*ALERT_(HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/;

/** Whether an error code means an untrusted connection or a failed handshake. A retry cannot help. */
export const isUntrusted = (code: string): boolean => UNTRUSTED.test(code);

/** Whether an error code means that the server rejected the client certificate or got none. */
export const isClientRefused = (code: string): boolean => CLIENT_REFUSED.test(code);

/** Returns the error message for an untrusted connection. */
export function untrustedText(code: string, { authority, clientCertificate }: TrustHints): string {
  const text = `the connection is not trusted (${code})`;
  if (code.startsWith("CERT_HAS_EXPIRED")) return `${text}: the certificate has expired`;
  if (code.startsWith("ERR_TLS_CERT_ALTNAME")) return `${text}: the certificate belongs to another host`;
  if (/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    const hint = authority === undefined ? "" : `. ${authority}`;
    return `${text}: the certificate is not signed by a known authority${hint}`;
  }
  if (!isClientRefused(code)) return text;
  const hint = clientCertificate === undefined ? "" : `. ${clientCertificate}`;
  return `${text}: the server may need another client certificate${hint}`;
}
