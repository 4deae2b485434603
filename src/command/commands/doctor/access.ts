import type { Client } from "../../../client/api/client";
import { PermissionDeniedError, PlatformError } from "../../../client/api/errors";
import { type Caller, WHOSE_TOKEN } from "../../../client/visibility/caller";
import { readSight } from "../../../client/visibility/read-sight";
import type { Sight } from "../../../client/visibility/sight";
import { roleBinding } from "../../../description/resources/role-binding";
import { rootOf } from "../../../description/uid";
import { getCount } from "../../../program/lookups/count";
import { readableKinds, specOf } from "../../organization/read";
import { notChecked, notCheckedNotes } from "../../organization/visibility";
import { messageOf } from "../../output/text";
import { note, ok, problem, unknown } from "./report";
import type { Check, Document } from "./schema";

type Access = Pick<Document, "access" | "notChecked" | "checks">;

export const NOTHING_KNOWN: Access = { access: { roles: null }, notChecked: [], checks: [] };

const onlyCheck = (check: Check): Access => ({ ...NOTHING_KNOWN, checks: [check] });

/** Checks that the platform accepts the token, and what the roles of its identity let it do. */
export async function checkAccess(client: Client, caller: Caller): Promise<Access> {
  try {
    await getCount(client, { of: "groups" });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A refusal of the list proves that the platform knows the token.
    if (!(error instanceof PermissionDeniedError)) return onlyCheck(problem("access", messageOf(error)));
  }
  const { checks, ...rights } = rightsIn(await readSight(client, caller), caller);
  return { ...rights, checks: [ok("access", "the platform accepts the token"), ...checks] };
}

const CHECKABLE =
  "grant CAP_IAM_ROLE_BINDINGS_LIST and CAP_IAM_ROLES_LIST to the token's identity, so that its roles can be checked. Pulling images does not need them";

function rightsIn(sight: Sight, { uid, unknownWhy }: Caller): Access {
  const { bindings, assumption } = sight;
  if (uid === undefined) return onlyCheck(unknown("roles", unknownWhy ?? WHOSE_TOKEN));
  if ("failure" in bindings)
    return onlyCheck(unknown("roles", bindings.failure, bindings.isRefused ? CHECKABLE : null));
  const named = bindings.map((one) => ({
    ...one,
    group: one.groupName || (one.groupUid ?? "every group"),
    role: one.roleName || one.roleUid,
    doubt: sight.doubtOf(one),
  }));
  const unread = named.filter(({ capabilities }) => capabilities === undefined).map(({ role }) => role);
  const roles = named.map(({ group, role, capabilities = [] }) => ({ group, role, capabilities }));
  const texts = named.flatMap(({ group, role, capabilities = [], doubt }) =>
    doubt === undefined ? `${role} in ${group} (${capabilities.length} capabilities)` : [],
  );
  const none = roles.length === 0 && `the token sees no role binding of its identity ${uid}, so its access is unknown`;
  const lacking = none || (unread.length > 0 && `the token may not read these roles: ${unread.join(", ")}`);
  const checks = [
    ...(lacking ? [unknown("roles", lacking, CHECKABLE)] : texts.length > 0 ? [ok("roles", texts.join(", "))] : []),
    ...[...new Set(named.flatMap(({ doubt }) => doubt ?? []))].map((doubt) => unknown("roles", doubt)),
  ];
  const groups = new Map(named.flatMap(({ groupUid, group }) => (groupUid ? [[groupUid, group] as const] : [])));
  // If the token does not see all role bindings of the organization, the identity may have more roles.
  const roots = [...new Set([...groups.keys()].map(rootOf))].filter((root) => !groups.has(root));
  const placed = (uids: Iterable<string>) => [...uids].map((one) => ({ uid: one, path: groups.get(one) ?? one }));
  const gaps = [
    ...notChecked(sight, [specOf(roleBinding.type)], placed(roots)),
    ...notChecked(sight, readableKinds, placed(groups.keys())),
  ];
  const notes = [...(assumption === undefined ? [] : [assumption]), ...notCheckedNotes(gaps)];
  return { access: { roles }, notChecked: gaps, checks: [...checks, ...notes.map((text) => note("visibility", text))] };
}
