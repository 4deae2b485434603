import { decodeJwt } from "jose";
import { exchangeToken } from "../../description/operations/sts";
import { capabilities } from "../../description/resources/capabilities";
import { identity } from "../../description/resources/identity";
import { isValues } from "../../description/spec/values";
import { acceptsToken, type Claims, isExact } from "../access/identity-match";
import { Permissions } from "../access/permissions";
import type { Tokens } from "../access/tokens";
import { gatewayError, StatusError } from "../gateway/errors";
import type { HttpRequest } from "../gateway/http";
import { Query } from "../gateway/queries";
import type { Answer, Asked, Narrowing } from "../gateway/route";
import { writeAnswer } from "../gateway/self-check";
import { formatTime } from "../gateway/times";
import { isPerson } from "../kinds/identity";
import type { Resource } from "../store";
import type { Endpoint, Service } from "./endpoint";

const refused = (message: string): StatusError =>
  new StatusError({ code: "UNAUTHENTICATED", message, details: [] }, { "www-authenticate": message });

/** Exchanges an ID token for an access token. The parameters are in the query or, for POST, form-encoded. */
async function exchange({ caller: { bearer }, request }: Asked, service: Service): Promise<Answer> {
  const asked = parametersOf(request);
  const audiences = asked.texts("aud").filter((audience) => audience !== "");
  if (audiences.length === 0) throw gatewayError("INVALID_ARGUMENT", "Audience must be specified");
  const wanted = asked.text("identity") ?? "";
  if ((asked.text("identity_provider") ?? "") !== "") {
    throw gatewayError("UNIMPLEMENTED", "the emulator exchanges no tokens of identity providers");
  }
  if (bearer === undefined) throw refused("missing bearer token");
  const { store, settings, tokens } = service;
  const now = settings.now();
  const claims = claimsIn(bearer);
  const matching = store
    .all(identity.type)
    .filter(({ uid, values }) => isMeant(uid, wanted) && acceptsToken(values, claims, request.hosts, now))
    .sort((a, b) => Number(isExact(b.values)) - Number(isExact(a.values)));
  const found = await firstVerified(matching, bearer, tokens);
  store.set({ ...found, values: { ...found.values, lastSeenTime: formatTime(now) } });
  const grants = settings.tokenGrants === "frozen" ? new Permissions(store).grantsOf(found.uid) : undefined;
  const { token, expiry } = await tokens.accessToken({ identity: found.uid, audiences, grants, ...narrowingOf(asked) });
  const values = { token, refreshToken: "", expiry: formatTime(expiry) };
  return writeAnswer({ name: "RawToken", fields: exchangeToken.answer }, values, settings.emitUnpopulated);
}

/** Whether an exchange may be for an identity: the named one, or else a person (platform API: STS-1). */
const isMeant = (uid: string, wanted: string): boolean => (wanted === "" ? isPerson(uid) : uid === wanted);

/** Returns the limits of the access token (platform API: STS-5). [open] Capabilities are names of the enum, or dotted ones like `groups.list`. */
function narrowingOf(asked: Query): Narrowing {
  const capped = asked.texts("cap").flatMap((name) => {
    const ending = `_${name.toUpperCase().replaceAll(".", "_")}`;
    const known = capabilities.filter((capability) => capability === name || capability.endsWith(ending));
    if (known.length === 0) throw gatewayError("INVALID_ARGUMENT", `unknown capability ${JSON.stringify(name)}`);
    return known;
  });
  return { scopes: asked.texts("scopes"), capabilities: capped };
}

/** Bodies of other types are ignored. */
function parametersOf({ method, query, headers, body }: HttpRequest): Query {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
  return new Query(method === "POST" && isForm ? `${query}&${body}` : query);
}

function claimsIn(idToken: string): Claims {
  try {
    return decodeJwt(idToken);
  } catch {
    throw refused("token is not a JWT");
  }
}

/** Returns the first identity whose keys verify the token. If there is none, throws the error of the first identity. */
async function firstVerified(identities: readonly Resource[], idToken: string, tokens: Tokens): Promise<Resource> {
  let first: string | undefined;
  for (const one of identities) {
    const { staticKeys } = one.values;
    const complaint = await tokens.complaintAbout(
      idToken,
      isValues(staticKeys) ? String(staticKeys.issuerKeys) : undefined,
    );
    if (complaint === undefined) return one;
    first ??= complaint;
  }
  throw refused(first ?? "no identity matches the token");
}

export const stsEndpoints: readonly Endpoint[] = (["GET", "POST"] as const).map((method) => (service) => ({
  method,
  path: exchangeToken.path,
  kind: { type: "sts:Exchange" },
  allowed: exchangeToken.needs,
  answer: (asked) => exchange(asked, service),
}));
