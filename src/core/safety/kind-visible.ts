import { PlatformError } from "../../client/api/errors";
import { items } from "../../client/api/pages";
import { quoted } from "../../client/api/shown";
import type { OwnBinding, Sight, Sighting } from "../../client/visibility/sight";
import { tooOldText } from "../../client/visibility/token-age";
import { childrenParameter } from "../../description/spec/place";
import { isUid, isWithin } from "../../description/uid";
import type { Query } from "../../description/wire/api-request";
import { type Context, sharedRead } from "../context";
import { roleBindingId } from "../ids";
import { listRequest } from "../lists/request";
import type { RemoteObject } from "../remote-object";

/**
 * Why nothing proves that the token sees objects of a kind in an object's group. Undefined if something does: a role binding of the
 * caller, or another object that a list shows in the group or above it. Others may revoke a grant at any time, so all of it is read
 * now, once for all simultaneous calls. If the token may be older than a grant, it is renewed. The result is about the newer token.
 */
export async function whyUnproven(object: RemoteObject): Promise<string | undefined> {
  const { context, spec, parentUid, groupUid } = object;
  if (groupUid === undefined) return undefined;
  return sharedRead(context, `${spec.type} ${parentUid} ${groupUid}`, () => look(object, groupUid));
}

async function look(object: RemoteObject, groupUid: string): Promise<string | undefined> {
  const { context, spec } = object;
  for (let isRenewed = false; ; isRenewed = true) {
    const { latest } = context.tokenRenewals;
    const sight = await sharedRead(context, "sight", () => context.sight(context.client));
    const sighting = changedSince(context, sight) ?? sight.of(spec, groupUid);
    if (sighting.visibility === "visible") return undefined;
    if (sighting.visibility === "unknown" && (await isOneListed(object, groupUid))) return undefined;
    const { reason, isTokenOld = false } = sighting;
    if (!isTokenOld || isRenewed) return reason;
    const { isNew, why } = await context.tokenRenewals.after(latest, context);
    if (!isNew) return why === undefined ? reason : `${reason}. A new token was not issued: ${why}`;
  }
}

/** Why a token proves nothing if this run changed a role binding of its identity. The platform returns no time of that (platform API: ANS-6). */
function changedSince({ journal, tokenRenewals }: Context, { bindings }: Sight): Sighting | undefined {
  const isChanged = ({ uid }: OwnBinding) => journal.hasChangedSince(roleBindingId(uid), tokenRenewals.issuedAt);
  const changed = "failure" in bindings ? undefined : bindings.find(isChanged);
  if (changed === undefined) return undefined;
  const what = `the last change of the role binding ${quoted(changed.uid)}`;
  return { visibility: "unknown", reason: tooOldText(what), isTokenOld: true };
}

async function isOneListed(object: RemoteObject, groupUid: string): Promise<boolean> {
  const { context, spec, kind } = object;
  const isAbove = (other = "") => other !== "" && isWithin(other, groupUid);
  for (const query of placesOf(object)) {
    try {
      for await (const { uid } of items(context.client, { ...listRequest(spec, query), pageSize: 1 })) {
        if (typeof uid === "string" && isUid(uid) && isAbove(kind.at(uid).groupUid)) return true;
        break;
      }
    } catch (error) {
      // A list that is refused shows nothing.
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  return false;
}

/** The queries for other objects of a kind, the nearest place first. */
function placesOf({ spec, parentUid, groupUid = "" }: RemoteObject): Query[] {
  const groups = groupUid.split("/").map((_, depth, ids) => ids.slice(0, ids.length - depth).join("/"));
  if (spec.uidIsParents) return [groups.map((uid) => [childrenParameter(spec), uid] as const)];
  const parents = parentUid === groupUid ? groups : [parentUid ?? groupUid];
  return parents.map((uid) => [[childrenParameter(spec), uid]]);
}
