import { itemsOf } from "../api/pages";
import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { list, type MessageOf, optional, required, string, uid } from "../spec/types";
import { type EntityOf, entityOf } from "./answers";
import { type ListArgs, type OneArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** uid of the identity provider. */
  identityProviderUid: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider_uid" }),
  /** The group's id at the identity provider; the server has no such filter, so all that it lists is looked through. */
  externalGroupId: optional(string(), { local: true }),
  /** uid of the role; looked for as externalGroupId is. */
  roleUid: optional(uid("iam:Role"), { local: true }),
  /** uid of the group in which the role is given; looked for as externalGroupId is. */
  scope: optional(uid("iam:Group"), { local: true }),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;

/** Which mappings to list. */
export type GetExternalGroupRoleMappingsArgs = ListArgs<typeof filters>;
/** Which mapping to find: by its uid, or by what it maps. */
export type GetExternalGroupRoleMappingArgs = ByUid | OneArgs<typeof filters>;
/** A mapping of a group of an identity provider to a role, as the platform holds it. */
export type ExternalGroupRoleMappingResult = EntityOf<typeof externalGroupRoleMapping.fields>;

/** How mappings are listed. */
export const mappingListing = listingOf(externalGroupRoleMapping, {
  name: "getExternalGroupRoleMappings",
  arguments: all,
  compared: {
    identityProviderUid: "identityProviderUid",
    externalGroupId: "externalGroupId",
    roleUid: "roleUid",
    scope: "scope",
  },
  one: { name: "getExternalGroupRoleMapping", arguments: { ...scope, ...filters } },
});

/** The mappings that match. */
export const getExternalGroupRoleMappings = plural(mappingListing);
/** One mapping. */
export const getExternalGroupRoleMapping = singular(mappingListing);

const batch = {
  /** uid of the identity provider. */
  identityProviderUid: required(uid("iam:IdentityProvider")),
  /** uids of the mappings to delete; at least one. */
  uids: required(list(uid("iam:ExternalGroupRoleMapping"))),
} as const;

/** Which mappings to delete. */
export type BatchDeleteExternalGroupRoleMappingsArgs = MessageOf<typeof batch>;

const readMapping = entityOf(externalGroupRoleMapping.fields);

/** The deletion of several mappings at once. */
export const batchDeleteMappingsCall: Call<typeof batch, ExternalGroupRoleMappingResult[]> = {
  name: "batchDeleteExternalGroupRoleMappings",
  method: "POST",
  path: "/iam/v2/externalGroupRoleMappings:batchDelete",
  arguments: batch,
  isSentOnce: true,
  body: ({ identityProviderUid, uids }) => ({ parent: identityProviderUid, names: uids }),
  read: (answer) =>
    itemsOf(answer, "externalGroupRoleMappings", "batchDeleteExternalGroupRoleMappings").map(readMapping),
};
/** Deletes several mappings at once, and tells what they were. */
export const batchDeleteExternalGroupRoleMappings = ask(batchDeleteMappingsCall);
