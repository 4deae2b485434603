import { z } from "zod";
import { arrayOf, assumptionEntry, count, documentOf, notCheckedEntries, texts } from "../../document";

const uid = z.string();
const group = z.strictObject({
  uid: uid.describe("Empty for a role binding that is in no group, which holds in every group."),
  path: z.string().describe("Names from the root group down, joined by slashes. For an empty uid: every group."),
});
const identity = z.strictObject({
  uid,
  name: z.string().describe("Name or e-mail address. Empty if both are unknown."),
  path: z.string().describe("Path of its group, followed by its name. Only the name for a person."),
});
const role = z.strictObject({ uid, name: z.string().describe("Name, or the uid if the name is unknown.") });
const capability = z.string().describe("Name of a capability: CAP_REPO_LIST.");
const binding = z.strictObject({
  uid,
  managedBy: z.string().nullable().describe("SCIM for a role binding that SCIM manages. Null for others."),
  role,
  group: group.describe("Group of the binding. The role counts there and below."),
});

/** People who are not known yet, with the bindings of a document. */
const offersOf = <S extends z.ZodType>(bindings: S) =>
  arrayOf("The same for people who are not known yet: of an invite, of an identity provider, or of a mapping.", {
    who: z.string().describe("Description of these people."),
    bindings: bindings.describe(
      "What offers them the role. The uid is that of the invite, identity provider or mapping.",
    ),
  });
const held = binding.extend({
  groupsBelow: count.describe("Number of groups below, where it also holds."),
  capabilities: z.array(capability),
});

const answer = {
  incomplete: texts("Sentences that say why the result may be incomplete."),
  notCounted: arrayOf("Kinds that offer roles and could not be listed. The result is incomplete.", {
    kind: z.string().describe("Kind: iam:GroupInvite."),
    count: count.nullable().describe("Null, because they could not be listed."),
  }),
  notChecked: notCheckedEntries,
  assumption: assumptionEntry,
};

export const whoCanDocument = documentOf("access-who-can", {
  capability,
  group: group.nullable().describe("The group of --on. Null without it."),
  holders: z.array(
    z.strictObject({ identity, bindings: z.array(binding).describe("The role bindings that grant it, at least one.") }),
  ),
  offers: offersOf(z.array(binding)),
  ...answer,
});

export const accessListDocument = documentOf("access-list", {
  identities: z.array(
    z.strictObject({
      identity,
      bindings: z.array(held),
    }),
  ),
  offers: offersOf(z.array(held)),
  ...answer,
});

const planned = { uid: uid.nullable().describe("Null for an object that the update would create.") };
const plannedGroup = group.extend(planned);

const plan = {
  actorsChanged: texts(
    "URNs of identities, identity providers and account associations by which the update changes who can act as an identity.",
  ),
  provisioning: texts("URNs of new or changed SCIM tokens that can provision people."),
  uncounted: texts("URNs of invites, identity providers and mappings that change."),
  unknown: arrayOf("Resources with an unknown effect on access. They are not in the changes.", {
    urn: z.string(),
    why: z.string(),
  }),
  existing: arrayOf(
    "Resources to create whose object already exists, by its key. platform:adoptExisting decides whether the update takes it over or fails.",
    { urn: z.string(), uid },
  ),
  ambiguous: arrayOf(
    "Resources that may be in one of several new groups. They count in the lowest one, where they hold in any case.",
    { urn: z.string(), group: plannedGroup, orElse: z.array(plannedGroup) },
  ),
};

const difference = (whoGainsOrLoses: string) => ({
  change: z.enum(["gains", "loses"]),
  roles: texts(
    `Names of the roles by which ${whoGainsOrLoses} these capabilities. A custom one ends with " (custom)".`,
  ),
  capabilities: z.array(capability),
  groups: z.array(plannedGroup).describe("Every group in which this holds, inherited or not."),
});

export const accessDifferenceDocument = documentOf("access-difference", {
  changes: z.array(z.strictObject({ identity: identity.extend(planned), ...difference("it gains or loses") })),
  offers: arrayOf("What people who are not known yet gain and lose by invites, default roles and mappings.", {
    who: z.string().describe("Description of these people."),
    ...difference("they gain or lose"),
  }),
  ...plan,
  ...answer,
});

export const accessWhyDocument = documentOf("access-why", {
  identity,
  capability,
  group,
  isAllowed: z
    .boolean()
    .describe("Whether the identity has the capability in the group. False also if this is unknown: see incomplete."),
  chains: arrayOf("Each role binding that gives the capability.", {
    ...binding.shape,
    inheritedBy: z
      .array(group)
      .describe(
        "The groups below that of the binding, down to the group of the call. Empty if the binding is in that group.",
      ),
  }),
  ...answer,
});
