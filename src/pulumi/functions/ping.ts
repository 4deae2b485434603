import { answer, asPlainOutput, type LookupOptions, type PlainOutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const loadOperations = () => import("../../operations/ping");

/**
 * Reaches the platform, and tells what it answers: `pong`. Throws the errors of the client. API: `GET /ping/v2/ping`
 * (platform API: PING-1).
 */
export async function ping(opts: LookupOptions = {}): Promise<string> {
  return answer({ name: "ping:ping", opts }, async ({ ask }) => ask((await loadOperations()).ping));
}
/** `ping` as an Output. */
export const pingOutput: PlainOutputForm<typeof ping> = asPlainOutput(ping);
