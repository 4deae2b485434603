import { RunError } from "@pulumi/pulumi";
import { shortenStack } from "../api/short-stack";

/** A refusal that Pulumi shows as its message alone. Its short stack matters all the same: the host inspects it first. */
export function runError(message: string): RunError {
  const error = new RunError(message);
  shortenStack(error);
  return error;
}

/** Lets Pulumi show an error as its message alone, like a RunError. Its class stays, for those who catch it. */
export const asRunError = <E extends Error>(error: E): E =>
  Object.defineProperty(error, "__pulumiRunError", { value: true });
