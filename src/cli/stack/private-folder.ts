import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Works with a folder that no other user can read, and removes it at the end: also when the work fails, and when a signal
 * ends this process.
 */
export async function withPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // mkdtemp makes it with mode 0700.
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const onSignal = (signal: NodeJS.Signals) => {
    remove();
    forget();
    // Nobody listens any more, so that it ends this process.
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
