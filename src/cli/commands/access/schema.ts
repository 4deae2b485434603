import { z } from "zod";
import { assumptionEntry, count, documentOf, listOf, notCheckedEntries, texts } from "../../document";

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
  incomplete: texts("Why the answer may lack something, as sentences; empty where it lacks nothing."),
  notCounted: listOf("What may give access too, and is not counted.", {
    kind: z.string().describe("iam:GroupInvite"),
    count: count.nullable().describe("How many there are; null where they could not be listed."),
  }),
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

/** The document of `access list -o json`. */
export const accessListDocument = documentOf("access-list", {
  identities: z.array(
    z.strictObject({
      identity,
      bindings: z.array(
        binding.extend({
          groupsBelow: count.describe("How many groups there are below, where it holds too."),
          capabilities: z.array(capability),
        }),
      ),
    }),
  ),
  ...answer,
});

const planned = { uid: uid.nullable().describe("Null for one that the update would create.") };
const plannedGroup = group.extend(planned);

/** What is said of a pending change. */
const plan = {
  actsAs: texts("URNs of identities as which others may act after the update."),
  provisioning: texts("URNs of SCIM tokens, new or changed, by which people can be provisioned."),
  uncounted: texts("URNs of invites, identity providers and mappings that change."),
  untold: listOf("Resources whose effect on access the preview does not tell. They are not in the changes.", {
    urn: z.string(),
    why: z.string(),
  }),
  taken: listOf(
    "Resources to create whose object is there already, by its key. The update takes it over or is refused, as platform:adoptExisting says.",
    { urn: z.string(), uid },
  ),
  refused: listOf(
    "Deletes that will be refused, for something is in the way that the change does not delete. They are not in the changes.",
    {
      urn: z.string(),
      uid,
      by: listOf("What is in the way.", { kind: z.string(), ...planned }),
    },
  ),
  eitherOf: listOf(
    "Resources that may lie in one of several new groups; they count in the lowest, where they count in any case.",
    { urn: z.string(), group: plannedGroup, orElse: z.array(plannedGroup) },
  ),
};

/** What is gained or lost, and by whom, in words. */
const difference = (whoGainsOrLoses: string) => ({
  change: z.enum(["gains", "loses"]),
  roles: texts(`Names of the roles by which ${whoGainsOrLoses} any of these.`),
  capabilities: z.array(capability),
  groups: z.array(plannedGroup).describe("Every group in which it is so, inherited or not."),
});

/** The document of `access who-can --preview -o json` and `access list --preview -o json`. */
export const accessDifferenceDocument = documentOf("access-difference", {
  changes: z.array(z.strictObject({ identity: identity.extend(planned), ...difference("it gains or loses") })),
  offers: listOf("What people gain and lose whom nobody knows yet, by invites, default roles and mappings.", {
    who: z.string().describe("Who they are, in words."),
    ...difference("they gain or lose"),
  }),
  ...plan,
  ...answer,
});

/** The document of `access why -o json`, with `--preview` and without. */
export const accessWhyDocument = documentOf("access-why", {
  identity: identity.extend(planned),
  capability,
  group: plannedGroup,
  isAllowed: z
    .boolean()
    .describe(
      "Whether the identity has the capability in the group, after the change for --preview. False also where that is not known: see incomplete.",
    ),
  chains: listOf("Each role binding that has it, for --preview before or after the change.", {
    ...binding.shape,
    ...planned,
    role: role.extend(planned),
    group: plannedGroup.describe("Where it lies: it holds there and below."),
    inheritedBy: z
      .array(plannedGroup)
      .describe("The groups from below the binding's down to the one asked about; empty where it is bound there."),
    change: z
      .enum(["stays", "begins", "ends"])
      .optional()
      .describe(
        "Whether it gives the capability before and after the change, only after it, or only before. For --preview.",
      ),
  }),
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
  bindings: listOf("What joins them: the identity has the role in the group and below.", {
    uid,
    groupUid: uid,
    identityUid: uid,
    roleUid: uid,
    change: z.enum(["added", "removed"]).optional().describe("What the pending change does to it. For --preview."),
  }),
  preview: z
    .strictObject(plan)
    .optional()
    .describe("Of the stack's pending change. For --preview. What it would create has a stand-in with a ~ for a uid."),
  ...answer,
});
