import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inherited } from "./stack";
import { quickStart } from "./workspace";

let running: { readonly child: ChildProcess; readonly address: Promise<string> } | undefined;

/** Address of this process's program host (program-host.cjs), for `--client`. It is started when first asked for. */
export function programHost(): Promise<string> {
  running ??= start();
  return running.address;
}

function start(): NonNullable<typeof running> {
  const child = fork(join(__dirname, "program-host.cjs"), [], {
    env: inherited(),
    execArgv: ["--require", quickStart],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const address = once(child, "message").then(([port]) => `127.0.0.1:${port}`);
  // It must not keep this process alive; it ends with it.
  child.unref();
  child.channel?.unref();
  return { child, address };
}
