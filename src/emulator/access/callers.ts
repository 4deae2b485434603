import { bearerOf, type HttpRequest } from "../gateway/http";
import type { Caller } from "../gateway/route";
import type { Tokens } from "./tokens";

/** Returns the caller of a request: its token and, for an exchanged token, the content. */
export async function callerOf(request: HttpRequest, fixed: FixedTokens, tokens: Tokens): Promise<Caller> {
  const bearer = bearerOf(request);
  const isFixed = bearer === undefined || bearer === fixed.token;
  const exchanged = isFixed ? undefined : await tokens.verified(bearer);
  return { bearer, exchanged };
}

/** Whether an audience is the base address of the platform API. */
export const isForApi = ({ hosts }: HttpRequest, audiences: readonly string[]): boolean =>
  hosts.some((host) => audiences.includes(`http://${host}`));

export interface FixedTokens {
  /** Token of the platform API. */
  readonly token: string;
  readonly registryToken: string;
}
