import { z } from "zod";
import { shells } from "../../../spec/shell";
import { assumptionEntry, count, documentOf, listOf, notCheckedEntries } from "../../document";

const kind = z.string().describe("Type of the objects, iam:Group.");
const uid = z.string();

const written = {
  kind,
  uid,
  name: z.string().describe("Name of the resource in the program."),
  file: z.string().describe("Where it was written."),
};

/** The document of `import -o json`. */
export const importDocument = documentOf("import", {
  parentUid: z.string().describe("uid of the group whose contents were read."),
  folder: z.string().describe("The folder of the program, as --out names it."),
  host: z
    .enum(shells)
    .describe("The host that the program is written for: for the plugin, resources.json goes to pulumi import --file."),
  isDryRun: z.boolean().describe("Whether nothing was written."),
  files: listOf("The files that were written, or would be.", {
    file: z.string().describe("Path in the folder."),
    action: z.enum(["created", "extended", "rewritten"]).describe("extended: what stood in it stays to the letter."),
    text: z.string().nullable().describe("With --dry-run: what it would hold."),
  }),
  secrets: listOf(
    "Inputs that this import has added and that come from the stack's config, for they may hold a password.",
    {
      kind,
      uid,
      input: z.string(),
      key: z.string().describe("Key in the stack's config. set-secrets.sh sets it as a secret."),
    },
  ),
  kinds: listOf("The kinds that were read.", {
    kind,
    found: count.describe("How many there are on the platform, of those that --match means."),
    added: count.describe("How many of them this import has added to the program."),
    present: count.describe("How many of them were in the program."),
    held: count.describe("How many of them the stack holds, and no import has written: they were left as they are."),
    ignored: count.describe("How many of them the ignore file means: they were left as they are."),
    leftOut: count.describe("How many of them cannot be taken over."),
  }),
  leftOut: listOf("What cannot be taken over.", {
    kind,
    uid,
    path: z.string().describe("Names from below the group down to the object."),
    reason: z.string(),
    remedy: z.string().describe("What to do about it."),
  }),
  gone: listOf(
    "What an earlier import has written, the platform has no more, and the program still declares.",
    written,
  ),
  unseen: listOf("The same of what lists have no more, and the token may not read: it may be there.", written),
  unlisted: listOf("Kinds that could not be listed: there may be objects of them.", { kind, reason: z.string() }),
  notChecked: notCheckedEntries,
  assumption: assumptionEntry,
});
