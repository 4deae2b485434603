import { type NotFoundError, PlatformError } from "../../api/errors";
import type { Handle } from "../run/handle";
import { isListed } from "./siblings";
import { assertGroupVisible } from "./visibility";

/**
 * Whether a NOT_FOUND means that the object is gone. A wrong base URL, or a token that does not reach the object, answers
 * the same: believing it would take every resource out of the state. So the platform must name this resource as missing, or
 * the list of its siblings must lack it; and some group above it must be visible.
 *
 * Throws PlatformError when the answer cannot be trusted.
 */
export async function isGone(object: Handle, error: NotFoundError): Promise<boolean> {
  if (error.resource === undefined && (await isListed(object)) !== false) {
    throw new PlatformError(
      `${error.message}, but it is listed: the two answers contradict each other, so nothing is concluded`,
      { cause: error },
    );
  }
  await assertGroupVisible(object, error.message);
  return true;
}
