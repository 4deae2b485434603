import { RunError } from "@pulumi/pulumi";
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
