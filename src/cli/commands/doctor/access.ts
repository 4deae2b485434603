import type { z } from "zod";
import type { Client } from "../../../api/client";
import { PlatformError, UnauthenticatedError } from "../../../api/errors";
import { getCount } from "../../../lookups/count";
import { roleBinding } from "../../../resources/role-binding";
import { rootOf } from "../../../uid";
import { type Caller, WHOSE_TOKEN } from "../../../visibility/caller";
import { readSight } from "../../../visibility/read-sight";
import type { OwnBinding, Sight } from "../../../visibility/sight";
import { readableKinds, specOf } from "../../organization/read";
import { type NotChecked, notChecked, notCheckedNotes } from "../../organization/visibility";
import { messageOf } from "../../output/text";
import { type Check, note, ok, problem, unknown } from "./check";
import type { doctorDocument } from "./schema";

type Documented = z.infer<typeof doctorDocument>["access"];

/** The access of the credential. */
export interface Access {
  readonly checks: readonly Check[];
  /** The roles of the credential's identity. Null if they are unknown. */
  readonly granted: Documented["roles"];
  /** The number of objects of each kind that the credential sees, or why it sees none. */
  readonly seen: Documented["lists"];
  /** The kinds that the token may not see in a group where its identity has a role. */
  readonly notChecked: readonly NotChecked[];
}

const kinds = ["groups", "identities", "roles", "roleBindings", "identityProviders", "repos", "subscriptions"] as const;

/** Checks the access of the credential: the lists that it may read, and the roles of its identity. */
export async function checkAccess(client: Client, caller: Caller): Promise<Access> {
  const seen: Documented["lists"] = [];
  const useless = (text: string) => ({ checks: [problem("access", text)], granted: null, seen, notChecked: [] });
  for (const of of kinds) {
    try {
      seen.push({ kind: of, count: await getCount(client, { of }), refusal: null });
    } catch (error) {
      // Further requests would fail the same way.
      if (error instanceof UnauthenticatedError) return { ...useless(messageOf(error)), seen: [] };
      if (!(error instanceof PlatformError)) throw error;
      seen.push({ kind: of, count: null, refusal: messageOf(error) });
    }
  }
  const listed = seen.filter(({ count }) => count !== null).map(({ kind, count }) => `${count} ${kind}`);
  if (listed.length === 0) return useless(`the credential may read no list: ${seen[0]?.refusal}`);
  const refused = seen.filter(({ count }) => count === null).map(({ kind }) => kind);
  const refusals = refused.length === 0 ? [] : [note("access", `may not list ${refused.join(", ")}`)];
  const { granted, checks, notChecked } = grantsIn(await readSight(client, caller), caller);
  return { checks: [ok("access", `sees ${listed.join(", ")}`), ...refusals, ...checks], granted, seen, notChecked };
}

/** What a token needs to read the roles of its own identity. */
const CHECKABLE =
  "grant CAP_IAM_ROLE_BINDINGS_LIST and CAP_IAM_ROLES_LIST to the token's identity, so that its roles can be checked. Pulling images does not need them";

/** Checks the roles of the token's identity, and what they let it see. */
function grantsIn(sight: Sight, { uid, unknownWhy }: Caller): Omit<Access, "seen"> {
  const { bindings } = sight;
  const none = { granted: null, notChecked: [] };
  if (uid === undefined) return { ...none, checks: [unknown("roles", unknownWhy ?? WHOSE_TOKEN)] };
  if ("failure" in bindings)
    return { ...none, checks: [unknown("roles", bindings.failure, bindings.isRefused ? CHECKABLE : undefined)] };
  const granted = bindings.map(({ groupUid, groupName, capabilities = [], ...binding }) => ({
    group: groupName || (groupUid ?? "every group"),
    role: nameOfRole(binding),
    capabilities: [...capabilities],
  }));
  const assumed = sight.assumption === undefined ? [] : [note("visibility", sight.assumption)];
  if (granted.length === 0) {
    const text = `the token sees no role binding of its identity ${uid}, so its access is unknown`;
    return { ...none, granted, checks: [unknown("roles", text, CHECKABLE), ...assumed] };
  }
  const doubts = bindings.map((binding) => sight.doubtOf(binding));
  const texts = granted
    .filter((_, n) => doubts[n] === undefined)
    .map(({ group, role, capabilities }) => `${role} in ${group} (${capabilities.length} capabilities)`);
  const groups = new Map(bindings.map(({ groupUid = "", groupName }) => [groupUid, groupName || groupUid]));
  groups.delete("");
  // If the token does not see all role bindings of the organization, the identity may have more roles.
  const roots = [...new Set([...groups.keys()].map(rootOf))].filter((root) => !groups.has(root));
  const placed = (uids: Iterable<string>) => [...uids].map((one) => ({ uid: one, path: groups.get(one) ?? one }));
  const gaps = [
    ...notChecked(sight, [specOf(roleBinding.type)], placed(roots)),
    ...notChecked(sight, readableKinds, placed(groups.keys())),
  ];
  const unread = bindings.filter(({ capabilities }) => capabilities === undefined);
  return {
    granted,
    notChecked: gaps,
    checks: [
      ...(unread.length === 0 && texts.length > 0 ? [ok("roles", texts.join(", "))] : []),
      ...(unread.length === 0
        ? []
        : [unknown("roles", `the token may not read these roles: ${unread.map(nameOfRole).join(", ")}`, CHECKABLE)]),
      ...[...new Set(doubts)].flatMap((doubt) => (doubt === undefined ? [] : [unknown("roles", doubt)])),
      ...assumed,
      ...notCheckedNotes(gaps).map((text) => note("visibility", text)),
    ],
  };
}

const nameOfRole = ({ roleName, roleUid }: Pick<OwnBinding, "roleName" | "roleUid">): string => roleName || roleUid;
