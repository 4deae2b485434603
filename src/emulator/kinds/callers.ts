import type { Context, MiddlewareHandler } from "hono";
import { bearerOf, type Env } from "../gateway/http";
import type { Tokens } from "./tokens";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Finds out who brings a token of the exchange, for the routes to decide what that is good for. */
export const callers =
  (tokens: Tokens): MiddlewareHandler<Env> =>
  async (c, next) => {
    const bearer = bearerOf(c) ?? "";
    c.set("caller", JWT.test(bearer) ? await tokens.callerOf(bearer) : undefined);
    await next();
  };

/** Names of this server: as the request has it, and its address. */
function hostsOf(c: Context<Env>): string[] {
  const { localAddress, localPort } = c.env.incoming.socket;
  return [c.req.header("host") ?? "", `${localAddress}:${localPort}`];
}

/** Whether one of the audiences is the platform API, by its base address. */
export const isForApi = (c: Context<Env>, audiences: readonly string[]): boolean =>
  hostsOf(c).some((host) => audiences.includes(`http://${host}`));

/** The bearer token as the registry knows it: one of the exchange is as good as the fixed one of its audience. */
export function registryBearerOf(
  c: Context<Env>,
  { token, registryToken }: { readonly token: string; readonly registryToken: string },
): string | undefined {
  const caller = c.get("caller");
  if (caller === undefined || "complaint" in caller) return bearerOf(c);
  return hostsOf(c).some((host) => caller.audiences.includes(host)) ? registryToken : token;
}
