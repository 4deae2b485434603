import { NotFoundError, PermissionDeniedError, PlatformError } from "../../api/errors";
import { StillThereError } from "../errors";
import type { Handle } from "../handle";
import { whichAreGone } from "../lists/which-are-gone";
import { lookFailedText, otherAnswerText, stillThereText, unseenDeleteText } from "../texts/not-deleted";
import { isGone } from "./gone";
import { LOOK_WAITS_MS, lookUntil } from "./look-until";

/**
 * Checks that a deleted object no longer exists, and throws StillThereError if it does. A proxy may answer `200 {}` without doing
 * anything, and an identity that still grants access must stay in the state. Objects that are deleted together share a list if that
 * takes fewer requests.
 *
 * @param wasSeen whether the token saw the object before the delete, or the delete itself proves that
 */
export async function confirmGone(object: Handle, wasSeen: boolean): Promise<void> {
  const { context, uid } = object;
  const looked = await whichAreGone(object);
  if (looked.gone.has(uid)) return;
  const waits = looked.there.has(uid) ? LOOK_WAITS_MS : [0, ...LOOK_WAITS_MS];
  if (await lookUntil(context, () => isAbsent(object, wasSeen), { waits })) return;
  throw new StillThereError(stillThereText(object));
}

/** Whether a read does not find an object. */
async function isAbsent(object: Handle, wasSeen: boolean): Promise<boolean> {
  try {
    const answer = await object.get();
    if (answer.uid === object.uid) return false;
  } catch (error) {
    if (error instanceof NotFoundError) return isGone(object, error, wasSeen);
    if (!(error instanceof PlatformError)) throw error;
    if (error instanceof PermissionDeniedError) {
      object.context.print(unseenDeleteText(object));
      return true;
    }
    throw new StillThereError(lookFailedText(object, error.message), { cause: error });
  }
  throw new StillThereError(otherAnswerText(object));
}
