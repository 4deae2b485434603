const UNTRUSTED = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/;

/** Whether an error code means an untrusted connection or a failed handshake. A retry cannot help. */
export const isUntrusted = (code: string): boolean => UNTRUSTED.test(code);

/**
 * Returns the error message for an untrusted server.
 *
 * @param who its subject: the connection, or a proxy
 */
export function untrustedText(who: string, code: string, hint?: string): string {
  const text = `${who} is not trusted (${code})`;
  if (code.startsWith("CERT_HAS_EXPIRED")) return `${text}: the certificate has expired`;
  if (code.startsWith("ERR_TLS_CERT_ALTNAME")) return `${text}: the certificate belongs to another host`;
  if (!/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return text;
  return `${text}: the certificate is not signed by a known authority${hint === undefined ? "" : `. ${hint}`}`;
}
