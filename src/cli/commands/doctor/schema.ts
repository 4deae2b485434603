import { z } from "zod";
import { count, documentOf, instant, listOf, notCheckedEntries } from "../../document";

/** The document of `doctor -o json`. */
export const doctorDocument = documentOf("doctor", {
  versions: z.strictObject({
    node: z.string(),
    package: z.string().describe("Version of this package."),
    sdk: z.string().nullable().describe("@pulumi/pulumi as a program in the folder loads it; null if there is none."),
    cli: z.string().nullable().describe("The Pulumi CLI on PATH; null if there is none."),
  }),
  settings: listOf("The settings that are in force.", {
    name: z.string(),
    value: z.string().nullable().describe("null where it is secret."),
    origin: z.string().describe("Key of the stack's config, or variable of the environment."),
    shadowed: z.string().nullable().describe("The other place where it is set, without effect."),
  }),
  token: z
    .strictObject({
      issuer: z.string().nullable(),
      subject: z.string().nullable(),
      audiences: z.array(z.string()),
      expiresAt: instant.nullable(),
    })
    .nullable()
    .describe("What the token says of itself, unverified; null where there is none, or none that says anything."),
  access: z.strictObject({
    roles: z
      .array(z.strictObject({ group: z.string(), role: z.string(), capabilities: z.array(z.string()) }))
      .nullable()
      .describe("The roles of the token's identity that it may see; null where they could not be found out."),
    lists: z.array(
      z.strictObject({
        kind: z.string(),
        count: count.nullable().describe("How many it sees; null where the list is refused."),
        refusal: z.string().nullable(),
      }),
    ),
  }),
  notChecked: notCheckedEntries.describe(
    "Kinds that the token is not known to see in the groups where its identity holds a role: there may be more of them.",
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
