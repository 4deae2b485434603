import { connect } from "node:net";

/** How often to look whether the engine is still there, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Counts requests under way, so that none is cut off half-way. */
let underway = 0;

/** Runs work that must not be cut off by the end of an orphaned process. */
export async function finishing<T>(work: () => Promise<T>): Promise<T> {
  underway += 1;
  try {
    return await work();
  } finally {
    underway -= 1;
  }
}

/**
 * Ends this process once the engine that started it is gone and nothing is under way any more. The host itself never
 * does: after a SIGKILL of the CLI it would live on for ever. It is given the engine's address as its argument.
 *
 * @param address `127.0.0.1:port` of the engine; anything else is no host of an engine's, and is left alone
 */
export function endWithEngine(address: string | undefined): void {
  const [, host, port] = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  const timer = setInterval(() => {
    const socket = connect({ host: host.replace(/[[\]]/g, ""), port: Number(port) });
    socket.unref();
    socket.once("connect", () => socket.destroy());
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.destroy();
      if (error.code === "ECONNREFUSED" && underway === 0) process.exit(1);
    });
  }, INTERVAL_MS);
  timer.unref();
}
