import { createHash, randomBytes } from "node:crypto";
import { generateScimToken, regenerateScimToken, revokeScimToken, setScimEnabled } from "../../operations/scim";
import { identityProvider } from "../../resources/identity-provider";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { Values } from "../../spec/values";
import { aborted, failedPrecondition, invalidArgument, notFound } from "../gateway/errors";
import { aYearAfter, formatTime, secondsIn, timeAfter } from "../gateway/times";
import { credentialStateOf, endpointUrlOf, type Scim, scimOf } from "../kinds/identity-provider";
import { rootOf } from "../store";
import { type Endpoint, endpoint, type Question, type Service, specOf } from "./endpoint";

const kind = identityProvider;

/** A request that names an identity provider. */
type AskedOfProvider = Pick<Question<typeof setScimEnabled>, "params" | "args">;

/** Expiry of a new token: the requested time, never, or after a year. */
function expireTimeOf({ expireTime, neverExpires }: Values, now: Date): string | undefined {
  if (neverExpires === true) return undefined;
  if (expireTime === undefined) return formatTime(aYearAfter(now));
  const time = Date.parse(String(expireTime));
  if (time <= now.getTime()) throw invalidArgument(kind, "expire_time", "must be in the future");
  if (time > aYearAfter(now, 2).getTime()) throw invalidArgument(kind, "expire_time", "must be within two years");
  return String(expireTime);
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
      if (found.state !== "NOT_ISSUED") {
        throw failedPrecondition(kind, "SCIM_TOKEN_ISSUED", "a SCIM token was issued before: regenerate it");
      }
      const made = issue(asked.args, found);
      token = made.token;
      return { ...made.scim, enabled: false };
    });
    return valuesOf(asked, scim, token);
  },
});

const DEFAULT_OVERLAP = "3600s";
const MAX_OVERLAP_S = 24 * 60 * 60;

/**
 * Expiry of the former token: after the overlap, but not later than before. Without an overlap it ends at once, and one
 * that was dead stays dead.
 */
function overlapEndOf(overlap: unknown, { scim: { tokenExpireTime }, state, now }: Found): string | undefined {
  if (secondsIn(overlap) < 0) throw invalidArgument(kind, "overlap", "must not be negative");
  if (secondsIn(overlap) > MAX_OVERLAP_S) throw invalidArgument(kind, "overlap", "must be at most 24 hours");
  if (secondsIn(overlap) === 0 || !isLive(state)) return undefined;
  const end = timeAfter(now, overlap);
  const former = tokenExpireTime === undefined ? end : new Date(tokenExpireTime);
  return formatTime(former < end ? former : end);
}

const isLive = (state: string): boolean => state === "LIVE" || state === "ROTATING";

/** Without a token there is nothing to act on. The answer is the same as for a missing provider. */
function refuseUnissued({ state }: Found, { params }: AskedOfProvider): void {
  if (state === "NOT_ISSUED") throw notFound(kind, params.identityProviderUid);
}

const regenerate = endpoint({
  operation: regenerateScimToken,
  kind,
  answer: (asked, service) => {
    const { overlap = DEFAULT_OVERLAP } = asked.args;
    let token = "";
    const scim = change(asked, service, (found) => {
      refuseUnissued(found, asked);
      const made = issue(asked.args, found);
      token = made.token;
      const previousTokenExpireTime = overlapEndOf(overlap, found);
      return { ...made.scim, ...(previousTokenExpireTime === undefined ? {} : { previousTokenExpireTime }) };
    });
    return { ...valuesOf(asked, scim, token), requestedOverlap: overlap };
  },
});

/** Ends the token and the one before it, and leaves the switch alone. Revoking twice is allowed. */
const revoke = endpoint({
  operation: revokeScimToken,
  kind,
  answer: (asked, service) => {
    const scim = change(asked, service, (found) => {
      refuseUnissued(found, asked);
      const { scim: former, state, now } = found;
      if (state === "REVOKED" && former.revokeTime !== undefined) return former;
      return { enabled: former.enabled ?? false, etag: former.etag, revokeTime: formatTime(now) };
    });
    return { identityProviderUid: asked.params.identityProviderUid, ...scim };
  },
});

/**
 * The owners of the organisation by bindings, which the emulator's are all made by hand. With fewer than two, an error of
 * the provisioning could lock everybody out.
 */
const ownersOf = ({ store }: Service, organisation: string): number => {
  const owners = store.all(role.type).filter(({ uid, values }) => !uid.includes("/") && values.name === "owner");
  const bindings = store.children(roleBinding.type, organisation);
  return bindings.filter(({ values }) => owners.some(({ uid }) => uid === values.roleUid)).length;
};

const setEnabled = endpoint({
  operation: setScimEnabled,
  kind,
  answer: (asked, service) => {
    const enabled = asked.args.enabled === true;
    const scim = change(asked, service, (found) => {
      refuseUnissued(found, asked);
      if (enabled && ownersOf(service, rootOf(asked.params.identityProviderUid)) < 2) {
        throw failedPrecondition(kind, "OWNERS_MISSING", "at least two owner bindings made by hand are required");
      }
      return { ...found.scim, enabled };
    });
    return { identityProviderUid: asked.params.identityProviderUid, ...scim };
  },
});

/** The SCIM verbs of identity providers. */
export const scimEndpoints: readonly Endpoint[] = [generate, regenerate, revoke, setEnabled];
