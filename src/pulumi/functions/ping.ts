import { ask } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/ping");

/**
 * Reaches the platform, and tells what it answers: `pong`. Throws the errors of the client. API: `GET /ping/v2/ping`
 * (platform API: PING-1).
 */
export async function ping(): Promise<string> {
  return ask((await loadOperations()).ping);
}
