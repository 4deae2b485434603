import { ApiError, isAmbiguous, PlatformError, PreconditionError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { setScimEnabled } from "../../operations/scim";
import { requestOf } from "../../wire/request";
import type { Handle } from "../handle";
import { reasonsOf } from "../texts/blocked-delete";
import { ownersText } from "../texts/scim";
import { scimOf } from "./scim-state";

const MAX_ATTEMPTS = 3;

/**
 * Switches provisioning by SCIM on or off, where it is not already (platform API: IAM-16). After a stale etag or a lost answer
 * the settings are read first. Returns the settings that the last request was based on, and the etag from then on. Throws
 * PlatformError with what to do where the platform wants more owners first.
 *
 * @param known the settings that were last seen
 */
export async function switchScim(
  object: Handle,
  wanted: boolean,
  known: JsonObject,
): Promise<{ readonly seen: JsonObject; readonly etag: unknown }> {
  const { context, uid } = object;
  let scim = known;
  for (let attempt = 1; ; attempt++) {
    if ((scim.enabled === true) === wanted) return { seen: scim, etag: scim.etag };
    try {
      const args = { identityProviderUid: uid, enabled: wanted, etag: scim.etag };
      const { etag } = await context.client.call(requestOf(setScimEnabled, args));
      return { seen: scim, etag };
    } catch (error) {
      if (error instanceof PreconditionError && wanted)
        throw new PlatformError(ownersText(uid, reasonsOf(error)), { cause: error });
      const isStale = error instanceof ApiError && error.code === "ABORTED";
      if ((!isStale && !isAmbiguous(error)) || attempt === MAX_ATTEMPTS) throw error;
      scim = await scimOf(object);
    }
  }
}
