import { z } from "zod";
import { documentOf, instant, notCheckedEntries } from "../../document";
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

const change = z.strictObject({
  ...resource,
  uid,
  fields: z
    .array(
      z.strictObject({
        path: z.string().describe("claimMatch.subject; a list is one field."),
        recorded: value.describe("The recorded value as JSON; null if there was none."),
        live: value.describe("The value now, as JSON; null if there is none."),
        isSecret: z.boolean().describe('Whether "[secret]" stands in place of a value, or of a part of it.'),
        ignoredBy,
      }),
    )
    .describe("Empty where the resource differs in nothing that is recorded."),
  ignoredBy: ignoredBy.describe("Line of the ignore file by which all of it is meant; null for a finding."),
});

const object = z.strictObject({
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
  contains: z.int().nonnegative().describe("How many objects lie in it, at any depth."),
  createTime: z.string().nullable(),
  ignoredBy,
});

/** The document of `drift -o json`. */
export const driftDocument = documentOf("drift", {
  project: z.string().nullable().describe("Name of the project; null for a stack that holds nothing."),
  stack: z.string().nullable().describe("Name of the stack; null for a stack that holds nothing."),
  time: instant.describe("When it was looked at."),
  failOn: z.array(z.enum(sorts)).describe("What makes the command end with 2."),
  isComplete: z.boolean().describe("Whether everything could be found out. Where not, the command ends with 1."),
  counts: z
    .strictObject({
      resources: z.int().nonnegative().describe("Resources that the engine compared."),
      changed: z.int().nonnegative(),
      deleted: z.int().nonnegative(),
      unmanaged: z.int().nonnegative(),
      grants: z.int().nonnegative().describe("How many of the unmanaged objects grant a role."),
      ignoredChanges: z.int().nonnegative().describe("Resources that others changed in fields under ignoreChanges."),
      explained: z.int().nonnegative().describe("Role bindings that an identity provider of the stack explains."),
      ignored: z.int().nonnegative().describe("Findings of any sort that the ignore file means."),
    })
    .describe("Findings by sort, without what is ignored."),
  changed: z.array(change).describe("Resources whose objects others changed."),
  deleted: z.array(z.strictObject({ ...resource, uid, ignoredBy })).describe("Resources whose objects others deleted."),
  unread: z
    .array(z.strictObject({ ...resource, message: z.string() }))
    .describe("Resources that could not be compared."),
  unmanaged: z
    .strictObject({
      groups: z
        .array(
          named.extend({
            isWhole: z.boolean().describe("Whether all below it counts, or only what lies directly in it."),
          }),
        )
        .describe("The groups that were looked through."),
      objects: z.array(object).describe("Grants to identities first, then other grants, then the rest."),
      explained: z
        .array(
          object.extend({ explainedBy: named.describe("The identity provider of the stack that grants the role.") }),
        )
        .describe(
          "Role bindings that sign-in makes for people, because an identity provider of the stack has the role.",
        ),
      unlisted: z
        .array(
          z.strictObject({
            kind: z.string().nullable().describe("null where nothing of the group could be read."),
            group: z.string().describe("uid of the group."),
            message: z.string(),
          }),
        )
        .describe("What could not be listed, so that more may be there."),
    })
    .nullable()
    .describe("Objects that no resource of the stack holds; null without --unmanaged."),
  scim: z
    .array(
      z.strictObject({
        urn: z.string().describe("URN of the identity provider."),
        uid: z.string().describe("uid of the identity provider, which is that of its token, too."),
        name: z.string().describe("Name of the identity provider."),
        isEnabled: z.boolean().describe("Whether people are provisioned now."),
        isChanged: z
          .boolean()
          .describe(
            "Whether the stack manages a ScimToken, and the SCIM settings were changed outside of Pulumi since.",
          ),
        tokenState: z
          .string()
          .nullable()
          .describe("LIVE, EXPIRED and the like; null where the platform does not tell."),
        tokenExpireTime: z
          .string()
          .nullable()
          .describe("null for a token that never expires, and where there is none."),
        ignoredBy,
      }),
    )
    .describe(
      "Identity providers of the stack with SCIM switched on or a live token, for which the stack manages no ScimToken, or whose SCIM settings were changed since. They count as unmanaged, and as grants.",
    ),
  ignoredChanges: z
    .array(change)
    .describe("Resources whose objects others changed in fields under ignoreChanges; these fields alone."),
  interrupted: z
    .int()
    .nonnegative()
    .describe("Operations of earlier runs that were interrupted: what they created may be in no state."),
  notChecked: notCheckedEntries,
  notes: z.array(z.string()).describe("What else is worth knowing, for people."),
});
