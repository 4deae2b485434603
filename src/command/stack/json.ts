import type { z } from "zod";
import { PulumiError } from "./pulumi";

/** Parses JSON. Returns undefined for any other text, which the schemas then refuse. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads what the Pulumi CLI printed. Throws PulumiError for an unknown form; `what` is for its message: "printed the config". */
export function readPrinted<S extends z.ZodType>(schema: S, text: string, what: string): z.output<S> {
  const result = schema.safeParse(jsonOf(text));
  if (result.success) return result.data;
  throw new PulumiError(`the Pulumi CLI ${what} in a form that this version of pulumi-platform does not know`);
}
