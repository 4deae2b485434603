import type { ResourceSpec } from "../spec/resource";
import { accountAssociation } from "./account-association";
import { externalGroupRoleMapping } from "./external-group-role-mapping";
import { group } from "./group";
import { groupInvite } from "./group-invite";
import { identity } from "./identity";
import { identityProvider } from "./identity-provider";
import { organization } from "./organization";
import { repo } from "./repo";
import { role } from "./role";
import { roleBinding } from "./role-binding";
import { scimToken } from "./scim-token";
import { subscription } from "./subscription";
import { tag } from "./tag";
import { termsAcceptance } from "./terms-acceptance";

export const resources: Readonly<Record<string, ResourceSpec>> = Object.fromEntries(
  [
    organization,
    group,
    identity,
    role,
    roleBinding,
    identityProvider,
    externalGroupRoleMapping,
    scimToken,
    groupInvite,
    accountAssociation,
    termsAcceptance,
    repo,
    tag,
    subscription,
  ].map((spec) => [spec.type, spec]),
);
