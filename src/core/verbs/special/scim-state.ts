import { PlatformError } from "../../../client/api/errors";
import { provenOf } from "../../../description/spec/proof";
import { isEqual, isValues, type Values } from "../../../description/spec/values";
import type { JsonObject } from "../../../description/wire/json";
import type { RemoteObject } from "../../remote-object";
import { unlessGone } from "../../safety/gone";
import { retryUntilVisible } from "../../safety/retry-until-visible";
import { beforeOf } from "../../state/notes";
import { valuesWhere } from "../../state/paths";
import { formerText } from "../../texts/scim";

/** The SCIM settings of an identity provider, which only Get returns (platform API: IAM-14), with the provider's createTime. */
export async function scimOf(object: RemoteObject): Promise<JsonObject> {
  const { scim, createTime } = await object.fetch();
  return { ...(isValues(scim) ? scim : {}), createTime };
}

/** Waits up to a minute until the platform shows what is recorded. Throws PlatformError if it shows what was before the token. */
export async function scimSince(object: RemoteObject, recorded: Values): Promise<JsonObject> {
  const { context, uid } = object;
  const before = beforeOf(recorded);
  // The etag changes with every change, so an old one never returns.
  const isFormer = ({ etag }: JsonObject) =>
    before !== undefined && recorded.etag !== undefined && recorded.etag !== before.etag && etag === before.etag;
  const scim = await retryUntilVisible(
    context,
    { uid, isParent: false, createTime: before?.createTime, isStale: isFormer },
    () => scimOf(object),
  );
  if (!isFormer(scim)) return scim;
  throw new PlatformError(formerText(uid));
}

/** Like `scimSince`. Undefined if the platform reports no token, or the identity provider no longer exists. */
export async function scimUnlessOver(object: RemoteObject, recorded: Values): Promise<JsonObject | undefined> {
  const scim = await unlessGone(object, () => scimSince(object, recorded));
  return scim === undefined || isOneOf(scim, "NOT_ISSUED", "EXPIRED", "REVOKED") ? undefined : scim;
}

const isOneOf = ({ credentialState }: JsonObject, ...states: readonly string[]): boolean =>
  states.some((state) => credentialState === `CREDENTIAL_STATE_${state}`);

export const isLive = (scim: JsonObject): boolean => isOneOf(scim, "LIVE", "ROTATING");

/** Whether a token was ever created. *regenerate* then creates the next one. */
export const wasIssued = (scim: JsonObject): boolean => isLive(scim) || isOneOf(scim, "EXPIRED", "REVOKED");

export interface ScimSettings {
  readonly etag?: unknown;
  readonly tokenExpireTime?: unknown;
  readonly previousTokenExpireTime?: unknown;
  readonly enabled?: boolean;
}

export const settingsIn = ({ etag, tokenExpireTime, previousTokenExpireTime, enabled }: JsonObject): ScimSettings => ({
  etag,
  tokenExpireTime,
  previousTokenExpireTime,
  enabled: enabled === true,
});

/** The settings that prove a recorded token. Earlier releases recorded the switch only if the program gave it. */
export function settingsOf(recorded: Values): ScimSettings {
  const { etag, tokenExpireTime, previousTokenExpireTime, provisioning } = recorded;
  const enabled = typeof provisioning === "boolean" ? { enabled: provisioning } : {};
  return { tokenExpireTime, previousTokenExpireTime, ...(provenOf(recorded) ?? { etag, ...enabled }) };
}

/**
 * What changed between two reads:
 * - `none`: nothing but the time;
 * - `switch`: provisioning was switched on or off, and nothing else is visible;
 * - `token`: the token was replaced or revoked;
 * - `unknown`: something, but the platform does not show what.
 */
export type ScimChange = "none" | "switch" | "token" | "unknown";

/** Compares two reads. The etag changes with every change, and not with time (platform API: IAM-15). */
export function changeOf(before: ScimSettings, now: ScimSettings): ScimChange {
  if (before.etag !== undefined && before.etag === now.etag) return "none";
  const { tokenExpireTime, previousTokenExpireTime } = now;
  // The platform does not return an overlap that has ended.
  const hasOtherFormer =
    !isAbsent(previousTokenExpireTime) && !areSame(previousTokenExpireTime, before.previousTokenExpireTime);
  if (hasOtherFormer || !areSame(tokenExpireTime, before.tokenExpireTime)) return "token";
  if (before.etag === undefined) return "none";
  return before.enabled === undefined || before.enabled === now.enabled ? "unknown" : "switch";
}

/** What changed since the token was recorded. Earlier releases recorded no etag, so that nothing can be compared. */
export function changeSince(ours: ScimSettings, scim: JsonObject): ScimChange {
  return ours.etag === undefined ? "none" : changeOf(ours, settingsIn(scim));
}

/** What proves the recorded token: new settings only if nothing changed, because the one etag after a switch may hide another token. */
export function proofAfter(ours: ScimSettings, scim: JsonObject): ScimSettings {
  const change = changeSince(ours, scim);
  if (change === "none") return settingsIn(scim);
  if (change === "switch") return ours;
  // If only the etag has changed now, and somebody later switches provisioning, the next read must not take both for that switch.
  const { enabled: _, ...rest } = ours;
  return rest;
}

const isAbsent = (time: unknown): boolean => time === undefined || time === null;

const areSame = (a: unknown, b: unknown): boolean => isEqual({ kind: "string", format: "timestamp" }, a, b);

export function outputsOf(scim: JsonObject): Values {
  const { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState, etag } = scim;
  const known = { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState, etag };
  return valuesWhere(known, (_, value) => !isAbsent(value));
}

/** Whether an existing token may be the desired one: it is live, and has the desired end. */
export function isLikeAsked(scim: JsonObject, { expireTime, neverExpires }: Values): boolean {
  if (!isLive(scim)) return false;
  if (neverExpires === true) return isAbsent(scim.tokenExpireTime);
  if (isAbsent(expireTime)) return !isAbsent(scim.tokenExpireTime);
  return areSame(scim.tokenExpireTime, expireTime);
}
