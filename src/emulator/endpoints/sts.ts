import type { Context } from "hono";
import { decodeJwt } from "jose";
import { identity } from "../../resources/identity";
import { computed, string, timestamp } from "../../spec/types";
import { isValues } from "../../spec/values";
import { gatewayError, noSuchMethod, StatusError } from "../gateway/errors";
import { bearerOf, type Env, okReply, targetOf } from "../gateway/http";
import { formatTime } from "../gateway/protojson";
import { Query } from "../gateway/queries";
import { type Claims, isExact, takes } from "../kinds/identity-match";
import type { Tokens } from "../kinds/tokens";
import type { Resource } from "../store";
import type { Service } from "./endpoint";

const rawToken = { token: computed(string()), refreshToken: computed(string()), expiry: computed(timestamp) };

/** A 401 of the exchange: without details (wire 45). */
const refused = (message: string): StatusError =>
  new StatusError({ code: "UNAUTHENTICATED", message, details: [] }, { "www-authenticate": message });

/** Answers `/sts/exchange`: an ID token is exchanged for a token of the platform. Throws StatusError. */
export const exchange =
  (service: Service, tokens: Tokens) =>
  async (c: Context<Env>): Promise<Response> => {
    const asked = parametersOf(c);
    const audiences = asked.texts("aud").filter((audience) => audience !== "");
    if (audiences.length === 0) throw gatewayError("INVALID_ARGUMENT", "Audience must be specified");
    const wanted = asked.text("identity") ?? "";
    const idToken = bearerOf(c);
    if (idToken === undefined) throw refused("missing bearer token");
    const { store, settings, platform } = service;
    const now = settings.now();
    const claims = claimsIn(idToken);
    const matching = store
      .all(identity.type)
      .filter(({ uid, values }) => (wanted === "" || uid === wanted) && takes(values, claims, now))
      .sort((a, b) => Number(isExact(b.values)) - Number(isExact(a.values)));
    const found = await firstVerified(matching, idToken, tokens);
    platform.put({ ...found, values: { ...found.values, lastSeenTime: formatTime(now) } });
    const { token, expiry } = await tokens.accessToken(found.uid, audiences);
    const values = { token, refreshToken: "", expiry: formatTime(expiry) };
    return okReply(service.write(rawToken, values, "RawToken"), settings);
  };

/** Parameters in the query or, in a POST, form-encoded; any other body is not read. */
function parametersOf(c: Context<Env>): Query {
  const { method } = c.req;
  if (method !== "GET" && method !== "POST") throw noSuchMethod();
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header("content-type") ?? "");
  const { query } = targetOf(c.env.incoming);
  return new Query(method === "POST" && isForm ? `${query}&${c.get("body")}` : query);
}

function claimsIn(idToken: string): Claims {
  try {
    return decodeJwt(idToken);
  } catch {
    throw refused("token is not a JWT");
  }
}

/** The first identity whose keys have signed the token; its complaint is the first one's where there is none. */
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
