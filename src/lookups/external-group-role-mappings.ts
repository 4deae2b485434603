import { externalGroupRoleMapping } from "../resources/external-group-role-mapping";
import { optional, string, uid } from "../spec/types";
import { type ListArgs, type OneArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { ExternalGroupRoleMappingResult } from "./results";

const filters = {
  /** uid of the identity provider. */
  identityProviderUid: optional(uid("iam:IdentityProvider"), { sentAs: "identity_provider_uid" }),
  /** The group's id at the identity provider; the server has no such filter, so all that it lists is looked through. */
  externalGroupId: optional(string(), { clientOnly: true }),
  /** uid of the role; looked for as externalGroupId is. */
  roleUid: optional(uid("iam:Role"), { clientOnly: true }),
  /** uid of the group in which the role is given; looked for as externalGroupId is. */
  scope: optional(uid("iam:Group"), { clientOnly: true }),
} as const;
const all = { ...scope, ...filters, ...paging } as const;

/** Which mappings to list. */
export type GetExternalGroupRoleMappingsArgs = ListArgs<typeof filters>;
/** Which mapping to find: by its uid, or by what it maps. */
export type GetExternalGroupRoleMappingArgs = ByUid | OneArgs<typeof filters>;

/** How mappings are listed. */
export const mappingListing = listingOfKind(externalGroupRoleMapping, {
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

/** The mappings of groups of identity providers to roles that match (platform API: IAM-17). */
export const getExternalGroupRoleMappings: Plural<GetExternalGroupRoleMappingsArgs, ExternalGroupRoleMappingResult> =
  plural(mappingListing);
/** The one mapping of a uid, or of what it maps (platform API: IAM-17). */
export const getExternalGroupRoleMapping: Singular<GetExternalGroupRoleMappingArgs, ExternalGroupRoleMappingResult> =
  singular(mappingListing);
