import { readFile, stat } from "node:fs/promises";
import { ConfigurationError } from "./errors";
import { Secret } from "./secret";

/** Where the bearer token comes from. */
export interface TokenSource {
  /** The token to send now. Throws ConfigurationError. */
  current(): Promise<Secret>;
  /** Another token than the one that the server has just refused, or nothing when there is none. */
  renew(refused: Secret): Promise<Secret | undefined>;
}

const MAX_TOKEN_LENGTH = 16 * 1024;

/** A text as a token. Throws ConfigurationError, without showing the text, when it cannot be one. */
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

/** A token that does not change while the process runs. Throws ConfigurationError at once when it cannot be one. */
export function fixedToken(text: string, setting: string): TokenSource {
  const token = checkedToken(text, setting);
  return { current: async () => token, renew: async () => undefined };
}

/** A token in a file that others rotate: read again when the file has changed, and when the server refuses the token. */
export function tokenFile(file: string, setting: string): TokenSource {
  let read: { readonly stamp: string; readonly token: Promise<Secret> } | undefined;

  const readToken = async (): Promise<Secret> => {
    const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
      throw new ConfigurationError(`${setting}: cannot read the token file ${file} (${cause.code})`, { cause });
    });
    return checkedToken(text, setting);
  };

  const load = async (): Promise<Secret> => {
    const { mtimeMs, size, ino } = await stat(file).catch((cause: NodeJS.ErrnoException) => {
      throw new ConfigurationError(`${setting}: cannot read the token file ${file} (${cause.code})`, { cause });
    });
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (read?.stamp !== stamp) {
      const token = readToken();
      const mine = { stamp, token };
      read = mine;
      // A failure is not kept: the file may be right the next time.
      token.catch(() => {
        if (read === mine) read = undefined;
      });
    }
    return read.token;
  };

  return {
    current: load,
    async renew(refused) {
      // The clock of a file system may be too coarse to show a change, so the file is read whatever its stamp says.
      read = undefined;
      const token = await load();
      return token.reveal() === refused.reveal() ? undefined : token;
    },
  };
}
