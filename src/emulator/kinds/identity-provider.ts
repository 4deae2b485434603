import { randomBytes } from "node:crypto";
import { isValues, type Values } from "../../description/spec/values";
import { invalidArgument } from "../gateway/errors";
import type { Resource } from "../store";
import type { Rules } from "./rules";

/** Stored SCIM settings of an identity provider, with only a hash of the token. */
export interface Scim {
  readonly enabled?: boolean;
  readonly etag: string;
  readonly tokenHash?: string;
  readonly tokenExpireTime?: string;
  readonly previousTokenExpireTime?: string;
  readonly revokeTime?: string;
  /** Overrides the computed state, for tests. */
  readonly credentialState?: string;
}

/** Initially disabled, and without a token. */
export const scimOf = (values: Values): Scim =>
  isValues(values.scim) ? (values.scim as unknown as Scim) : { etag: newEtag() }; // Nothing else is stored there.

const newEtag = (): string => randomBytes(6).toString("hex");

const isBefore = (time: string | undefined, now: Date): boolean =>
  time !== undefined && Date.parse(time) <= now.getTime();

/** Whether the former token is still valid. Only then is its end shown. */
const isOverlapping = ({ previousTokenExpireTime: end }: Scim, now: Date): boolean =>
  end !== undefined && !isBefore(end, now);

export function credentialStateOf(scim: Scim, now: Date): string {
  const { tokenHash, tokenExpireTime, revokeTime, credentialState } = scim;
  const name = (): string => {
    if (tokenHash === undefined) return revokeTime === undefined ? "NOT_ISSUED" : "REVOKED";
    if (isBefore(tokenExpireTime, now)) return "EXPIRED";
    return isOverlapping(scim, now) ? "ROTATING" : "LIVE";
  };
  return credentialState ?? `CREDENTIAL_STATE_${name()}`;
}

export const endpointUrlOf = (uid: string): string => `https://scim.example.invalid/${uid}`;

/** Returns the SCIM settings for a Get of the identity provider. After a revoke, the expiry of the token lies in the past. */
function shownScim({ uid, values }: Resource, now: Date): Values {
  const scim = scimOf(values);
  const { enabled = false, etag, revokeTime, tokenExpireTime = revokeTime, previousTokenExpireTime } = scim;
  return {
    enabled,
    endpointUrl: endpointUrlOf(uid),
    ...(tokenExpireTime === undefined ? {} : { tokenExpireTime }),
    ...(isOverlapping(scim, now) ? { previousTokenExpireTime } : {}),
    credentialState: credentialStateOf(scim, now),
    etag,
  };
}

/** Returns SCIM settings with a new etag, which every change needs. */
function withEtag(next: Scim, former: Scim | undefined): Scim {
  const withoutTag = ({ etag: _, ...others }: Scim): string => JSON.stringify(Object.entries(others).sort());
  if (former === undefined || next.etag !== former.etag || withoutTag(next) === withoutTag(former)) return next;
  return { ...next, etag: newEtag() };
}

/** The SCIM state depends on the clock. Switching SCIM on clears the default role (platform API: IAM-33). */
export const identityProviderRules: Rules = {
  grants: "defaultRole",
  fill: ({ spec, values, former, settings }) => {
    const before = isValues(former?.oidc) ? former.oidc : {};
    const { correlationRule = "CORRELATION_RULE_SUB_EQUALS_EXTERNAL_ID" } = before;
    const scim = withEtag(scimOf(values), former === undefined ? undefined : scimOf(former));
    const { defaultRole, ...others } = values;
    const decidesAlone = settings.scimOwnership && scim.enabled === true;
    const isNewlyMissing = defaultRole === undefined && (former === undefined || former.defaultRole !== undefined);
    if (isNewlyMissing && !decidesAlone) throw invalidArgument(spec, "default_role", "default_role is required");
    const isSwitchedOn = decidesAlone && scimOf(former ?? {}).enabled !== true;
    return {
      ...(isSwitchedOn ? others : values),
      oidc: { correlationRule, ...(isValues(values.oidc) ? values.oidc : {}) },
      scim,
    };
  },
  shown: (resource, { now }) => ({ ...resource.values, scim: shownScim(resource, now()) }),
};
