import { bearerOf, type HttpRequest } from "../gateway/http";
import type { Caller } from "../gateway/route";
import type { Tokens } from "./tokens";

export async function callerOf(request: HttpRequest, fixed: FixedTokens, tokens: Tokens): Promise<Caller> {
  const bearer = bearerOf(request);
  const isFixed = bearer === undefined || bearer === fixed.token;
  const exchanged = isFixed ? undefined : await tokens.verified(bearer);
  return { bearer, exchanged };
}

export const isForApi = ({ hosts }: HttpRequest, audiences: readonly string[]): boolean =>
  hosts.some((host) => audiences.includes(`http://${host}`));

export interface FixedTokens {
  readonly token: string;
  readonly registryToken: string;
}
