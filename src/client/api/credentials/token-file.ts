import { readFile, stat } from "node:fs/promises";
import { ConfigurationError } from "../errors";
import type { TokenSource } from "../layers/authorized";
import type { Secret } from "../secret";
import { checkedToken } from "./token";

const warned = new Set<string>();

/**
 * Returns a source of tokens from a file that another process rotates. Reads it again when it changes, and when the server rejects the
 * token. `warn` is called once if every user of the machine can read the file. It is absent for files that the user does not own.
 */
export function tokenFile(file: string, setting: string, warn?: (text: string) => void): TokenSource {
  let cached: { readonly stamp: string; readonly token: Promise<Secret> } | undefined;

  const fail = (cause: NodeJS.ErrnoException): never => {
    throw new ConfigurationError(`${setting}: cannot read the token file ${file} (${cause.code})`, { cause });
  };

  const readToken = async (): Promise<Secret> => checkedToken(await readFile(file, "utf8").catch(fail), setting);

  const load = async (): Promise<Secret> => {
    const { mtimeMs, size, ino, mode } = await stat(file).catch(fail);
    if (warn !== undefined && isOpenToAll(mode) && !warned.has(file)) {
      warned.add(file);
      warn(
        `warning: ${setting}: every user of this machine can read the token file ${file}. Run chmod 600 ${inShell(file)}`,
      );
    }
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (cached?.stamp !== stamp) {
      const token = readToken();
      const mine = { stamp, token };
      cached = mine;
      // A failure is not cached, because the file may be fixed by the next call.
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
      if (!token.equals(refused)) return token;
      // File timestamps may be too coarse to show a change, so the file is always read again. All concurrent callers clear
      // the cache before the first of them reads, and share its result.
      cached = undefined;
      const another = await load();
      return another.equals(refused) ? undefined : another;
    },
  };
}

/** Whether everyone can read a file with this mode. Windows has no such mode bits. */
const isOpenToAll = (mode: number): boolean => process.platform !== "win32" && (mode & 0o004) !== 0;

const inShell = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`);
