import { readFile, stat } from "node:fs/promises";
import { ConfigurationError } from "../errors";
import type { TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";
import { checkedToken } from "./token";

/** Token files of which this process has said that everyone can read them. */
const warned = new Set<string>();

/**
 * A token in a file that others rotate: read again when the file has changed, and when the server refuses the token. However
 * many requests need that at once, the file is read once.
 *
 * @param setting how to name the file's setting in an error
 * @param warn is called once where every user of the machine can read the file; absent for a file that is not the user's own
 */
export function tokenFile(file: string, setting: string, warn?: (text: string) => void): TokenSource {
  let cached: { readonly stamp: string; readonly token: Promise<Secret> } | undefined;

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
    if (warn !== undefined && isOpenToAll(mode) && !warned.has(file)) {
      warned.add(file);
      // advice: chmod-token-file
      warn(
        `warning: ${setting}: every user of this machine can read the token file ${file}: run chmod 600 ${inShell(file)}`,
      );
    }
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (cached?.stamp !== stamp) {
      const token = readToken();
      const mine = { stamp, token };
      cached = mine;
      // A failure is not kept: the file may be right the next time.
      token.catch(() => {
        if (cached === mine) cached = undefined;
      });
    }
    return cached.token;
  };

  return {
    current: load,
    async renew(refused) {
      const token = await load();
      if (token.reveal() !== refused.reveal()) return token;
      // The clock of a file system may be too coarse to show a change, so the file is read again in any case. Requests that
      // come at once all drop what was read before the first of them reads, and share what it reads.
      cached = undefined;
      const another = await load();
      return another.reveal() === refused.reveal() ? undefined : another;
    },
  };
}

/** Whether a file's mode lets everyone read it; Windows keeps that elsewhere. */
const isOpenToAll = (mode: number): boolean => process.platform !== "win32" && (mode & 0o004) !== 0;

/** A path as one word of a shell's command. */
const inShell = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`);
