import { z } from "zod";
import { hostNames } from "../../../description/names/host-name";
import { arrayOf, assumptionEntry, count, documentOf, notCheckedEntries } from "../../document";

const kind = z.string().describe("Type of the objects, iam:Group.");
const uid = z.string();

const written = {
  kind,
  uid,
  name: z.string().describe("Name of the resource in the program."),
};

export const importDocument = documentOf("import", {
  parentUid: z.string().describe("uid of the group that was read."),
  folder: z.string().nullable().describe("The folder of the program, as --out names it; null with --uid."),
  host: z
    .enum(hostNames)
    .describe("The host of the program. For the plugin, pulumi import --file reads resources.json."),
  isDryRun: z.boolean().describe("Whether nothing was written."),
  files: arrayOf("The files of this import. A --dry-run does not write them.", {
    file: z.string().describe("Path in the folder."),
    action: z
      .enum(["created", "extended", "rewritten"])
      .describe("extended: the former text is unchanged at its start."),
    text: z.string().nullable().describe("With --dry-run: the text that would be written."),
  }),
  secrets: arrayOf(
    "Inputs that this import has added, and that come from the stack's config because they may contain a password.",
    {
      kind,
      uid,
      input: z.string(),
      key: z.string().describe("Key in the stack's config. set-secrets.sh sets it as a secret."),
    },
  ),
  kinds: arrayOf("The kinds that were read.", {
    kind,
    found: count.describe("Number of objects on the platform that match --match."),
    added: count.describe("Number of them that this import has added to the program."),
    present: count.describe("Number of them that were in the program before."),
    held: count.describe("Number of them that the stack manages without an import. They were left out."),
    ignored: count.describe("Number of them that the ignore file hides. They were left out."),
    leftOut: count.describe("Number of them that cannot be taken over."),
  }),
  leftOut: arrayOf("Objects that cannot be taken over.", {
    kind,
    uid,
    path: z.string().describe("Names from the group down to the object."),
    reason: z.string(),
    remedy: z.string().describe("What to do about it."),
  }),
  gone: arrayOf("Objects that were deleted on the platform, and that the program still declares.", written),
  unseen: arrayOf("Objects that the program declares and the token cannot see. They may still exist.", written),
  unlisted: arrayOf("Kinds that could not be listed, so there may be more objects.", { kind, reason: z.string() }),
  notChecked: notCheckedEntries,
  assumption: assumptionEntry,
});
