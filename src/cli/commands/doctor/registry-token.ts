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
 * Checks the token of the registry, if it is set: its claims, and that the registry accepts it.
 *
 * @param isReached whether the registry responds
 */
export async function checkRegistryToken(settings: Settings, isReached: boolean, now = Date.now()): Promise<Check[]> {
  const found = settings.find(NAME);
  if (found === undefined) return [];
  const claims = claimsIn(new Secret(found.value));
  const times = claims === undefined ? [] : checkTimes(claims, now, { name: NAME, hint: registryHints.access });
  if (settings.find("registryUrl") === undefined)
    return [...times, unknown(NAME, `was not checked: ${missingText("registryUrl")}`)];
  // Another check reports an address that cannot be used or reached.
  return isReached ? [...times, await provenAt(settings)] : times;
}

/** Checks that the registry accepts the token. */
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
