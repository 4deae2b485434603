import { log, RunError, runtime } from "@pulumi/pulumi";
import { shortenStack } from "../../client/api/short-stack";

/** Pulumi shows only its message. Its stack is short, because the host inspects it first. */
export function runError(message: string): RunError {
  const error = new RunError(message);
  shortenStack(error);
  return error;
}

/** Makes Pulumi show only the message of an error, like a RunError. Its class stays, so that programs can catch it. */
export const asRunError = <E extends Error>(error: E): E =>
  Object.defineProperty(error, "__pulumiRunError", { value: true });

/** Tells the engine that the program has declared everything. */
type Signal = (request: unknown, done: (error: null) => void) => void;

const watched = new WeakSet<object>();

/** Keeps an inline program of the Automation API with a failed Output from signaling success, at which the engine deletes the rest. */
export function signalSuccessOnly(): void {
  const monitor = runtime.getMonitor() as { signalAndWaitForShutdown?: Signal } | undefined;
  const signal = monitor?.signalAndWaitForShutdown;
  if (monitor === undefined || signal === undefined || watched.has(monitor)) return;
  watched.add(monitor);
  const failures: unknown[] = [];
  const noteFailure = (error: unknown) => void failures.push(error);
  // The SDK logs no error whose code is that of a canceled or unavailable call, such as the exit code 1 of a command.
  process.once("unhandledRejection", noteFailure);
  // Node reports a failure that nobody catches after all that is ready to run.
  monitor.signalAndWaitForShutdown = (request, done) =>
    void setImmediate(() => {
      process.off("unhandledRejection", noteFailure);
      failures.length > 0 || log.hasErrors() ? done(null) : signal.call(monitor, request, done);
    });
}
