import { RunError } from "@pulumi/pulumi";
import { shortenStack } from "../api/short-stack";

/** A refusal that Pulumi shows as its message alone. Its short stack matters all the same: the host inspects it first. */
export function runError(message: string): RunError {
  const error = new RunError(message);
  shortenStack(error);
  return error;
}
