import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOptions, Ended } from "../../support/command";
import { inherited } from "../../support/stack";

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command like `call`, but in one process for all calls, one after another, which takes a tenth of the time. Do not
 * use it to test the process itself (its streams, its modules). Do not use it for secrets, because the command also hides those of
 * former calls.
 */
export function quickCall(
  words: readonly string[],
  { environment = {}, cwd = tmpdir() }: CallOptions = {},
): Promise<Ended> {
  const asked = { words, environment: { ...inherited(), ...environment }, cwd };
  const ended = last.then(async () => {
    child ??= start();
    child.send(asked);
    const [answer] = await once(child, "message");
    return answer as Ended; // run-commands.cjs sends nothing else.
  });
  last = ended.catch(() => undefined);
  return ended;
}

function start(): ChildProcess {
  const started = fork(join(__dirname, "run-commands.cjs"), [], {
    env: inherited(),
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  started.once("exit", (code) => {
    child = undefined;
    started.emit("error", new Error(`the process of the command ended with ${code}`));
  });
  // It must not keep this process alive, and it ends with this process.
  started.unref();
  started.channel?.unref();
  return started;
}
