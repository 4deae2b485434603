import { readFile, stat } from "node:fs/promises";
import { ConfigurationError } from "../errors";
import { Secret } from "../secret";

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

/** Token files of which it has been said, in this process, that everyone can read them. */
const told = new Set<string>();

/**
 * A token in a file that others rotate: read again when the file has changed, and when the server refuses the token; once,
 * by however many requests that happens at once.
 *
 * @param warn where it is told, once, that every user of the machine can read the file; absent for a file that is not the
 *   user's own
 */
export function tokenFile(file: string, setting: string, warn?: (text: string) => void): TokenSource {
  let held: { readonly stamp: string; readonly token: Promise<Secret> } | undefined;

  const readToken = async (): Promise<Secret> => {
    const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
      throw new ConfigurationError(`${setting}: cannot read the token file ${file} (${cause.code})`, { cause });
    });
    return checkedToken(text, setting);
  };

  const load = async (): Promise<Secret> => {
    const { mtimeMs, size, ino, mode } = await stat(file).catch((cause: NodeJS.ErrnoException) => {
      throw new ConfigurationError(`${setting}: cannot read the token file ${file} (${cause.code})`, { cause });
    });
    if (warn !== undefined && isOpenToAll(mode) && !told.has(file)) {
      told.add(file);
      // advice: chmod-token-file
      warn(
        `warning: ${setting}: every user of this machine can read the token file ${file}: run chmod 600 ${inShell(file)}`,
      );
    }
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (held?.stamp !== stamp) {
      const token = readToken();
      const mine = { stamp, token };
      held = mine;
      // A failure is not kept: the file may be right the next time.
      token.catch(() => {
        if (held === mine) held = undefined;
      });
    }
    return held.token;
  };

  return {
    current: load,
    async renew(refused) {
      const token = await load();
      if (token.reveal() !== refused.reveal()) return token;
      // The clock of a file system may be too coarse to show a change, so the file is read whatever its stamp says. Those
      // that come at once all forget what was read before the first of them reads, and share what it reads.
      held = undefined;
      const another = await load();
      return another.reveal() === refused.reveal() ? undefined : another;
    },
  };
}

/** Whether a file's mode lets everyone read it; Windows keeps that elsewhere. */
const isOpenToAll = (mode: number): boolean => process.platform !== "win32" && (mode & 0o004) !== 0;

/** A path as one word of a shell's command. */
const inShell = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`);
