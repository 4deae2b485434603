import { PlatformError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { provenOf } from "../../spec/proof";
import { isEqual, isValues, type Values } from "../../spec/values";
import type { Handle } from "../handle";
import { unlessGone } from "../safety/gone";
import { isYoung, retryUntilVisible } from "../safety/retry-until-visible";
import { beforeOf } from "../state/notes";
import { valuesWhere } from "../state/paths";
import { formerText } from "../texts/scim";

/** What the identity provider says of its SCIM; only a Get tells it (platform API: IAM-14). Its own createTime is added. */
export async function scimOf(object: Handle): Promise<JsonObject> {
  const { scim, createTime } = await object.fetch();
  return { ...(isValues(scim) ? scim : {}), createTime };
}

/**
 * The same, once the platform shows what is recorded: a new token may not be visible yet, nor a new identity provider. Waits for
 * a minute at most. Throws PlatformError if the platform then still shows the settings from before the token.
 */
export async function scimSince(object: Handle, recorded: Values): Promise<JsonObject> {
  const { context, uid } = object;
  const before = beforeOf(recorded);
  // The etag moves with every change, so that the former one never returns.
  const isFormer = ({ etag }: JsonObject) =>
    before !== undefined && recorded.etag !== undefined && recorded.etag !== before.etag && etag === before.etag;
  const isNew = isYoung(context, before?.createTime);
  const scim = await retryUntilVisible(context, { uid, isParent: false, isNew, isStale: isFormer }, () =>
    scimOf(object),
  );
  if (!isFormer(scim)) return scim;
  throw new PlatformError(formerText(uid));
}

/** The same; nothing where the platform says that there is no token any more, or that the identity provider is gone. */
export async function scimUnlessOver(object: Handle, recorded: Values): Promise<JsonObject | undefined> {
  const scim = await unlessGone(object, () => scimSince(object, recorded));
  return scim === undefined || isOneOf(scim, "NOT_ISSUED", "EXPIRED", "REVOKED") ? undefined : scim;
}

const isOneOf = ({ credentialState }: JsonObject, ...states: readonly string[]): boolean =>
  states.some((state) => credentialState === `CREDENTIAL_STATE_${state}`);

export const isLive = (scim: JsonObject): boolean => isOneOf(scim, "LIVE", "ROTATING");

/** Whether there has ever been a token: then the next one is made by *regenerate*. */
export const wasIssued = (scim: JsonObject): boolean => isLive(scim) || isOneOf(scim, "EXPIRED", "REVOKED");

/** SCIM settings as they were at some time. */
export interface Settings {
  readonly etag?: unknown;
  readonly tokenExpireTime?: unknown;
  readonly previousTokenExpireTime?: unknown;
  /** Whether SCIM is switched on; absent where that is not known. */
  readonly enabled?: boolean;
}

/** The settings in an answer to Get. */
export const settingsIn = ({ etag, tokenExpireTime, previousTokenExpireTime, enabled }: JsonObject): Settings => ({
  etag,
  tokenExpireTime,
  previousTokenExpireTime,
  enabled: enabled === true,
});

/** The settings that prove a recorded token. Earlier releases noted the switch only where the program gives it. */
export function settingsOf(recorded: Values): Settings {
  const { etag, tokenExpireTime, previousTokenExpireTime, provisioning } = recorded;
  const enabled = typeof provisioning === "boolean" ? { enabled: provisioning } : {};
  return { tokenExpireTime, previousTokenExpireTime, ...(provenOf(recorded) ?? { etag, ...enabled }) };
}

/**
 * What has changed between two looks:
 * - `none`: nothing but the time;
 * - `switch`: provisioning was switched on or off, which is all that can be seen;
 * - `token`: the token was re-keyed or revoked;
 * - `untold`: something, but nothing that is told shows what.
 */
export type ScimChange = "none" | "switch" | "token" | "untold";

/** Compares two looks. The etag moves with every change, and not with time (platform API: IAM-15). */
export function changeOf(before: Settings, now: Settings): ScimChange {
  if (before.etag !== undefined && before.etag === now.etag) return "none";
  const { tokenExpireTime, previousTokenExpireTime } = now;
  // An overlap that has ended is told no more.
  const hasOtherFormer =
    !isAbsent(previousTokenExpireTime) && !areSame(previousTokenExpireTime, before.previousTokenExpireTime);
  if (hasOtherFormer || !areSame(tokenExpireTime, before.tokenExpireTime)) return "token";
  if (before.etag === undefined) return "none";
  return before.enabled === undefined || before.enabled === now.enabled ? "untold" : "switch";
}

/** What has changed since the token was recorded, as far as it was known then: former releases recorded no etag. */
export function changeSince(ours: Settings, scim: JsonObject): ScimChange {
  return ours.etag === undefined ? "none" : changeOf(ours, settingsIn(scim));
}

/**
 * The settings that prove the recorded token after another look. They are those of the look only where the token is known to be
 * the same; else they stay, so that the finding does. If this resource also switches provisioning (`isManaged`), a switch shows as its
 * own difference.
 */
export function proofAfter(ours: Settings, scim: JsonObject, isManaged: boolean): Settings {
  const change = changeSince(ours, scim);
  if (change === "none" || (change === "switch" && isManaged)) return settingsIn(scim);
  if (change === "switch") return ours;
  // A later switch must not explain what this look could not.
  const { enabled: _, ...rest } = ours;
  return rest;
}

/** Whether settings prove that the recorded token is the live one. */
export const isProven = ({ etag }: Settings, scim: JsonObject): boolean => etag === undefined || etag === scim.etag;

const isAbsent = (time: unknown): boolean => time === undefined || time === null;

const areSame = (a: unknown, b: unknown): boolean => isEqual({ kind: "string", format: "timestamp" }, a, b);

/** What is recorded of the token's state. */
export function outputsOf(scim: JsonObject): Values {
  const { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState, etag } = scim;
  const known = { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState, etag };
  return valuesWhere(known, (_, value) => !isAbsent(value));
}

/** Whether a token that is there may be the one that was asked for: it is live, and ends when it should. */
export function isLikeAsked(scim: JsonObject, { expireTime, neverExpires }: Values): boolean {
  if (!isLive(scim)) return false;
  if (neverExpires === true) return isAbsent(scim.tokenExpireTime);
  if (isAbsent(expireTime)) return !isAbsent(scim.tokenExpireTime);
  return areSame(scim.tokenExpireTime, expireTime);
}
