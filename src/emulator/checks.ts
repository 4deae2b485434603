import { z } from "zod";
import { isUid } from "../description/uid";
import { codeNames } from "../description/wire/status";
import type { Fault, FaultAction } from "./faults/fault";
import type { EmulatorOptions, EmulatorSettings, HistoryRecord, IdTokenClaims } from "./options";
import { rootIn, storedKinds } from "./verbs/roots";

/** Schemas for values from outside. Each complaint is one line with the path and the rule. */

export const must = (be: string): { error: string } => ({ error: `must be ${be}` });

const filledText = z.string().min(1);
// The longest timeout that Node supports.
const milliseconds = z.int().min(0).max(0x7fffffff);
const anyValues = z.record(z.string(), z.unknown());

export const historyRecord = z.strictObject({
  updateTimestamp: z
    .string()
    .refine((time) => !Number.isNaN(Date.parse(time)), must('a time like "2026-01-05T08:30:00Z"')),
  digest: filledText,
} satisfies Record<keyof HistoryRecord, z.ZodType>);

const settings = z.strictObject({
  latencyMs: milliseconds.default(0),
  now: z
    .custom<() => Date>((value) => typeof value === "function", must("a function that returns a Date"))
    .default(() => () => new Date()),
  emitUnpopulated: z.boolean().default(false),
  maskSpelling: z.enum(["snake", "camel", "both"]).default("snake"),
  historyBounds: z.enum(["inclusive", "exclusive"]).default("inclusive"),
  historySegment: z
    .string()
    .regex(/^[^/]+$/, must("one segment of a path, without a slash"))
    .default("_service"),
  registryTakes: z.array(z.enum(["direct", "basic", "bearer"])).default(["direct", "basic"]),
  deleteBody: z.enum(["object", "empty"]).default("object"),
  cascade: z.boolean().default(false),
  tagUpsert: z.enum(["replace", "merge"]).default("replace"),
  identityProvidersListed: z.boolean().default(true),
  scimOwnership: z.boolean().default(true),
  lookupGroup: z.boolean().default(false),
  vendor: filledText.default("vendor"),
  tokenForm: z.enum(["jwt", "opaque"]).default("jwt"),
  tokenGrants: z.enum(["frozen", "live"]).default("frozen"),
  requiredTerms: z.array(z.strictObject({ id: filledText, label: z.string(), url: z.string() })).default([]),
  uniqueTags: z.boolean().default(false),
  gracePeriod: z.boolean().default(true),
  tokenTtlSeconds: z.int().min(1).default(3600),
  forbidden: z.enum(["denied", "hidden"]).default("denied"),
  staffOnly: z.enum(["refused", "ignored", "allowed"]).default("refused"),
  strict: z.boolean().default(true),
} satisfies Record<keyof EmulatorSettings, z.ZodType>);

export const defaults: EmulatorSettings = settings.parse({});

const options = settings.extend({
  port: z.int().min(0).max(65535).default(0),
  file: filledText.optional(),
  objects: z
    .array(
      z.strictObject({
        type: z.enum(storedKinds.map((kind) => kind.type)),
        uid: z.string().refine(isUid, must("a uid")),
        values: anyValues,
      }),
    )
    .refine((objects) => rootIn(objects) !== undefined, must("objects with a group that has no parent"))
    .optional(),
} satisfies Record<Exclude<keyof EmulatorOptions, keyof EmulatorSettings>, z.ZodType>);

const headers = z.record(z.string(), z.string()).optional();

const actions = {
  reset: z.strictObject({ kind: z.literal("reset") }),
  late: z.strictObject({ kind: z.literal("late"), ms: milliseconds }),
  hang: z.strictObject({ kind: z.literal("hang") }),
  status: z.strictObject({
    kind: z.literal("status"),
    code: z.enum(codeNames),
    message: z.string().optional(),
    headers,
    details: z.array(z.looseObject({ kind: filledText })).optional(),
  }),
  body: z.strictObject({ kind: z.literal("body"), status: z.int().min(200).max(599), headers, body: z.string() }),
  delay: z.strictObject({ kind: z.literal("delay"), ms: milliseconds }),
  hold: z.strictObject({ kind: z.literal("hold") }),
  slow: z.strictObject({ kind: z.literal("slow"), bytes: z.int().min(1), everyMs: milliseconds }),
  truncate: z.strictObject({ kind: z.literal("truncate"), bytes: z.int().min(0) }),
} satisfies Record<FaultAction["kind"], z.ZodType>;

type Action = (typeof actions)[FaultAction["kind"]];

// The compiler does not know that the values of an object are not empty.
const action = z.discriminatedUnion("kind", Object.values(actions) as [Action, ...Action[]], {
  error: ({ code }) => (code === "invalid_union" ? `must be one of ${Object.keys(actions).join(", ")}` : undefined),
});

export const requestPath = z.string().regex(/^(\/[^?#]*)?$/, must("a path that begins with a slash and has no query"));

export const method = z.string().regex(/^[A-Z]+$/, must("a method in capital letters"));

export const faultSchema = z
  .strictObject({
    method,
    path: z.custom<string | RegExp>(
      (path) => path instanceof RegExp || requestPath.safeParse(path).success,
      must("a path that begins with a slash and has no query, or a regular expression"),
    ),
    nth: z.int().min(1),
    times: z.union(
      [z.int().min(0), z.literal(Number.POSITIVE_INFINITY)],
      must("a whole number from 0 up, or Infinity"),
    ),
    every: z.int().min(1),
    chance: z.number().min(0).max(1),
    seed: z.int(),
    when: z.enum(["before", "after"]),
  } satisfies Record<Exclude<keyof Fault, "action">, z.ZodType>)
  .partial()
  .extend({ action });

export const claimsSchema = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  audience: z.union([z.string(), z.array(z.string())], must("a text, or a list of texts")).optional(),
  claims: anyValues.optional(),
  expiresInSeconds: z.int().optional(),
} satisfies Record<keyof IdTokenClaims, z.ZodType>);

export const historySchema = z.strictObject({
  repository: z.string().regex(/^[^/:\s]+\/[^:\s]+$/, must('an image with its organization, "acme/app"')),
  tag: filledText,
  records: z.array(historyRecord),
});

/** Returns the first problem of a value in one line, with its path, or undefined if the value is valid. */
export function complaintAbout(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  return [z.core.toDotPath(issue.path), issue.message].filter((part) => part !== "").join(": ");
}

function check<S extends z.ZodType>(what: string, schema: S): (value: unknown) => z.output<S> {
  return (value) => {
    const complaint = complaintAbout(schema, value);
    if (complaint !== undefined) throw new Error(`${what}: ${complaint}`);
    return schema.parse(value);
  };
}

/** Validates options, and adds the default of each one that is left out. Throws an Error for invalid options. */
export const checkedOptions = check("startEmulator", options);

export const checkFault = check("fault", faultSchema);

export const checkHistory = check("history", historySchema);

export const checkClaims = check("idToken", claimsSchema);
