import type { MiddlewareHandler } from "hono";
import { gatewayError } from "./gateway/errors";
import type { Env } from "./gateway/http";
import type { StateFile } from "./state-file";

/** Has each answer wait until what it tells of is on disk. Requests that come together wait for one write. */
export const whenSaved =
  (stateFile: StateFile): MiddlewareHandler<Env> =>
  async (_, next) => {
    await next();
    try {
      await stateFile.durable();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw gatewayError("INTERNAL", `the state cannot be written: ${reason}`);
    }
  };
