import { createHash, randomBytes } from "node:crypto";
import {
  generateScimToken,
  regenerateScimToken,
  revokeScimToken,
  setScimEnabled,
} from "../../description/operations/scim";
import { identityProvider } from "../../description/resources/identity-provider";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import { ownerOf } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import { aborted, failedPrecondition, invalidArgument, notFound } from "../gateway/errors";
import { aYearAfter, formatTime, secondsIn, timeAfter } from "../gateway/times";
import { credentialStateOf, endpointUrlOf, type Scim, scimOf } from "../kinds/identity-provider";
import { type Resource, rootOf } from "../store";
import { type Endpoint, type EndpointRequest, endpoint, type Service } from "./endpoint";

const kind = identityProvider;

type AskedOfProvider = Pick<EndpointRequest<typeof setScimEnabled>, "params" | "args">;

/** Returns the expiry of a new token: the requested time, never, or after a year. */
function expireTimeOf({ expireTime, neverExpires }: Values, now: Date): string | undefined {
  if (neverExpires === true) return undefined;
  if (expireTime === undefined) return formatTime(aYearAfter(now));
  const time = Date.parse(String(expireTime));
  if (time <= now.getTime()) throw invalidArgument(kind, "expire_time", "must be in the future");
  if (time > aYearAfter(now, 2).getTime()) throw invalidArgument(kind, "expire_time", "must be within two years");
  return String(expireTime);
}

interface Found {
  readonly scim: Scim;
  /** State of the token, such as LIVE. */
  readonly state: string;
  readonly now: Date;
}

interface Issued {
  readonly scim: Scim;
  readonly token?: string | undefined;
}

function change(asked: AskedOfProvider, service: Service, next: (found: Found) => Issued): Values {
  const { platform, settings } = service;
  const uid = asked.params.identityProviderUid;
  const resource = platform.get(kind, uid);
  const scim = scimOf(resource.values);
  const { etag } = asked.args;
  if (etag !== undefined && etag !== scim.etag) throw aborted(kind, "the etag is not the one of now");
  const now = settings.now();
  const state = credentialStateOf(scim, now).replace("CREDENTIAL_STATE_", "");
  const issued = next({ scim, state, now });
  const changed = scimOf(platform.touch(kind, resource, { ...resource.values, scim: issued.scim }).values);
  const { tokenExpireTime: expireTime } = changed;
  return { ...changed, identityProviderUid: uid, token: issued.token, expireTime, endpointUrl: endpointUrlOf(uid) };
}

function issue(body: Values, { scim: { enabled = false, etag }, now }: Found): Issued {
  const token = `scim_${randomBytes(20).toString("hex")}`;
  const tokenExpireTime = expireTimeOf(body, now);
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const ends = tokenExpireTime === undefined ? {} : { tokenExpireTime };
  return { token, scim: { enabled, etag, tokenHash, ...ends } };
}

const generate = endpoint({
  operation: generateScimToken,
  kind,
  answer: (asked, service) =>
    change(asked, service, (found) => {
      if (found.state !== "NOT_ISSUED") {
        throw failedPrecondition(kind, "SCIM_TOKEN_ISSUED", "a SCIM token was issued before: regenerate it");
      }
      const { token, scim } = issue(asked.args, found);
      return { token, scim: { ...scim, enabled: false } };
    }),
});

const DEFAULT_OVERLAP = "3600s";
const MAX_OVERLAP_S = 24 * 60 * 60;

/** The expiry of the former token: after the overlap, but not later than before. One that has ended stays so. */
function overlapEndOf(overlap: unknown, { scim: { tokenExpireTime }, state, now }: Found): string | undefined {
  if (secondsIn(overlap) < 0) throw invalidArgument(kind, "overlap", "must not be negative");
  if (secondsIn(overlap) > MAX_OVERLAP_S) throw invalidArgument(kind, "overlap", "must be at most 24 hours");
  if (secondsIn(overlap) === 0 || !isLive(state)) return undefined;
  const end = timeAfter(now, overlap);
  const former = tokenExpireTime === undefined ? end : new Date(tokenExpireTime);
  return formatTime(former < end ? former : end);
}

const isLive = (state: string): boolean => state === "LIVE" || state === "ROTATING";

/** Throws StatusError without a token. The response is the same as for a missing provider. */
function refuseUnissued({ state }: Found, { params }: AskedOfProvider): void {
  if (state === "NOT_ISSUED") throw notFound(kind, params.identityProviderUid);
}

const regenerate = endpoint({
  operation: regenerateScimToken,
  kind,
  answer: (asked, service) => {
    const { overlap = DEFAULT_OVERLAP } = asked.args;
    const changed = change(asked, service, (found) => {
      refuseUnissued(found, asked);
      const { token, scim } = issue(asked.args, found);
      const previousTokenExpireTime = overlapEndOf(overlap, found);
      return {
        token,
        scim: { ...scim, ...(previousTokenExpireTime === undefined ? {} : { previousTokenExpireTime }) },
      };
    });
    return { ...changed, requestedOverlap: overlap };
  },
});

/** Ends the token and the one before it, without changing the switch. Revoking twice is allowed. */
const revoke = endpoint({
  operation: revokeScimToken,
  kind,
  answer: (asked, service) =>
    change(asked, service, (found) => {
      refuseUnissued(found, asked);
      const { scim: former, state, now } = found;
      if (state === "REVOKED" && former.revokeTime !== undefined) return { scim: former };
      return { scim: { enabled: former.enabled ?? false, etag: former.etag, revokeTime: formatTime(now) } };
    }),
});

/** Returns the number of owners by hand. With fewer than two, an error of the provisioning could lock everybody out. */
const ownersOf = ({ store }: Service, organization: string): number => {
  const owners = store.all(role.type).filter(({ uid, values }) => !uid.includes("/") && values.name === "owner");
  const bindings = store.children(roleBinding.type, organization);
  const isByHand = ({ values }: Resource) => ownerOf(roleBinding, values) === undefined;
  return bindings.filter((one) => isByHand(one) && owners.some(({ uid }) => uid === one.values.roleUid)).length;
};

const setEnabled = endpoint({
  operation: setScimEnabled,
  kind,
  answer: (asked, service) => {
    const enabled = asked.args.enabled === true;
    return change(asked, service, (found) => {
      refuseUnissued(found, asked);
      if (enabled && ownersOf(service, rootOf(asked.params.identityProviderUid)) < 2) {
        throw failedPrecondition(kind, "OWNERS_MISSING", "at least two owner bindings made by hand are required");
      }
      return { scim: { ...found.scim, enabled } };
    });
  },
});

export const scimEndpoints: readonly Endpoint[] = [generate, regenerate, revoke, setEnabled];
