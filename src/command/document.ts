import { z } from "zod";
import type { Report } from "./declaration";

/** Returns the schema of a document of `-o json`, which allows no other fields. A new field keeps the version; any other change needs a new one. */
export const documentOf = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({
    version: z.literal(1).describe("Version of this schema."),
    kind: z.literal(kind).describe("Kind of the document."),
    ...shape,
  });

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Returns a report. The compiler checks its document against the schema, which adds version and kind. */
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

export const count = z.int().nonnegative();

export const texts = (what: string) => z.array(z.string()).describe(what);

export const arrayOf = <S extends z.ZodRawShape>(what: string, shape: S) =>
  z.array(z.strictObject(shape)).describe(what);

export const notCheckedEntries = arrayOf(
  "Kinds of which the token may not see all objects, by group. If there are any, the command ends with 1.",
  {
    kind: z.string().describe("Kind of the objects: iam:RoleBinding."),
    group: z.strictObject({ uid: z.string(), path: z.string().describe("Names from the root group down.") }),
    visibility: z
      .enum(["not visible", "unknown"])
      .describe("Whether the token cannot see all of them in the group and below it, or this is unknown."),
    reason: z.string(),
  },
);

export const assumptionEntry = z
  .string()
  .nullable()
  .describe(
    "What the result relies on without proof: the identity that --identity or a setting gives for an opaque token. Otherwise null.",
  );

/** A time: UTC, as ISO 8601. */
export const instant = z.iso.datetime();

export const instantText = (ms: number): string => new Date(ms).toISOString();
