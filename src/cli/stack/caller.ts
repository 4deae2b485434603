import type { Client } from "../../api/client";
import { callerOf } from "../../connect";
import type { Settings } from "../../settings";
import { readSight } from "../../visibility/read-sight";
import { type KindSight, seenAtBoth } from "../../visibility/sight";
import type { CallerFlags } from "./options";

/**
 * Reads what the caller of a command sees, before lists are read; the answer reads it again, after them, and tells what it saw at both
 * moments. Others may grant and revoke while a command reads. Throws ConfigurationError.
 */
export async function sightAround(
  client: Client,
  settings: Settings,
  { identity }: CallerFlags,
): Promise<() => Promise<KindSight>> {
  const caller = await callerOf(settings, identity);
  const before = await readSight(client, caller);
  return async () => seenAtBoth(before, await readSight(client, caller));
}
