import { z } from "zod";
import { faultSchema, must, requestPath } from "../checks";
import type { Fault, FaultHandle } from "../faults/fault";

const ALWAYS = "always";

const pattern = z.strictObject({ regex: z.string(), flags: z.string().optional() }).transform((given, context) => {
  try {
    return new RegExp(given.regex, given.flags);
  } catch {
    context.addIssue("must be a regular expression"); // The message of the union replaces this one.
    return z.NEVER;
  }
});

/** A fault in JSON: `times` may be "always", and `path` a regular expression, `{ "regex": "^/iam/" }`. */
export const faultInJson = faultSchema
  .extend({
    path: z
      .union(
        [requestPath, pattern],
        must('a path that begins with a slash and has no query, or { "regex": "a regular expression" }'),
      )
      .optional(),
    times: z
      .union(
        [z.int().min(0), z.literal(ALWAYS).transform(() => Number.POSITIVE_INFINITY)],
        must(`a whole number from 0 up, or "${ALWAYS}"`),
      )
      .optional(),
  })
  // What is left out of JSON is absent, and not undefined.
  .transform((given) => given as Fault);

export function jsonOfFault({ id, hits, fault }: FaultHandle): Record<string, unknown> {
  const { path, times } = fault;
  return {
    id,
    hits,
    fault: {
      ...fault,
      ...(path instanceof RegExp ? { path: { regex: path.source, flags: path.flags } } : {}),
      ...(times === Number.POSITIVE_INFINITY ? { times: ALWAYS } : {}),
    },
  };
}
