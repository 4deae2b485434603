import { log, runtime } from "@pulumi/pulumi";

/** Tells the engine that the program has declared everything. */
type Signal = (request: unknown, done: (error: null) => void) => void;

const watched = new WeakSet<object>();

/**
 * Keeps an inline program of the Automation API, in which an Output fails, from signaling success. The SDK looks at what failed only after the
 * signal, at which the engine deletes what the program has not declared.
 */
export function signalSuccessOnly(): void {
  const monitor = runtime.getMonitor() as { signalAndWaitForShutdown?: Signal } | undefined;
  const signal = monitor?.signalAndWaitForShutdown;
  if (monitor === undefined || signal === undefined || watched.has(monitor)) return;
  watched.add(monitor);
  // Node reports a failure that nobody catches, and the SDK logs it, after all that is ready to run.
  monitor.signalAndWaitForShutdown = (request, done) =>
    void setImmediate(() => (log.hasErrors() ? done(null) : signal.call(monitor, request, done)));
}
