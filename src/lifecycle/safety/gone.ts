import { type NotFoundError, PlatformError } from "../../api/errors";
import type { ResourceSpec } from "../../spec/resource";
import type { Context } from "../run/context";
import { isListed } from "./siblings";
import { NOT_VISIBLE, whyNothingIsVisible } from "./visible";

/**
 * Whether a NOT_FOUND means that the object is gone. A wrong base URL, or a token that does not reach the object, answers
 * the same: believing it would take every resource out of the state. So the platform must speak of this resource, or the
 * list of its siblings must lack it; and some group above it must be visible.
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
      { cause: error },
    );
  }
  await assertVisible(context, spec, uid, error.message);
  return true;
}

/** Throws PlatformError unless some group above an object can be seen. */
export async function assertVisible(context: Context, spec: ResourceSpec, uid: string, said: string): Promise<void> {
  const cause = await whyNothingIsVisible(context, spec, uid);
  if (cause === undefined) return;
  throw new PlatformError(`${said}; but no group above it is visible either, ${NOT_VISIBLE}`, { cause });
}
