import { z } from "zod";
import { arrayOf, count, documentOf, instant, notCheckedEntries, texts } from "../../document";
import { sorts } from "../../ignoring/sorts";

const uid = z.string().describe("uid of the object.");
const named = z.strictObject({ uid: z.string(), name: z.string().nullable() });
const ignoredBy = z.int().positive().nullable().describe("Line of the rule that ignores it; null for a finding.");

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
  fields: arrayOf("Empty if no recorded value differs.", {
    path: z.string().describe("claimMatch.subject; a list is one field."),
    recorded: value.describe("The recorded value as JSON; null if there was none."),
    live: value.describe("The value now, as JSON; null if there is none."),
    isSecret: z.boolean().describe('Whether "[secret]" replaces the value or a part of it.'),
    decidesAccess: z
      .boolean()
      .describe("Whether it decides who can act as an identity, who gets a role, or what a role allows."),
    ignoredBy,
  }),
  ignoredBy: ignoredBy.describe("Line of the rule that ignores all of it; null for a finding."),
};

const object = {
  kind: z.string(),
  uid,
  name: z.string().describe("Its name, or else a description of it."),
  place: named.describe("Its parent."),
  grant: z
    .strictObject({
      role: named,
      identity: named.nullable().describe("null if no identity is named."),
      who: z.string().describe("Who has the role, in words."),
      group: named.describe("Where the role is granted."),
    })
    .nullable()
    .describe("The role that it grants, to whom and where; null if it grants none."),
  within: z.string().nullable().describe("uid of the nearest object around it that is in this list too."),
  contains: count.describe("Number of objects in it, at any depth."),
  createTime: z.string().nullable(),
  ignoredBy,
};

export const driftDocument = documentOf("drift", {
  project: z.string().nullable().describe("Name of the project; null for an empty stack."),
  stack: z.string().nullable().describe("Name of the stack; null for an empty stack."),
  time: instant.describe("Time of the comparison."),
  failOn: z.array(z.enum(sorts)).describe("Sorts of findings for which the command ends with 2."),
  isComplete: z.boolean().describe("Whether everything could be checked. If not, the command ends with 1."),
  counts: z
    .strictObject({
      resources: count.describe("Resources that the engine compared."),
      changed: count,
      deleted: count,
      unmanaged: count,
      grants: count.describe("Number of unmanaged objects that grant a role."),
      ignoredChanges: count.describe("Resources that were changed in fields under ignoreChanges."),
      explained: count.describe("Role bindings that an identity provider explains."),
      ignored: count.describe("Findings of any sort that the ignore file hides."),
    })
    .describe("Number of findings by sort, without ignored ones."),
  changed: arrayOf("Resources whose objects were changed outside of Pulumi.", change),
  deleted: arrayOf("Resources whose objects were deleted outside of Pulumi.", { ...resource, uid, ignoredBy }),
  unread: arrayOf("Resources that could not be checked.", { ...resource, message: z.string() }),
  unmanaged: z
    .strictObject({
      groups: arrayOf("The groups that were searched.", {
        ...named.shape,
        isWhole: z.boolean().describe("Whether everything below it counts, or only its direct children."),
      }),
      objects: arrayOf("Grants to identities first, then other grants, then the rest.", object),
      explained: arrayOf(
        "Role bindings that SCIM manages, and those that sign-in creates, because an identity provider of the stack has the role.",
        {
          ...object,
          explainedBy: named.describe("The identity provider."),
          through: z.enum(["scim", "sign-in"]).describe("What creates it."),
        },
      ),
      unlisted: arrayOf("Kinds and groups that could not be listed, so there may be more objects.", {
        kind: z.string().nullable().describe("null if nothing of the group could be read."),
        group: z.string().describe("uid of the group."),
        message: z.string(),
      }),
    })
    .nullable()
    .describe("Unmanaged objects; null without --unmanaged."),
  scim: arrayOf(
    "Identity providers of the stack with SCIM switched on or a live token that no ScimToken of the stack created. Also those whose SCIM settings were changed since. They count as unmanaged, and as grants.",
    {
      urn: z.string().describe("URN of the identity provider, or of the ScimToken if the stack manages only that."),
      uid: z.string().describe("uid of the identity provider, which is that of its token, too."),
      name: z.string().describe("Name of the identity provider, or of the resource of the ScimToken."),
      isEnabled: z.boolean().nullable().describe("Whether people are provisioned now; null if that is unknown."),
      isChanged: z
        .boolean()
        .describe("Whether the SCIM settings were changed outside of Pulumi after the stack created the token."),
      tokenState: z.string().nullable().describe("LIVE, EXPIRED and so on; null if the platform does not return it."),
      tokenExpireTime: z.string().nullable().describe("null for a token that never expires, and if there is none."),
      ignoredBy,
    },
  ),
  ignoredChanges: arrayOf(
    "Resources that were changed in fields under ignoreChanges, with only these fields. Those that decide access count as changed for failOn.",
    change,
  ),
  interrupted: count.describe("Pending operations of interrupted runs. The state may lack what they created."),
  notChecked: notCheckedEntries,
  notes: texts("Further information, for people."),
});
