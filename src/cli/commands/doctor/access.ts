import type { Client } from "../../../api/client";
import { PlatformError, UnauthenticatedError } from "../../../api/errors";
import { getCount } from "../../../lookups/count";
import { getRoleBindings } from "../../../lookups/role-bindings";
import { getRole } from "../../../lookups/roles";
import { isUid } from "../../../uid";
import { type Check, messageOf, note, ok, problem, unknown } from "./check";

/** A role that the credential's identity holds. */
export interface Granted {
  readonly group: string;
  readonly role: string;
  readonly capabilities: readonly string[];
}

/** What the credential sees of a kind: how many, or why none. */
export interface Seen {
  readonly kind: string;
  readonly count: number | undefined;
  readonly refusal: string | undefined;
}

/** What the credential may do. */
export interface Access {
  readonly checks: readonly Check[];
  /** Undefined where it could not be found out. */
  readonly granted: readonly Granted[] | undefined;
  readonly seen: readonly Seen[];
}

const kinds = ["groups", "identities", "roles", "roleBindings", "identityProviders", "repos", "subscriptions"] as const;

/**
 * Finds out what the credential may do: by the role bindings of its identity where the token names one that may be looked up,
 * and by what lists answer.
 *
 * @param subject of the token; undefined where it does not say
 */
export async function checkAccess(client: Client, subject: string | undefined): Promise<Access> {
  const seen: Seen[] = [];
  for (const of of kinds) {
    try {
      seen.push({ kind: of, count: await getCount(client, { of }), refusal: undefined });
    } catch (error) {
      // A token that is refused once is refused by all.
      if (error instanceof UnauthenticatedError)
        return { checks: [problem("access", messageOf(error))], granted: undefined, seen: [] };
      if (!(error instanceof PlatformError)) throw error;
      seen.push({ kind: of, count: undefined, refusal: messageOf(error) });
    }
  }
  const [first] = seen;
  if (first !== undefined && seen.every(({ count }) => count === undefined)) {
    return { checks: [problem("access", `no list can be read: ${first.refusal}`)], granted: undefined, seen };
  }
  const sees = ok(
    "access",
    `sees ${seen.flatMap(({ kind, count }) => (count === undefined ? [] : [`${count} ${kind}`])).join(", ")}`,
  );
  const refused = seen.filter(({ count }) => count === undefined).map(({ kind }) => kind);
  const refusals = refused.length === 0 ? [] : [note("access", `may not list ${refused.join(", ")}`)];
  const { granted, check } = await grantsOf(client, subject);
  return { checks: [sees, ...refusals, check], granted, seen };
}

async function grantsOf(
  client: Client,
  subject: string | undefined,
): Promise<{ granted: Granted[] | undefined; check: Check }> {
  if (subject === undefined || !isUid(subject)) {
    return { granted: undefined, check: note("roles", "the token names no identity whose roles could be looked up") };
  }
  try {
    const bindings = await getRoleBindings(client, { identity: subject });
    const capabilities = new Map<string, readonly string[]>();
    for (const uid of new Set(bindings.map(({ roleUid }) => roleUid))) {
      capabilities.set(uid, (await getRole(client, { uid })).capabilities);
    }
    const granted = bindings.map(({ group, role, roleUid, parentUid = "" }) => ({
      group: group.name || parentUid,
      role: role.name || roleUid,
      capabilities: capabilities.get(roleUid) ?? [],
    }));
    if (granted.length === 0) return { granted, check: note("roles", "no role binding of its identity can be seen") };
    const texts = granted.map(
      ({ group, role, capabilities: held }) => `${role} in ${group} (${held.length} capabilities)`,
    );
    return { granted, check: ok("roles", texts.join(", ")) };
  } catch (error) {
    if (error instanceof PlatformError) return { granted: undefined, check: unknown("roles", messageOf(error)) };
    throw error;
  }
}
