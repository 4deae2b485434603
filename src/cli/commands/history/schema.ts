import { z } from "zod";
import { count, documentOf, instant, listOf } from "../../document";

const digest = z.string().describe("Digest of an image, sha256: and 64 hex digits.");
const image = z
  .strictObject({
    org: z.string().describe("Name of the organization."),
    image: z.string().describe("Name of the image."),
    tag: z.string().describe("Name of the tag."),
  })
  .describe("The tag that was asked about.");
const seconds = z.number().nonnegative();

/** The document of `history -o json`. */
export const historyDocument = documentOf("history", {
  ...image.shape,
  window: z
    .strictObject({
      since: instant.nullable().describe("From when on; null from the first record."),
      until: instant.describe("Up to when: the time of the question when it named none."),
    })
    .describe("What was asked for; both bounds belong to it."),
  digestBefore: digest.nullable().describe("The digest that the tag had when the window began; null if it had none."),
  records: listOf("The moves of the tag, oldest first.", {
    digest,
    since: instant.describe("When the tag was moved to it."),
    until: instant.nullable().describe("When it was moved on; null if it stood to the end of the window."),
    seconds: seconds.describe("How long it stood, to the end of the window at most."),
    isChange: z.boolean().describe("Whether the digest differs from the one before."),
  }),
  churn: z
    .strictObject({
      digests: count.describe("How many different digests there were."),
      changes: count.describe("How often the digest changed."),
      medianSeconds: seconds.nullable().describe("The median of the times that replaced digests stood."),
      ageSeconds: seconds.nullable().describe("How long the last digest has stood."),
    })
    .describe("How much the tag moves."),
});

/** The document of `history --at -o json`. */
export const digestDocument = documentOf("digest", {
  ...image.shape,
  at: instant.describe("The time that was asked about."),
  digest,
});
