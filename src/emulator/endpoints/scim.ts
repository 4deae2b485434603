import { createHash, randomBytes } from "node:crypto";
import { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled } from "../../operations/scim";
import { identityProvider } from "../../resources/identity-provider";
import type { Values } from "../../spec/values";
import { aborted, failedPrecondition, invalidArgument } from "../gateway/errors";
import { aYearAfter, formatTime, secondsIn, timeAfter } from "../gateway/times";
import { credentialStateOf, endpointUrlOf, type Scim, scimOf } from "../kinds/identity-provider";
import { type Endpoint, endpoint, type Question, type Service, specOf } from "./endpoint";

const kind = identityProvider;

/** A request that names an identity provider. */
type AskedOfProvider = Pick<Question<typeof setScimEnabled>, "params" | "args">;

/** Expiry of a new token: the requested time, never, or after a year. */
function expireTimeOf({ expireTime, neverExpires }: Values, now: Date): string | undefined {
  if (neverExpires === true) return undefined;
  if (expireTime === undefined) return formatTime(aYearAfter(now));
  if (Date.parse(String(expireTime)) > now.getTime()) return String(expireTime);
  throw invalidArgument(kind, "expire_time", "must be in the future");
}

/** SCIM settings at the time of a request. */
interface Found {
  readonly scim: Scim;
  /** State of the token, LIVE and the like. */
  readonly state: string;
  readonly now: Date;
}

/** Changes the SCIM settings of the provider in the path, which also changes the etag. */
function change(asked: AskedOfProvider, service: Service, next: (found: Found) => Scim): Scim {
  const { platform, settings } = service;
  const spec = specOf(service, kind.type);
  const resource = platform.get(spec, asked.params.identityProviderUid);
  const scim = scimOf(resource.values);
  const { etag } = asked.args;
  if (etag !== undefined && etag !== scim.etag) throw aborted(kind, "the etag is not the one of now");
  const now = settings.now();
  const state = credentialStateOf(scim, now).replace("CREDENTIAL_STATE_", "");
  return scimOf(platform.touch(spec, resource, { ...resource.values, scim: next({ scim, state, now }) }).values);
}

/** Creates a token, and the values to store for it. */
function issue(body: Values, { scim: { enabled = false, etag }, now }: Found): { token: string; scim: Scim } {
  const token = `scim_${randomBytes(20).toString("hex")}`;
  const tokenExpireTime = expireTimeOf(body, now);
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const ends = tokenExpireTime === undefined ? {} : { tokenExpireTime };
  return { token, scim: { enabled, etag, tokenHash, ...ends } };
}

const valuesOf = ({ params }: AskedOfProvider, scim: Scim, token: string): Values => ({
  identityProviderUid: params.identityProviderUid,
  etag: scim.etag,
  token,
  expireTime: scim.tokenExpireTime,
  previousTokenExpireTime: scim.previousTokenExpireTime,
  endpointUrl: endpointUrlOf(params.identityProviderUid),
});

const generate = endpoint({
  operation: generateScimToken,
  kind,
  answer: (asked, service) => {
    let token = "";
    const scim = change(asked, service, (found) => {
      if (found.state === "LIVE" || found.state === "ROTATING") {
        throw failedPrecondition(kind, "SCIM_TOKEN_LIVE", "a SCIM token is live: regenerate or revoke it");
      }
      const made = issue(asked.args, found);
      token = made.token;
      return made.scim;
    });
    return valuesOf(asked, scim, token);
  },
});

/**
 * Expiry of the former token: after the overlap, but not later than before. Without an overlap, or if it had expired
 * already, it ends at once.
 */
function overlapEndOf(
  { overlap = "0s" }: Values,
  { scim: { tokenExpireTime }, state, now }: Found,
): string | undefined {
  if (secondsIn(overlap) < 0) throw invalidArgument(kind, "overlap", "must not be negative");
  if (secondsIn(overlap) === 0 || state === "EXPIRED") return undefined;
  const end = timeAfter(now, overlap);
  const former = tokenExpireTime === undefined ? end : new Date(tokenExpireTime);
  return formatTime(former < end ? former : end);
}

const regenerate = endpoint({
  operation: regenerateScimToken,
  kind,
  answer: (asked, service) => {
    let token = "";
    const scim = change(asked, service, (found) => {
      if (found.state === "NOT_ISSUED" || found.state === "REVOKED") {
        throw failedPrecondition(kind, "SCIM_TOKEN_MISSING", "there is no SCIM token: generate one");
      }
      const made = issue(asked.args, found);
      token = made.token;
      const previousTokenExpireTime = overlapEndOf(asked.args, found);
      return { ...made.scim, ...(previousTokenExpireTime === undefined ? {} : { previousTokenExpireTime }) };
    });
    return { ...valuesOf(asked, scim, token), requestedOverlap: asked.args.overlap };
  },
});

/** Revoking twice is allowed. Without a token there is nothing to revoke. */
const revoke = endpoint({
  operation: revokeScimToken,
  kind,
  answer: (asked, service) => {
    const scim = change(asked, service, ({ scim: former, state, now }) => {
      if (state === "NOT_ISSUED") throw failedPrecondition(kind, "SCIM_TOKEN_MISSING", "there is no SCIM token");
      if (state === "REVOKED" && former.revokeTime !== undefined) return former;
      return { enabled: former.enabled ?? false, etag: former.etag, revokeTime: formatTime(now) };
    });
    return { identityProviderUid: asked.params.identityProviderUid, ...scim };
  },
});

const setEnabled = endpoint({
  operation: setScimEnabled,
  kind,
  answer: (asked, service) => {
    const scim = change(asked, service, ({ scim: former }) => ({ ...former, enabled: asked.args.enabled === true }));
    return { identityProviderUid: asked.params.identityProviderUid, ...scim };
  },
});

/** The SCIM verbs of identity providers. */
export const scimEndpoints: readonly Endpoint[] = [generate, regenerate, revoke, setEnabled];
