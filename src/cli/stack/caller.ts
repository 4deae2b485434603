import type { Client } from "../../api/client";
import { callerOf } from "../../connect";
import type { Settings } from "../../settings";
import { readSight } from "../../visibility/read-sight";
import type { Sight } from "../../visibility/sight";
import type { CallerFlags } from "./options";

/** Reads what the caller of a command sees. Throws ConfigurationError. */
export const sightFor = async (client: Client, settings: Settings, { identity }: CallerFlags): Promise<Sight> =>
  readSight(client, await callerOf(settings, identity));
