import { type NotFoundError, PlatformError } from "../api/errors";
import { path } from "../api/path";
import type { ResourceSpec } from "../spec/resource";
import type { Context } from "./context";
import { isListed, parentOf } from "./siblings";

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
  await assertOrganisationVisible(context, uid, error);
  return true;
}

/** The groups above a uid, the nearest last. */
function ancestorsOf(uid: string): string[] {
  const parent = parentOf(uid);
  return parent === undefined ? [] : [...ancestorsOf(parent), parent];
}

async function assertOrganisationVisible(context: Context, uid: string, error: NotFoundError): Promise<void> {
  const [organisation = uid] = uid.split("/");
  const known = context.organisations.get(organisation);
  if (known !== undefined) return known;
  const asked = lookForAncestor(context, uid, error);
  context.organisations.set(organisation, asked);
  asked.catch(() => context.organisations.delete(organisation));
  return asked;
}

async function lookForAncestor(context: Context, uid: string, error: NotFoundError): Promise<void> {
  let last: unknown = error;
  for (const ancestor of ancestorsOf(uid)) {
    try {
      const group = await context.client.get(path`/iam/v2/groups/${ancestor}`);
      if (group.uid === ancestor) return;
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
