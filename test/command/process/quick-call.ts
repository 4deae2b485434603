import { type ChildProcess, fork } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOptions, Ended } from "../../support/command";
import { inherited } from "../../support/stack";

/** What the process answers (run-commands.cjs). */
interface Answer {
  readonly id: number;
  readonly ended: Ended;
}

let child: ChildProcess | undefined;
let calls = 0;

/**
 * Runs the built command like `call`, but in one process for all calls, which takes a tenth of the time. Do not use it to test
 * the process itself (its streams, its modules). Do not use it for secrets, because the command also hides those of former calls.
 */
export function quickCall(
  words: readonly string[],
  { environment = {}, cwd = tmpdir() }: CallOptions = {},
): Promise<Ended> {
  child ??= start();
  const to = child;
  const id = calls++;
  return new Promise((resolve, reject) => {
    const forget = () => {
      to.off("message", take);
      to.off("exit", fail);
    };
    const take = (message: unknown) => {
      const answer = message as Answer; // It sends nothing else.
      if (answer.id !== id) return;
      forget();
      resolve(answer.ended);
    };
    const fail = (code: number | null) => {
      forget();
      child = undefined;
      reject(new Error(`the process of the command ended with ${code}: ${words.join(" ")}`));
    };
    to.on("message", take).on("exit", fail);
    to.send({ id, words, environment: { ...inherited(), ...environment }, cwd });
  });
}

function start(): ChildProcess {
  const started = fork(join(__dirname, "run-commands.cjs"), [], {
    env: inherited(),
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // It must not keep this process alive, and it ends with this process.
  started.unref();
  started.channel?.unref();
  return started;
}
