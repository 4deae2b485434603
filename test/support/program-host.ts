import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inherited } from "./stack";
import { quickStart } from "./workspace";

/** Addresses of idle program hosts (run-programs.cjs). */
const idle: Promise<string>[] = [];

/** A program host for one stack. It is started, or taken from the idle ones, when its address is first asked for. */
export class ProgramHost {
  #address: Promise<string> | undefined;

  /** Its address, for `--client`. */
  address(): Promise<string> {
    this.#address ??= idle.pop() ?? start();
    return this.#address;
  }

  /** Releases it for the next stack. */
  release(): void {
    if (this.#address !== undefined) idle.push(this.#address);
    this.#address = undefined;
  }
}

function start(): Promise<string> {
  const child = fork(join(__dirname, "run-programs.cjs"), [], {
    env: inherited(),
    execArgv: ["--require", quickStart],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const address = once(child, "message").then(([port]) => `127.0.0.1:${port}`);
  // It must not keep this process alive, and it ends with this process.
  child.unref();
  child.channel?.unref();
  return address;
}
