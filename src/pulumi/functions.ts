import { type Input, type Output, output, runtime } from "@pulumi/pulumi";
import type { TagHistoryRecord } from "../api/registry";
import type * as advisories from "../lookups/advisories";
import type * as roles from "../lookups/roles";
import type * as tagHistory from "../lookups/tag-history";

/** What may be written where a lookup wants a plain value: the whole, or any part, may be an Output. */
type Inputs<T> = Input<{ [K in keyof T]: Input<T[K]> }>;

/** Loads what asks the platform; a program that asks nothing never loads it. */
async function load() {
  const [{ Settings }, access] = await Promise.all([import("../settings"), import("../lookups/access")]);
  const settings = new Settings(runtime.getConfig);
  return { client: () => access.platformClient(settings), registry: () => access.registryAccess(settings) };
}

const asOutput =
  <A, R>(lookup: (args: A) => Promise<R>) =>
  (args: Inputs<A>): Output<R> =>
    // An Output of the parts is an Output of the whole; `output` unwraps both alike.
    output(args as Input<A>).apply((known) => lookup(known as A)) as Output<R>;

/**
 * The one role of a name. Fails when there is none or more than one, with the candidates.
 * API: List on `/iam/v2/roles`.
 */
export async function getRole(args: roles.GetRoleArgs): Promise<roles.RoleResult> {
  const { client } = await load();
  return (await import("../lookups/roles")).getRole(client(), args);
}
/** `getRole` for arguments that may be Outputs. */
export const getRoleOutput = asOutput(getRole);

/** The roles that match, built-in ones included unless `parentUid` is given. API: List on `/iam/v2/roles`. */
export async function getRoles(args: roles.GetRolesArgs = {}): Promise<roles.RoleResult[]> {
  const { client } = await load();
  return (await import("../lookups/roles")).getRoles(client(), args);
}
/** `getRoles` for arguments that may be Outputs. */
export const getRolesOutput = asOutput(getRoles);

/** The vulnerability advisories that match. API: List on `/vulnerabilities/v2/advisories`. */
export async function getAdvisories(args: advisories.GetAdvisoriesArgs = {}): Promise<advisories.AdvisoryResult[]> {
  const { client } = await load();
  return (await import("../lookups/advisories")).getAdvisories(client(), args);
}
/** `getAdvisories` for arguments that may be Outputs. */
export const getAdvisoriesOutput = asOutput(getAdvisories);

/** One vulnerability advisory by its uid. API: Get on `/vulnerabilities/v2/advisories`. */
export async function getAdvisory(args: advisories.GetAdvisoryArgs): Promise<advisories.AdvisoryResult> {
  const { client } = await load();
  return (await import("../lookups/advisories")).getAdvisory(client(), args);
}
/** `getAdvisory` for arguments that may be Outputs. */
export const getAdvisoryOutput = asOutput(getAdvisory);

/**
 * The digests that a tag has had, oldest first, all of them between `start` and `end`, both included. API: the
 * registry's tag history.
 */
export async function getTagHistory(args: tagHistory.GetTagHistoryArgs): Promise<TagHistoryRecord[]> {
  const { registry } = await load();
  return (await import("../lookups/tag-history")).getTagHistory(registry(), args);
}
/** `getTagHistory` for arguments that may be Outputs. */
export const getTagHistoryOutput = asOutput(getTagHistory);

/** The digest that a tag had at a time, `sha256:` and 64 hex digits; now when no time is given. */
export async function getTagDigest(args: tagHistory.GetTagDigestArgs): Promise<string> {
  const { registry } = await load();
  return (await import("../lookups/tag-history")).getTagDigest(registry(), args);
}
/** `getTagDigest` for arguments that may be Outputs. */
export const getTagDigestOutput = asOutput(getTagDigest);
