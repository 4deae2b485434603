import { NotFoundError, PlatformError } from "../api/errors";
import { path } from "../api/path";
import { parentUidOf } from "../spec/place";
import { parentField, type ResourceSpec } from "../spec/resource";
import { parentOf } from "../uid";
import type { Context, Sight } from "./context";

/** Looks at a group. One that is seen is seen once per run; one that is not may be there a moment later. */
export function lookAtGroup(context: Context, uid: string): Promise<Sight> {
  const known = context.groups.get(uid);
  if (known !== undefined) return known;
  const asked = askForGroup(context, uid);
  context.groups.set(uid, asked);
  const forget = () => {
    if (context.groups.get(uid) === asked) context.groups.delete(uid);
  };
  asked.then(({ kind }) => {
    if (kind !== "visible") forget();
  }, forget);
  return asked;
}

async function askForGroup(context: Context, uid: string): Promise<Sight> {
  try {
    const group = await context.client.get(path`/iam/v2/groups/${uid}`);
    if (group.uid === uid) return { kind: "visible" };
    return { kind: "hidden", error: new PlatformError(`GET /iam/v2/groups/${uid}: the answer is about no such group`) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isMissing = error instanceof NotFoundError && error.resource !== undefined;
    return isMissing ? { kind: "missing", error } : { kind: "hidden", error };
  }
}

/** A uid and those above it, the root first. */
const lineOf = (uid: string | undefined): string[] => (uid === undefined ? [] : [...lineOf(parentOf(uid)), uid]);

/** Why no group above an object can be seen; nothing when one can. What is seen is remembered group by group. */
export async function whyNothingIsVisible(
  context: Context,
  spec: ResourceSpec,
  uid: string,
): Promise<PlatformError | undefined> {
  let last: PlatformError | undefined;
  for (const group of lineOf(parentUidOf(spec, uid))) {
    const sight = await lookAtGroup(context, group);
    if (sight.kind === "visible") return undefined;
    last = sight.error;
  }
  return last ?? new PlatformError(`no group is above ${uid}`);
}

/** The nearest group that an object lies in; nothing for a root group. */
export function groupOf(context: Context, spec: ResourceSpec, uid: string): string | undefined {
  const parentUid = parentUidOf(spec, uid);
  const [, parent] = parentField(spec) ?? [];
  const type = parent?.type.kind === "string" ? parent.type.refersTo : undefined;
  const parentSpec = type === undefined ? undefined : context.resources[type];
  if (parentUid === undefined || parentSpec === undefined || type === "iam:Group") return parentUid;
  return groupOf(context, parentSpec, parentUid);
}

/** What to do when an organisation, or a group in it, cannot be seen. */
export const NOT_VISIBLE =
  "so it may be the wrong place to look: the organisation is not visible at this base URL with this token. Nothing was " +
  // advice: check-base-url, check-token
  "removed from the state; check platform:baseUrl (PLATFORM_BASE_URL) and the token";
