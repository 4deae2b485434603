import { z } from "zod";
import type { Report } from "./declaration";

/**
 * The schema of a document of `-o json`: closed, with its version and kind. A field that is added keeps the version; one that
 * goes or changes its meaning makes another. docs/schemas/ has it as JSON Schema.
 *
 * @param kind name of the command, or of a form of its answer
 */
export const documentOf = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({
    version: z.literal(1).describe("Version of this form."),
    kind: z.literal(kind).describe("What the document is."),
    ...shape,
  });

/** A document, or a part of one, that nobody changes. */
export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** A report whose document has the form of its schema: the compiler checks it. The schema adds version and kind. */
export const reportOf = <S extends ReturnType<typeof documentOf<string, z.ZodRawShape>>>({
  document,
  ...report
}: Omit<Report, "document" | "schema"> & {
  readonly schema: S;
  readonly document: DeepReadonly<Omit<z.input<S>, "version" | "kind">>;
}): Report => {
  const { version, kind } = report.schema.shape;
  return { ...report, document: { version: version.value, kind: kind.value, ...document } };
};

/** How many there are. */
export const count = z.int().nonnegative();

/** A list of texts in a document. */
export const texts = (what: string) => z.array(z.string()).describe(what);

/** A list in a document: each item has the fields of the shape, and no others. */
export const listOf = <S extends z.ZodRawShape>(what: string, shape: S) =>
  z.array(z.strictObject(shape)).describe(what);

/** What a document lists under `notChecked`. */
export const notCheckedEntries = listOf(
  "Kinds that the token is not known to see, by group: there may be more. Where there are any, the command ends with 1.",
  {
    kind: z.string().describe("Kind of the objects, iam:RoleBinding."),
    group: z.strictObject({ uid: z.string(), path: z.string().describe("Names from the root group down.") }),
    visibility: z
      .enum(["not visible", "unknown"])
      .describe("Whether the token is known not to see all of them in the group and below it, or nobody knows."),
    reason: z.string(),
  },
);

/** What a document has under `assumption`. */
export const assumptionEntry = z
  .string()
  .nullable()
  .describe(
    "An assumption that the result depends on: an opaque token belongs to the identity that --identity or a setting names. Else null.",
  );

/** An instant: UTC, as ISO 8601. */
export const instant = z.iso.datetime();

/** An instant as documents have it. */
export const instantText = (ms: number): string => new Date(ms).toISOString();
