import { ConfigurationError, PlatformError, RegistryError } from "../../../api/errors";
import { Secret } from "../../../api/secret";
import { connectRegistry } from "../../../connect";
import { registryHints } from "../../../hints";
import { missingText } from "../../../setting-names";
import type { Settings } from "../../../settings";
import { messageOf } from "../../output/text";
import { type Check, ok, problem, unknown } from "./check";
import { checkTimes, claimsIn } from "./token";

const NAME = "registryToken";

/**
 * Checks the token of the registry, where one is set: by what it says of itself, and by the registry.
 *
 * @param isReached whether the registry answers
 */
export async function checkRegistryToken(settings: Settings, isReached: boolean, now = Date.now()): Promise<Check[]> {
  const found = settings.find(NAME);
  if (found === undefined) return [];
  const claims = claimsIn(new Secret(found.value));
  const times = claims === undefined ? [] : checkTimes(claims, now, { name: NAME, hint: registryHints.access });
  if (settings.find("registryUrl") === undefined)
    return [...times, unknown(NAME, `was not checked: ${missingText("registryUrl")}`)];
  // An address that cannot be used or reached is a problem of its own.
  return isReached ? [...times, await provenAt(settings)] : times;
}

/** Whether the registry accepts the token. */
async function provenAt(settings: Settings): Promise<Check> {
  try {
    await connectRegistry(settings).proveCredentials();
    return ok(NAME, "the registry accepts it");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const isUseless = error instanceof ConfigurationError || (error instanceof RegistryError && error.isAboutAccess);
    return isUseless ? problem(NAME, messageOf(error)) : unknown(NAME, `was not checked: ${messageOf(error)}`);
  }
}
