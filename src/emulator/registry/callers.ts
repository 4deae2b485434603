import { decodeJwt } from "jose";
import { isValues } from "../../description/spec/values";
import { type FixedTokens, isForApi } from "../access/callers";
import { acceptsToken, textsIn } from "../access/identity-match";
import type { Tokens } from "../access/tokens";
import { bearerOf, type HttpRequest } from "../gateway/http";
import type { ExchangedToken, Narrowing } from "../gateway/route";
import type { EmulatorSettings } from "../options";
import type { Store } from "../store";

export type RegistryIdentity = { readonly is: "identity"; readonly identity: string } & Narrowing;

export type RegistryCaller =
  | { readonly is: "anonymous" }
  /** The holder of the emulator's own token for the registry, who may read everything. */
  | { readonly is: "administrator" }
  | RegistryIdentity
  /** The token is invalid. */
  | { readonly is: "unknown" }
  /** The token is valid, and its audience is not the registry. */
  | { readonly is: "elsewhere" };

const ANONYMOUS: RegistryCaller = { is: "anonymous" };
const UNKNOWN: RegistryCaller = { is: "unknown" };

interface Recognizing {
  readonly settings: Pick<EmulatorSettings, "now" | "registryTakes">;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly fixed: FixedTokens;
}

const TOKEN_USER = "_token";

export async function callerOfHistory(request: HttpRequest, by: Recognizing): Promise<RegistryCaller> {
  const bearer = bearerOf(request);
  if (bearer === undefined) return ANONYMOUS;
  const caller = await ofToken(request, bearer, by);
  return caller.is === "elsewhere" || by.settings.registryTakes.includes("direct") ? caller : UNKNOWN;
}

/** Returns the caller of `/token`. A bearer token that the registry does not accept there counts as anonymous. */
export async function callerOfToken(request: HttpRequest, by: Recognizing): Promise<RegistryCaller> {
  const { registryTakes } = by.settings;
  const bearer = bearerOf(request);
  if (bearer !== undefined) return registryTakes.includes("bearer") ? ofToken(request, bearer, by) : ANONYMOUS;
  const [, encoded] = /^Basic (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (encoded === undefined) return ANONYMOUS;
  if (!registryTakes.includes("basic")) return UNKNOWN;
  const [, user = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  return user === TOKEN_USER ? ofToken(request, password, by) : ofPullToken(request, { user, password }, by);
}

async function ofToken(request: HttpRequest, token: string, { fixed, tokens }: Recognizing): Promise<RegistryCaller> {
  if (token === fixed.token) return { is: "elsewhere" };
  if (token === fixed.registryToken) return { is: "administrator" };
  const found: ExchangedToken | undefined = await tokens.verified(token);
  if (found === undefined || "complaint" in found) return UNKNOWN;
  const { audiences, ...identity } = found;
  return request.hosts.some((host) => audiences.includes(host)) ? { is: "identity", ...identity } : { is: "elsewhere" };
}

/** Returns the caller of a pull token: the uid of an identity with static keys, and a token that one of these keys signed. */
async function ofPullToken(
  request: HttpRequest,
  { user, password }: { readonly user: string; readonly password: string },
  { settings, store, tokens }: Recognizing,
): Promise<RegistryCaller> {
  const { values = {} } = store.get("iam:Identity", user) ?? {};
  if (!isValues(values.staticKeys)) return UNKNOWN;
  if ((await tokens.complaintAbout(password, String(values.staticKeys.issuerKeys))) !== undefined) return UNKNOWN;
  const claims = decodeJwt(password);
  const isAccepted = acceptsToken(values, claims, request.hosts, settings.now());
  if (!isAccepted || !isForApi(request, textsIn(claims.aud))) return UNKNOWN;
  return { is: "identity", identity: user, scopes: [], capabilities: [] };
}
