import { type NotFoundError, PlatformError } from "../api/errors";
import { path } from "../api/path";
import type { ResourceSpec } from "../spec/resource";
import type { Context } from "./context";
import { isListed, parentOf, parentUidOf } from "./siblings";

/**
 * Whether a NOT_FOUND means that the object is gone. A wrong base URL, or a token of another organisation, answers the
 * same for everything: believing it would take every resource out of the state. So the platform must speak of this
 * resource, or the list of its siblings must lack it; and some group above it must be visible.
 *
 * Throws PlatformError when the answer cannot be trusted.
 */
export async function isGone(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  error: NotFoundError,
): Promise<boolean> {
  if (error.resource === undefined && (await isListed(context, spec, uid)) !== false) {
    throw new PlatformError(
      `${error.message}, but it is listed: the two answers contradict each other, so nothing is concluded`,
      {
        cause: error,
      },
    );
  }
  await assertOrganisationVisible(context, spec, uid, error);
  return true;
}

/** A uid and those above it, the nearest last; of an object's parent these are the groups above the object. */
const lineOf = (uid: string | undefined): string[] => (uid === undefined ? [] : [...lineOf(parentOf(uid)), uid]);

async function assertOrganisationVisible(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  error: NotFoundError,
): Promise<void> {
  const [organisation = uid] = uid.split("/");
  const known = context.organisations.get(organisation);
  if (known !== undefined) return known;
  const asked = lookForAny(context, lineOf(parentUidOf(spec, uid)), error);
  context.organisations.set(organisation, asked);
  asked.catch(() => context.organisations.delete(organisation));
  return asked;
}

async function lookForAny(context: Context, groups: readonly string[], error: NotFoundError): Promise<void> {
  let last: unknown = error;
  for (const uid of groups) {
    try {
      const group = await context.client.get(path`/iam/v2/groups/${uid}`);
      if (group.uid === uid) return;
    } catch (cause) {
      if (!(cause instanceof PlatformError)) throw cause;
      last = cause;
    }
  }
  throw new PlatformError(
    `${error.message}; but no group above it is visible either, so it may be the wrong place to look: the organisation is ` +
      "not visible at this base URL with this token. Nothing was removed from the state; check platform:baseUrl " +
      "(PLATFORM_BASE_URL) and the token",
    { cause: last },
  );
}
