import { NotFoundError, PermissionDeniedError, PlatformError } from "../../client/api/errors";
import type { JsonObject } from "../../description/wire/json";
import { StillThereError } from "../errors";
import type { RemoteObject } from "../remote-object";
import { lookFailedText, otherAnswerText, stillThereText, unseenDeleteText } from "../texts/not-deleted";
import { unlessGone } from "./gone";
import { whyUnproven } from "./kind-visible";
import { LOOK_WAITS_MS, lookUntil } from "./look-until";

/** What speaks for a delete that succeeded. */
interface Evidence {
  /** Whether the platform itself reports the success. A proxy may answer `200 {}` without doing anything. */
  readonly isByGateway: boolean;
  /** Whether the token is known to have seen such objects in the group before the delete, or the delete itself proves that. */
  readonly wasSeen: boolean;
}

/**
 * Checks that an object no longer exists after a success of its delete, and throws StillThereError if it does. The platform's own success
 * is enough. After any other success the object is read, because an identity that still grants access must stay in the state.
 */
export async function confirmGone(object: RemoteObject, evidence: Evidence): Promise<void> {
  if (evidence.isByGateway && !(await mayBeHidden(object, evidence))) return;
  const waits = [0, ...LOOK_WAITS_MS];
  if (await lookUntil(object.context, () => isAbsent(object, evidence), { waits })) return;
  throw new StillThereError(stillThereText(object));
}

/** Whether the platform may report a success because the token does not see the object. It does so for a few kinds only. */
async function mayBeHidden(object: RemoteObject, { wasSeen }: Evidence): Promise<boolean> {
  if (!object.spec.idempotentDelete) return false;
  // The run may have deleted the token's own rights in the meantime, or the token may be another one.
  return !wasSeen || (await whyUnproven(object)) !== undefined;
}

async function isAbsent(object: RemoteObject, evidence: Evidence): Promise<boolean> {
  const answer = await unlessGone(object, () => look(object, evidence), !object.spec.idempotentDelete);
  if (answer === undefined) return true;
  if (answer.uid === object.uid) return false;
  throw new StillThereError(otherAnswerText(object));
}

/** Reads an object. Undefined if the platform refuses that after a delete that it reported itself. Throws NotFoundError and StillThereError. */
async function look(object: RemoteObject, { isByGateway }: Evidence): Promise<JsonObject | undefined> {
  try {
    return await object.get();
  } catch (error) {
    if (error instanceof NotFoundError || !(error instanceof PlatformError)) throw error;
    if (!(error instanceof PermissionDeniedError && isByGateway)) {
      throw new StillThereError(lookFailedText(object, error.message), { cause: error });
    }
    object.context.print(unseenDeleteText(object));
    return undefined;
  }
}
