import { PlatformError } from "../../client/api/errors";
import { shownUid } from "../../client/api/shown";
import { messageOf } from "../errors";
import { findByKey } from "../lists/questions";
import type { NewObject } from "../remote-object";
import { unlookedText, unprovenText } from "../texts/unproven";
import { LOOK_WAITS_MS, lookUntil } from "./look-until";

/**
 * Proves that a create which may change an existing object made a new one (platform API: REG-5): the look that found nothing before the
 * create must show the object now. If it does not, it may have hidden an object that somebody else has. Then PlatformError is thrown, so
 * that no state gets the object. Returns why there is doubt if looking failed.
 */
export async function proveNew(wanted: NewObject, uid: string): Promise<{ readonly doubt?: string }> {
  const { context, spec } = wanted.kind;
  const isShown = async () => (await findByKey(wanted))?.some((object) => object.uid === uid);
  try {
    if (await lookUntil(context, isShown, { waits: [0, ...LOOK_WAITS_MS] })) return {};
  } catch (error) {
    return { doubt: unlookedText(messageOf(error)) };
  }
  context.journal.noteChange({ spec, uid });
  throw new PlatformError(unprovenText(wanted, shownUid(uid)));
}
