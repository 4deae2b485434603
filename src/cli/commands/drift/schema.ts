import { z } from "zod";
import { count, documentOf, instant, listOf, notCheckedEntries, texts } from "../../document";
import { sorts } from "../../ignoring/sorts";

const uid = z.string().describe("uid of the object.");
const named = z.strictObject({ uid: z.string(), name: z.string().nullable() });
const ignoredBy = z
  .int()
  .positive()
  .nullable()
  .describe("Line of the ignore file by which it is meant; null for a finding.");

const resource = {
  urn: z.string(),
  name: z.string().describe("Name of the resource in the program."),
  type: z.string().describe("Type of the resource in the state."),
  kind: z.string().nullable().describe("Kind of this package, iam:Group; null for resources of other packages."),
};

const value = z.string().nullable();

const change = {
  ...resource,
  uid,
  fields: listOf("Empty where the resource differs in nothing that is recorded.", {
    path: z.string().describe("claimMatch.subject; a list is one field."),
    recorded: value.describe("The recorded value as JSON; null if there was none."),
    live: value.describe("The value now, as JSON; null if there is none."),
    isSecret: z.boolean().describe('Whether "[secret]" stands in place of a value, or of a part of it.'),
    ignoredBy,
  }),
  ignoredBy: ignoredBy.describe("Line of the ignore file by which all of it is meant; null for a finding."),
};

const object = {
  kind: z.string(),
  uid,
  name: z.string().describe("Its name, or what a person would call it."),
  place: named.describe("What it lies in."),
  grant: z
    .strictObject({
      role: named,
      identity: named.nullable().describe("null where it is granted to whoever comes."),
      who: z.string().describe("Who has the role, in words."),
      group: named.describe("Where the role is granted."),
    })
    .nullable()
    .describe("Who has what through it; null for what grants nothing."),
  within: z.string().nullable().describe("uid of the nearest object around it that is in this list too."),
  contains: count.describe("How many objects lie in it, at any depth."),
  createTime: z.string().nullable(),
  ignoredBy,
};

/** The document of `drift -o json`. */
export const driftDocument = documentOf("drift", {
  project: z.string().nullable().describe("Name of the project; null for a stack that holds nothing."),
  stack: z.string().nullable().describe("Name of the stack; null for a stack that holds nothing."),
  time: instant.describe("When it was looked at."),
  failOn: z.array(z.enum(sorts)).describe("What makes the command end with 2."),
  isComplete: z.boolean().describe("Whether everything could be found out. Where not, the command ends with 1."),
  counts: z
    .strictObject({
      resources: count.describe("Resources that the engine compared."),
      changed: count,
      deleted: count,
      unmanaged: count,
      grants: count.describe("How many of the unmanaged objects grant a role."),
      ignoredChanges: count.describe("Resources that others changed in fields under ignoreChanges."),
      explained: count.describe("Role bindings that an identity provider of the stack explains."),
      ignored: count.describe("Findings of any sort that the ignore file means."),
    })
    .describe("Findings by sort, without what is ignored."),
  changed: listOf("Resources whose objects others changed.", change),
  deleted: listOf("Resources whose objects others deleted.", { ...resource, uid, ignoredBy }),
  unread: listOf("Resources that could not be compared.", { ...resource, message: z.string() }),
  unmanaged: z
    .strictObject({
      groups: listOf("The groups that were looked through.", {
        ...named.shape,
        isWhole: z.boolean().describe("Whether all below it counts, or only what lies directly in it."),
      }),
      objects: listOf("Grants to identities first, then other grants, then the rest.", object),
      explained: listOf(
        "Role bindings that sign-in makes for people, because an identity provider of the stack has the role.",
        { ...object, explainedBy: named.describe("The identity provider of the stack that grants the role.") },
      ),
      unlisted: listOf("What could not be listed, so that more may be there.", {
        kind: z.string().nullable().describe("null where nothing of the group could be read."),
        group: z.string().describe("uid of the group."),
        message: z.string(),
      }),
    })
    .nullable()
    .describe("Objects that no resource of the stack holds; null without --unmanaged."),
  scim: listOf(
    "Identity providers of the stack with SCIM switched on or a live token, for which the stack manages no ScimToken, or whose SCIM settings were changed since. They count as unmanaged, and as grants.",
    {
      urn: z.string().describe("URN of the identity provider."),
      uid: z.string().describe("uid of the identity provider, which is that of its token, too."),
      name: z.string().describe("Name of the identity provider."),
      isEnabled: z.boolean().describe("Whether people are provisioned now."),
      isChanged: z
        .boolean()
        .describe("Whether the stack manages a ScimToken, and the SCIM settings were changed outside of Pulumi since."),
      tokenState: z.string().nullable().describe("LIVE, EXPIRED and the like; null where the platform does not tell."),
      tokenExpireTime: z.string().nullable().describe("null for a token that never expires, and where there is none."),
      ignoredBy,
    },
  ),
  ignoredChanges: listOf(
    "Resources whose objects others changed in fields under ignoreChanges; these fields alone.",
    change,
  ),
  interrupted: count.describe(
    "Operations of earlier runs that were interrupted: what they created may be in no state.",
  ),
  notChecked: notCheckedEntries,
  notes: texts("What else is worth knowing, for people."),
});
