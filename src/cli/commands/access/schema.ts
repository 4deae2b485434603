import { z } from "zod";
import { assumptionEntry, documentOf, notCheckedEntries } from "../../document";

const uid = z.string();
const group = z.strictObject({
  uid,
  path: z.string().describe("Names from the root group down, joined by slashes."),
});
const identity = z.strictObject({
  uid,
  name: z.string().describe("Its name or e-mail address; empty where neither can be seen."),
  path: z.string().describe("The path of its group, and its name behind; the name alone for somebody in no group."),
});
const role = z.strictObject({ uid, name: z.string().describe("Its uid where the name cannot be seen.") });
const capability = z.string().describe("CAP_REPO_LIST");
const binding = z.strictObject({ uid, role, group: group.describe("Where it lies: it holds there and below.") });

/** What every answer has. */
const answer = {
  incomplete: z
    .array(z.string())
    .describe("Why the answer may lack something, as sentences; empty where it lacks nothing."),
  notCounted: z
    .array(
      z.strictObject({
        kind: z.string().describe("iam:GroupInvite"),
        count: z.int().nonnegative().nullable().describe("How many there are; null where they could not be listed."),
      }),
    )
    .describe("What may give access too, and is not counted."),
  notChecked: notCheckedEntries,
  assumption: assumptionEntry,
};

/** The document of `access who-can -o json`. */
export const whoCanDocument = documentOf("access-who-can", {
  capability,
  group: group.nullable().describe("The group that was asked about; null for any."),
  holders: z.array(
    z.strictObject({ identity, bindings: z.array(binding).describe("Those that grant it; at least one.") }),
  ),
  ...answer,
});

/** The document of `access of -o json`. */
export const accessOfDocument = documentOf("access-of", {
  identities: z.array(
    z.strictObject({
      identity,
      bindings: z.array(
        binding.extend({
          groupsBelow: z.int().nonnegative().describe("How many groups there are below, where it holds too."),
          capabilities: z.array(capability),
        }),
      ),
    }),
  ),
  ...answer,
});

const planned = { uid: uid.nullable().describe("Null for one that the update would create.") };

/** What is said of a pending change. */
const plan = {
  actsAs: z.array(z.string()).describe("URNs of identities as which others may act after the update."),
  provisioning: z
    .array(z.string())
    .describe("URNs of SCIM tokens, new or changed, by which people can be provisioned."),
  uncounted: z.array(z.string()).describe("URNs of invites, identity providers and mappings that change."),
  untold: z
    .array(z.strictObject({ urn: z.string(), why: z.string() }))
    .describe("Resources whose effect on access the preview does not tell. They are not in the changes."),
  taken: z
    .array(z.strictObject({ urn: z.string(), uid }))
    .describe(
      "Resources to create whose object is there already, by its key. The update takes it over or is refused, as platform:adoptExisting says.",
    ),
  refused: z
    .array(
      z.strictObject({
        urn: z.string(),
        uid,
        by: z.array(z.strictObject({ kind: z.string(), ...planned })).describe("What is in the way."),
      }),
    )
    .describe(
      "Deletes that will be refused, for something is in the way that the change does not delete. They are not in the changes.",
    ),
  eitherOf: z
    .array(z.strictObject({ urn: z.string(), group: group.extend(planned), orElse: z.array(group.extend(planned)) }))
    .describe(
      "Resources that may lie in one of several new groups; they count in the lowest, where they count in any case.",
    ),
};

/** The document of `access who-can --preview -o json` and `access of --preview -o json`. */
export const accessDifferenceDocument = documentOf("access-difference", {
  changes: z.array(
    z.strictObject({
      identity: identity.extend(planned),
      change: z.enum(["gains", "loses"]),
      roles: z.array(z.string()).describe("Names of the roles by which it gains or loses any of these."),
      capabilities: z.array(capability),
      groups: z.array(group.extend(planned)).describe("Every group in which it is so, inherited or not."),
    }),
  ),
  offers: z
    .array(
      z.strictObject({
        who: z.string().describe("Who they are, in words."),
        change: z.enum(["gains", "loses"]),
        roles: z.array(z.string()).describe("Names of the roles by which they gain or lose any of these."),
        capabilities: z.array(capability),
        groups: z.array(group.extend(planned)).describe("Every group in which it is so, inherited or not."),
      }),
    )
    .describe("What people gain and lose whom nobody knows yet, by invites, default roles and mappings."),
  ...plan,
  ...answer,
});

/** The document of `access why -o json`, with `--preview` and without. */
export const accessWhyDocument = documentOf("access-why", {
  identity: identity.extend(planned),
  capability,
  group: group.extend(planned),
  isAllowed: z
    .boolean()
    .describe(
      "Whether the identity has the capability in the group, after the change for --preview. False also where that is not known: see incomplete.",
    ),
  chains: z
    .array(
      binding.extend({
        ...planned,
        role: role.extend(planned),
        group: group.extend(planned).describe("Where it lies: it holds there and below."),
        inheritedBy: z
          .array(group.extend(planned))
          .describe("The groups from below the binding's down to the one asked about; empty where it is bound there."),
        change: z
          .enum(["stays", "begins", "ends"])
          .optional()
          .describe(
            "Whether it gives the capability before and after the change, only after it, or only before. For --preview.",
          ),
      }),
    )
    .describe("Each role binding that has it, for --preview before or after the change."),
  preview: z
    .strictObject({ wasAllowed: z.boolean().describe("Whether it has the capability before the change."), ...plan })
    .optional()
    .describe("Of the stack's pending change. For --preview."),
  ...answer,
});

/** The document of `access graph -o json`, with `--preview` and without. */
export const accessGraphDocument = documentOf("access-graph", {
  groups: z.array(group.extend({ parentUid: uid.nullable().describe("Null for a root group.") })),
  identities: z.array(identity.extend({ groupUid: uid.nullable().describe("Null for somebody in no group.") })),
  roles: z.array(
    role.extend({
      isBuiltIn: z.boolean().describe("Whether the platform brings it along."),
      capabilities: z.array(capability),
    }),
  ),
  bindings: z
    .array(
      z.strictObject({
        uid,
        groupUid: uid,
        identityUid: uid,
        roleUid: uid,
        change: z.enum(["added", "removed"]).optional().describe("What the pending change does to it. For --preview."),
      }),
    )
    .describe("What joins them: the identity has the role in the group and below."),
  preview: z
    .strictObject(plan)
    .optional()
    .describe("Of the stack's pending change. For --preview. What it would create has a stand-in with a ~ for a uid."),
  ...answer,
});
