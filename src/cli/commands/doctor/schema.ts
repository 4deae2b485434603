import { z } from "zod";
import { count, documentOf, instant, listOf, notCheckedEntries } from "../../document";

/** The document of `doctor -o json`. */
export const doctorDocument = documentOf("doctor", {
  versions: z.strictObject({
    node: z.string(),
    package: z.string().describe("Version of this package."),
    sdk: z
      .string()
      .nullable()
      .describe("@pulumi/pulumi as a program in the folder loads it; null if it is not installed."),
    cli: z.string().nullable().describe("The Pulumi CLI on PATH; null if it is not installed."),
  }),
  settings: listOf("The settings that are in force.", {
    name: z.string(),
    value: z.string().nullable().describe("null if it is secret."),
    origin: z.string().describe("Key of the stack's config, or variable of the environment."),
    shadowed: z.string().nullable().describe("The other place where it is set, which this one overrides."),
  }),
  token: z
    .strictObject({
      issuer: z.string().nullable(),
      subject: z.string().nullable(),
      audiences: z.array(z.string()),
      expiresAt: instant.nullable(),
    })
    .nullable()
    .describe("Claims of the token, unverified; null without a token, and for an opaque one."),
  access: z.strictObject({
    roles: z
      .array(z.strictObject({ group: z.string(), role: z.string(), capabilities: z.array(z.string()) }))
      .nullable()
      .describe("The roles of the token's identity that it may see; null if they are unknown."),
    lists: z.array(
      z.strictObject({
        kind: z.string(),
        count: count.nullable().describe("Number of objects that it sees; null if the list is refused."),
        refusal: z.string().nullable(),
      }),
    ),
  }),
  notChecked: notCheckedEntries.describe(
    "Kinds that the token may not see in the groups where its identity has a role, so there may be more objects.",
  ),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(["ok", "note", "unknown", "problem"]),
      text: z.string(),
      remedy: z.string().nullable(),
    }),
  ),
});
