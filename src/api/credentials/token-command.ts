import { exec } from "node:child_process";
import { ConfigurationError } from "../errors";
import { expiryOf, type TokenSource } from "../layers/authorized";
import { expiringToken } from "./expiring-token";
import { checkedToken } from "./token";

/** The longest that a command may take to print a token, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * A token that a command prints on its standard output; the command is run by the shell, again when the token ends.
 *
 * @param setting how to name the command's setting in an error
 * @param env the command's environment
 */
export function tokenCommand(command: string, setting: string, env: NodeJS.ProcessEnv): TokenSource {
  return expiringToken(async () => {
    const printed = await new Promise<string>((resolve, reject) => {
      exec(command, { timeout: TIMEOUT_MS, windowsHide: true, env }, (error, stdout) => {
        if (error === null) return resolve(stdout);
        // What the command printed may hold a token, and its text may too: neither is shown.
        const how = error.killed ? `took longer than ${TIMEOUT_MS / 1000} s` : `ended with exit code ${error.code}`;
        // advice: run-it-by-hand
        reject(new ConfigurationError(`${setting}: the command ${how}; run it by hand to see why`));
      });
    });
    const token = checkedToken(printed, setting);
    return { token, expiresAt: expiryOf(token) };
  });
}
