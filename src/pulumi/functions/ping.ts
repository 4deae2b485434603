import { ask } from "./ask";

// What asks is loaded when it is first asked.
const loadOperations = () => import("../../operations/ping");

/**
 * Reaches the platform, and tells what it answers: `pong`. Throws the errors of the client. API: `GET /ping/v2/ping`
 * (platform API: PING-1).
 */
export async function ping(): Promise<string> {
  return ask((await loadOperations()).ping);
}
