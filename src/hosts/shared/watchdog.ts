import { connect } from "node:net";

/** Interval between checks of the engine, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Number of operations in progress, which must not be interrupted. */
let underway = 0;
let isTerminated = false;

/** Ends this process now if no operation is in progress, otherwise as soon as none is. */
export function endWhenIdle(end: () => void): void {
  isTerminated = true;
  if (underway === 0) end();
}

/** Runs work that must finish before an orphaned process may end. */
export async function finishing<T>(work: () => Promise<T>): Promise<T> {
  underway += 1;
  try {
    return await work();
  } finally {
    // The host writes the response first.
    setImmediate(() => {
      underway -= 1;
    });
  }
}

/**
 * Ends this process when its engine (`127.0.0.1:port`; other addresses are ignored) no longer exists and no operation is in progress.
 * Pulumi's host does not do this: after a SIGKILL of the CLI it would run forever. After a SIGTERM, which a service manager sends to all
 * processes, it also ends as soon as no operation is in progress.
 */
export function endWithEngine(address: string | undefined, cancel: () => void): void {
  const [, host, port] = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  surviveDeafEngine();
  process.on("SIGTERM", () => {
    isTerminated = true;
  });
  const timer = setInterval(() => {
    if (isTerminated && underway === 0) process.exit(1);
    const socket = connect({ host: host.replace(/[[\]]/g, ""), port: Number(port) });
    socket.unref();
    socket.once("connect", () => socket.destroy());
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.destroy();
      if (error.code !== "ECONNREFUSED") return;
      cancel();
      if (underway === 0) process.exit(1);
    });
  }, INTERVAL_MS);
  timer.unref();
}

const SURVIVES = Symbol.for("pulumi-platform.survivesDeafEngine");

/** Ignores output that nobody reads. The host would report that its output failed, which fails again, without an end. */
function surviveDeafEngine(): void {
  // Some hosts load this module again for each kind of resource.
  const marked: NodeJS.Process & { [SURVIVES]?: true } = process;
  if (marked[SURVIVES]) return;
  marked[SURVIVES] = true;
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
}
