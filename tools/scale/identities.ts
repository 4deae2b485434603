import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator } from "../../src/emulator";
import type { RunningCommand } from "../../test/support/stack";

/** Names of the identities on a platform, in order. */
export const identities = (emulator: Emulator): string[] =>
  emulator
    .list("iam:Identity")
    .map(({ name }) => String(name))
    .sort();

/** Waits until something is so while a command runs. Throws when the command ends before. */
export async function until(isSo: () => boolean, { ended }: RunningCommand): Promise<void> {
  let result: string | undefined;
  void ended.then(({ output }) => {
    result = output;
  });
  while (!isSo()) {
    if (result !== undefined) throw new Error(`the command ended too early: ${result}`);
    await sleep(20);
  }
}
