import { z } from "zod";
import { arrayOf, count, documentOf, instant } from "../../document";

const digest = z.string().describe("Digest of an image, sha256: and 64 hex digits.");
const image = z
  .strictObject({
    org: z.string().describe("Name of the organization."),
    image: z.string().describe("Name of the image."),
    tag: z.string().describe("Name of the tag."),
  })
  .describe("The tag of the call.");
const seconds = z.number().nonnegative();

export const historyDocument = documentOf("history", {
  ...image.shape,
  window: z
    .strictObject({
      since: instant.nullable().describe("Start of the period. Null for the first record."),
      until: instant.describe("End of the period. Default: the time of the call."),
    })
    .describe("The period of the call, with both ends."),
  digestBefore: digest
    .nullable()
    .describe("The digest that the tag had at the start of the period. Null if it had none."),
  records: arrayOf("The moves of the tag, oldest first.", {
    digest,
    since: instant.describe("When the tag was moved to it."),
    until: instant.nullable().describe("When the tag was moved again. Null for the last move."),
    seconds: seconds.describe("Time until the next move, or until the end of the period."),
    isChange: z.boolean().describe("Whether the digest differs from the one before."),
    isRollback: z.boolean().describe("Whether the tag had this digest before, with another one in between."),
  }),
  churn: z
    .strictObject({
      digests: count.describe("Number of different digests."),
      changes: count.describe("Number of changes of the digest."),
      medianSeconds: seconds.nullable().describe("Median lifetime of the digests that were replaced."),
      ageSeconds: seconds.nullable().describe("Age of the current digest."),
    })
    .describe("How often the tag changes."),
});

/** The document of `history --at -o json`. */
export const digestDocument = documentOf("digest", {
  ...image.shape,
  at: instant.describe("The time of --at."),
  digest,
});
