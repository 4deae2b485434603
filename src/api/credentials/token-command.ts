import { exec } from "node:child_process";
import { ConfigurationError } from "../errors";
import { expiringToken, expiryOf } from "./expiring-token";
import { checkedToken, type TokenSource } from "./token";

/** The longest that a command may take to print a token, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Variables that no command is given. Pulumi's hold the stack's config with all its secrets decrypted (PULUMI_CONFIG), its
 * passphrase and its own token; ours hold other credentials than the one that is wanted.
 */
const WITHHELD = /^(PULUMI_.*|PLATFORM_(TOKEN|REGISTRY_TOKEN|ID_TOKEN|PROXY))$/i;

/**
 * A token that a command prints on its standard output; the command is run by the shell, again when the token ends.
 *
 * @param environment the command's, of which it is given all but secrets of others
 */
export function tokenCommand(command: string, setting: string, environment: NodeJS.ProcessEnv): TokenSource {
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !WITHHELD.test(name)));
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
