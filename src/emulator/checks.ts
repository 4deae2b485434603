import { z } from "zod";
import { codeNames } from "../api/status";
import { resources } from "../resources/index";
import { isUid } from "../uid";
import type { Fault, FaultAction } from "./faults/fault";
import { rootIn } from "./kinds/roots";
import type { EmulatorOptions, HistoryRecord, IdTokenClaims } from "./options";

/** Schemas for values from outside. Each complaint is one line: the path and the rule. */

/** Allows members to be undefined, as untyped programs may pass them. */
type Given<T> = { readonly [K in keyof T]: T[K] | undefined };

const must = (be: string): { error: string } => ({ error: `must be ${be}` });

/** A string. */
export const text = z.string(must("a text"));
const filledText = z.string(must("a text")).min(1, must("a text that is not empty"));
const flag = z.boolean(must("true or false"));
const oneOf = <const T extends string>(...values: readonly T[]) =>
  z.enum(values, must(values.map((value) => `"${value}"`).join(" or ")));

function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER) {
  const range = to === Number.MAX_SAFE_INTEGER ? `from ${from} up` : `from ${from} to ${to}`;
  const error = must(`a whole number ${range}`);
  return z.number(error).int(error).min(from, error).max(to, error);
}

/** An object with these members and no others. */
export const strict = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown "${issue.keys[0]}"; known are ${Object.keys(shape).join(", ")}`
        : "must be an object",
  });

/** One record of a tag's history. */
export const historyRecord = strict({
  updateTimestamp: z
    .string(must("a time as a text"))
    .refine((time) => !Number.isNaN(Date.parse(time)), must('a time like "2026-01-05T08:30:00Z"')),
  digest: filledText,
} satisfies Record<keyof HistoryRecord, z.ZodType>);

// The longest timeout that Node supports.
const MAX_MS = 2 ** 31 - 1;
const milliseconds = wholeNumber(0, MAX_MS);

/** Kinds that are stored: roots are stored as what they are roots of. */
const kinds: ReadonlySet<unknown> = new Set(
  Object.values(resources)
    .filter(({ isRootOf }) => isRootOf === undefined)
    .map(({ type }) => type),
);

const options = strict({
  port: wholeNumber(0, 65535).optional(),
  file: filledText.optional(),
  objects: z
    .array(
      strict({
        type: z.custom<string>((type) => kinds.has(type), must(`one of ${[...kinds].join(", ")}`)),
        uid: z.custom<string>((uid) => typeof uid === "string" && isUid(uid), must("a uid")),
        values: z.record(z.string(), z.unknown(), must("an object")),
      }),
      must("a list"),
    )
    .refine((objects) => rootIn(objects) !== undefined, must("objects with a group that has no parent"))
    .optional(),
  latencyMs: milliseconds.optional(),
  now: z.custom<() => Date>((value) => typeof value === "function", must("a function that gives a Date")).optional(),
  emitUnpopulated: flag.optional(),
  maskSpelling: oneOf("snake", "camel", "both").optional(),
  historyBounds: oneOf("inclusive", "exclusive").optional(),
  historySegment: z
    .string(must("a text"))
    .regex(/^[^/]+$/, must("one segment of a path, without a slash"))
    .optional(),
  registryTakes: z.array(oneOf("direct", "basic", "bearer"), must("a list")).optional(),
  deleteBody: oneOf("object", "empty").optional(),
  cascade: flag.optional(),
  tagUpsert: oneOf("replace", "merge").optional(),
  identityProvidersListed: flag.optional(),
  lookupGroup: flag.optional(),
  vendor: filledText.optional(),
  tokenForm: oneOf("jwt", "opaque").optional(),
  tokenGrants: oneOf("frozen", "live").optional(),
  requiredTerms: z.array(strict({ id: filledText, label: text, url: text }), must("a list")).optional(),
  uniqueTags: flag.optional(),
  gracePeriod: flag.optional(),
  tokenTtlSeconds: wholeNumber(1).optional(),
  forbidden: oneOf("denied", "hidden").optional(),
  jsonSpace: flag.optional(),
  staffOnly: oneOf("refused", "ignored", "allowed").optional(),
  strict: flag.optional(),
} satisfies Record<keyof EmulatorOptions, z.ZodType>);

const headers = z.record(z.string(), text, must("an object of texts")).optional();
const details = z.array(z.looseObject({ kind: filledText }, must("an object")), must("a list")).optional();

/** A list that has a first item, as the compiler does not know of the values of an object. Throws an Error for an empty one. */
function nonEmpty<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error("the list is empty");
  return [first, ...others];
}

const actions = {
  reset: strict({ kind: z.literal("reset") }),
  late: strict({ kind: z.literal("late"), ms: milliseconds }),
  hang: strict({ kind: z.literal("hang") }),
  status: strict({
    kind: z.literal("status"),
    code: z.enum(codeNames, must(`one of ${codeNames.join(", ")}`)),
    message: text.optional(),
    headers,
    details,
  }),
  body: strict({ kind: z.literal("body"), status: wholeNumber(200, 599), headers, body: text }),
  delay: strict({ kind: z.literal("delay"), ms: milliseconds }),
  hold: strict({ kind: z.literal("hold") }),
  slow: strict({ kind: z.literal("slow"), bytes: wholeNumber(1), everyMs: milliseconds }),
  truncate: strict({ kind: z.literal("truncate"), bytes: wholeNumber(0) }),
} satisfies Record<FaultAction["kind"], z.ZodType>;

const action = z.discriminatedUnion("kind", nonEmpty(Object.values(actions)), {
  error: (issue) =>
    issue.code === "invalid_union" ? `must be one of ${Object.keys(actions).join(", ")}` : "must be an object",
});

const methodForm = must("a method in capital letters");
const pathForm = must("a path that begins with a slash and has no query, or a regular expression");

const fault = strict({
  method: z
    .string(methodForm)
    .regex(/^[A-Z]+$/, methodForm)
    .optional(),
  path: z
    .custom<string | RegExp>((path) => path instanceof RegExp || /^(\/[^?#]*)?$/.test(String(path)), pathForm)
    .optional(),
  nth: wholeNumber(1).optional(),
  times: z
    .custom<number>(
      (times) => times === Number.POSITIVE_INFINITY || (Number.isSafeInteger(times) && Number(times) >= 0),
      must("a whole number from 0 up, or Infinity"),
    )
    .optional(),
  every: wholeNumber(1).optional(),
  chance: z
    .number(must("a number from 0 to 1"))
    .min(0, must("a number from 0 to 1"))
    .max(1, must("a number from 0 to 1"))
    .optional(),
  seed: z.number(must("a whole number")).int(must("a whole number")).optional(),
  when: oneOf("before", "after").optional(),
  action,
} satisfies Record<keyof Fault, z.ZodType>);

const claims = strict({
  issuer: text,
  subject: text,
  audience: z.union([text, z.array(text)], must("a text, or a list of texts")),
  claims: z.record(z.string(), z.unknown(), must("an object")).optional(),
  expiresInSeconds: z.number(must("a whole number")).int(must("a whole number")).optional(),
} satisfies Record<keyof IdTokenClaims, z.ZodType>);

const history = z.strictObject({
  repository: z.string(must("a text")).regex(/^[^/:\s]+\/[^:\s]+$/, must('an image with its organization, "acme/app"')),
  tag: filledText,
  records: z.array(historyRecord, must("a list")),
});

/** The first problem of a value, in one line; undefined if it is valid. */
export function complaintAbout(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  const place = issue.path.reduce<string>(
    (before, part) =>
      typeof part === "number" ? `${before}[${part}]` : `${before}${before === "" ? "" : "."}${String(part)}`,
    "",
  );
  if (place === "") return issue.message;
  return issue.message.startsWith("must ") ? `${place} ${issue.message}` : `${place}: ${issue.message}`;
}

function refuse(what: string, schema: z.ZodType, value: unknown): void {
  const complaint = complaintAbout(schema, value);
  if (complaint !== undefined) throw new Error(`${what}: ${complaint}`);
}

/** Validates options and drops undefined ones. Throws an Error for invalid options. */
export function checkedOptions(given: Given<EmulatorOptions>): EmulatorOptions {
  refuse("startEmulator", options, given);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Throws an Error for an invalid fault. */
export const checkFault = (given: Fault): void => refuse("fault", fault, given);

/** Throws an Error for an invalid tag history. */
export const checkHistory = (repository: string, tag: string, records: readonly HistoryRecord[]): void =>
  refuse("history", history, { repository, tag, records });

/** Throws an Error for invalid ID token claims. */
export const checkClaims = (given: IdTokenClaims): void => refuse("idToken", claims, given);
