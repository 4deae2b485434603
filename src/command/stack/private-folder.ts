import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a function with a folder that no other user can read, and removes it, also after a failure or a signal. */
export async function withPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // mkdtemp creates it with mode 0700.
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const onSignal = (signal: NodeJS.Signals) => {
    remove();
    forget();
    // Without a listener, the signal ends this process.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}
