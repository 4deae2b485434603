import { exec } from "node:child_process";
import { ConfigurationError } from "../errors";
import { expiryOf, type TokenSource } from "../layers/authorized";
import { expiringToken } from "./expiring-token";
import { checkedToken } from "./token";

const TIMEOUT_MS = 30_000;

/** Returns a source of tokens that a shell command prints to standard output. The command runs again when the token expires. */
export function tokenCommand(command: string, setting: string, env: NodeJS.ProcessEnv): TokenSource {
  return expiringToken(async () => {
    const printed = await new Promise<string>((resolve, reject) => {
      exec(command, { timeout: TIMEOUT_MS, windowsHide: true, env }, (error, stdout) => {
        if (error === null) return resolve(stdout);
        // The command line and its output may contain a token, so the error shows neither.
        const how = error.killed ? `took longer than ${TIMEOUT_MS / 1000} s` : `ended with exit code ${error.code}`;
        reject(new ConfigurationError(`${setting}: the command ${how}. Run it by hand to see why`));
      });
    });
    const token = checkedToken(printed, setting);
    return { token, expiresAt: expiryOf(token) };
  });
}
