import { ConfigurationError } from "../errors";
import type { TokenSource } from "../layers/authorized";
import { Secret } from "../secret";

const MAX_TOKEN_LENGTH = 16 * 1024;

/** Validates a token. Throws ConfigurationError, without showing the text, if it is malformed. */
export function checkedToken(text: string, setting: string): Secret {
  const token = text.replace(/^\uFEFF/, "").trim();
  if (token === "") throw new ConfigurationError(`${setting}: holds no token`);
  if (token.length > MAX_TOKEN_LENGTH)
    throw new ConfigurationError(`${setting}: holds more than a token (over 16 KiB)`);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ConfigurationError(`${setting}: a token has no spaces, line breaks or characters beyond ASCII in it`);
  }
  return new Secret(token);
}

/** A token that never changes. Throws ConfigurationError if it is malformed. */
export function fixedToken(text: string, setting: string): TokenSource {
  const token = checkedToken(text, setting);
  return { current: async () => token, renew: async () => undefined };
}
