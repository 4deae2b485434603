/** The declaration of each kind, for tests that need several. */
export { accountAssociation } from "../../src/description/resources/account-association";
export { externalGroupRoleMapping } from "../../src/description/resources/external-group-role-mapping";
export { group } from "../../src/description/resources/group";
export { groupInvite } from "../../src/description/resources/group-invite";
export { identity } from "../../src/description/resources/identity";
export { identityProvider } from "../../src/description/resources/identity-provider";
export { organization } from "../../src/description/resources/organization";
export { repo } from "../../src/description/resources/repo";
export { role } from "../../src/description/resources/role";
export { roleBinding } from "../../src/description/resources/role-binding";
export { scimToken } from "../../src/description/resources/scim-token";
export { subscription } from "../../src/description/resources/subscription";
export { tag } from "../../src/description/resources/tag";
export { termsAcceptance } from "../../src/description/resources/terms-acceptance";
