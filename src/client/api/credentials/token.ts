import { ConfigurationError } from "../errors";
import type { TokenSource } from "../layers/authorized";
import { Secret } from "../secret";
import { tokenComplaint, trimmedToken } from "../token-form";

/** Validates a token. Throws ConfigurationError, without the text, if it is malformed. */
export function checkedToken(text: string, setting: string): Secret {
  const complaint = tokenComplaint(text);
  if (complaint !== undefined) throw new ConfigurationError(`${setting}: ${complaint}`);
  return new Secret(trimmedToken(text));
}

/** Throws ConfigurationError if the token is malformed. */
export function fixedToken(text: string, setting: string): TokenSource {
  const token = checkedToken(text, setting);
  return { current: async () => token, renew: async () => undefined };
}
