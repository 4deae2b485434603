/**
 * Pulumi resources and lookups for the platform API v2 and the registry's tag history.
 *
 * The public names of the package, in full.
 */

export type { TagHistoryRecord } from "./api/registry";
export type { AdvisoryResult, GetAdvisoriesArgs, GetAdvisoryArgs } from "./lookups/advisories";
export type { GetRoleArgs, GetRolesArgs, RoleResult } from "./lookups/roles";
export type { GetTagDigestArgs, GetTagHistoryArgs } from "./lookups/tag-history";
export {
  Group,
  type GroupArgs,
  Identity,
  type IdentityArgs,
  Repo,
  type RepoArgs,
  Role,
  type RoleArgs,
  RoleBinding,
  type RoleBindingArgs,
  Subscription,
  type SubscriptionArgs,
} from "./pulumi/classes";
export {
  getAdvisories,
  getAdvisoriesOutput,
  getAdvisory,
  getAdvisoryOutput,
  getRole,
  getRoleOutput,
  getRoles,
  getRolesOutput,
  getTagDigest,
  getTagDigestOutput,
  getTagHistory,
  getTagHistoryOutput,
} from "./pulumi/functions";
