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

/** Pulumi's client of the engine. Mocks have no signal. */
type Monitor = {
  supportsFeature: (...args: never[]) => unknown;
  /** Tells the engine that the program has declared everything. */
  signalAndWaitForShutdown?: (request: unknown, done: (error: null) => void) => void;
};

const sdk: { ResourceMonitorClient: { prototype: Monitor } } = require("@pulumi/pulumi/proto/resource_grpc_pb");

/** Keeps inline programs of the Automation API with a failed Output from signaling success, at which the engine deletes the rest. */
export function signalSuccessOnly(): void {
  // A program may import this package while it runs.
  watch(runtime.getMonitor() as Monitor | undefined);
  const { prototype } = sdk.ResourceMonitorClient;
  const ask = prototype.supportsFeature;
  // Pulumi's first call of a run, before the program.
  prototype.supportsFeature = function (...args) {
    watch(this);
    return ask.apply(this, args);
  };
}

function watch(monitor: Monitor | undefined): void {
  const signal = monitor?.signalAndWaitForShutdown;
  if (monitor === undefined || signal === undefined || Object.hasOwn(monitor, "signalAndWaitForShutdown")) return;
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
