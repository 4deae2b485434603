import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inherited } from "./stack";
import { quickStart } from "./workspace";

/** A script beside this file that runs what many commands would start a process for. */
type Script = "run-programs.cjs" | "run-hosts.cjs";

/** Ports of the processes that no stack uses, by script. */
const idle: Record<Script, Promise<number>[]> = { "run-programs.cjs": [], "run-hosts.cjs": [] };

/** A process for one user, a stack for example. It is started, or taken from the idle ones, when its port is first asked for. */
export class Resident {
  #port: Promise<number> | undefined;

  constructor(private readonly script: Script) {}

  /** Its port on 127.0.0.1. */
  port(): Promise<number> {
    this.#port ??= idle[this.script].pop() ?? start(this.script);
    return this.#port;
  }

  /** Releases it for the next user. */
  release(): void {
    if (this.#port !== undefined) idle[this.script].push(this.#port);
    this.#port = undefined;
  }
}

function start(script: Script): Promise<number> {
  const child = fork(join(__dirname, script), [], {
    env: inherited(),
    execArgv: ["--require", quickStart],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = once(child, "message").then(([port]) => Number(port));
  // It must not keep this process alive, and it ends with this process.
  child.unref();
  child.channel?.unref();
  return port;
}
