import type { EmulatorSettings } from "../options";
import { gatewayError, Refusal } from "./errors";
import type { HttpReply } from "./http";
import { EmulatorBug } from "./self-check";

/** Returns a 200 of the gateway (platform API: ANS-7), with or without a body. */
export function okReply(body: Readonly<Record<string, unknown>> | undefined): HttpReply {
  const headers = { "content-type": "application/json", "grpc-metadata-content-type": "application/grpc" };
  return { status: 200, headers, body: body === undefined ? "" : JSON.stringify(body) };
}

/** Returns a 200 of the registry, which is plain JSON. */
export const registryReply = (body: unknown): HttpReply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns the response for an error. Errors other than Refusal are bugs of the emulator and are printed. */
export function errorReply(error: unknown, settings: EmulatorSettings): HttpReply {
  if (error instanceof Refusal) return error.reply(settings);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  console.error(`EMULATOR BUG: ${error instanceof EmulatorBug ? message : (stack ?? message)}`);
  return gatewayError("INTERNAL", `EMULATOR BUG: ${message}`).reply(settings);
}
