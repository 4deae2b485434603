import { PlatformError } from "../../client/api/errors";
import type { Settings } from "../../client/settings";
import type { Origin } from "../declaration";
import { timeText } from "../times";

/** Returns where a report comes from. What cannot be found out is unknown, because a report must not fail for its title. */
export async function originOf(
  settings: Settings,
  address: "baseUrl" | "registryUrl",
  callerOf: () => Promise<{ readonly uid: string | undefined } | undefined>,
): Promise<Origin> {
  const orUnknown = (found: Promise<string | undefined>) =>
    found.catch((error) => (error instanceof PlatformError ? undefined : Promise.reject(error)));
  const platform = await orUnknown((async () => settings.address(address).href)());
  const caller = await orUnknown(callerOf().then((found) => (found === undefined ? "nobody" : found.uid)));
  return { Platform: platform ?? "unknown", Caller: caller ?? "unknown", Time: timeText(Date.now()) };
}
