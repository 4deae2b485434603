import { z } from "zod";
import { arrayOf, type DeepReadonly, documentOf, instant, notCheckedEntries } from "../../document";

const text = z.string().nullable();

export const doctorDocument = documentOf("doctor", {
  settings: arrayOf("The settings that are in force.", {
    name: z.string(),
    value: text.describe("null if it is secret."),
    origin: z.string().describe("Key of the stack's config, or variable of the environment."),
    shadowed: text.describe("The other place where it is set, which this one overrides."),
  }),
  token: z
    .strictObject({ issuer: text, subject: text, audiences: z.array(z.string()), expiresAt: instant.nullable() })
    .nullable()
    .describe("Claims of the token, unverified; null without a token, and for an opaque one."),
  access: z.strictObject({
    roles: z
      .array(z.strictObject({ group: z.string(), role: z.string(), capabilities: z.array(z.string()) }))
      .nullable()
      .describe("The roles of the token's identity that it may see; null if they are unknown."),
  }),
  notChecked: notCheckedEntries.describe(
    "Kinds that the token may not see in the groups where its identity has a role, so there may be more objects.",
  ),
  checks: arrayOf("The checks, and what to do about each problem.", {
    name: z.string(),
    status: z.enum(["ok", "note", "unknown", "problem"]),
    text: z.string(),
    remedy: text,
  }),
});

/** The document of `doctor -o json`, without its head. */
export type Document = DeepReadonly<Omit<z.infer<typeof doctorDocument>, "version" | "kind">>;
/** The result of one check. A note is not a problem. A problem without a remedy has it in its text. */
export type Check = Document["checks"][number];
