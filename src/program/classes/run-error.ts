import { RunError, runtime } from "@pulumi/pulumi";
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

/** Keeps an inline program of the Automation API that fails from signaling that it has ended: the engine would delete the rest. */
export function signalNothing(): void {
  const signalAndWaitForShutdown = (_: unknown, done: (error: null) => void) => done(null);
  Object.assign(runtime.getMonitor() ?? {}, { signalAndWaitForShutdown });
}
