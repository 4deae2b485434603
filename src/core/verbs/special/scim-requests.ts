import { ApiError, isAmbiguous, PlatformError, PreconditionError, ProtocolError } from "../../../client/api/errors";
import { readAnswer } from "../../../client/replies/answer";
import type { Operation } from "../../../description/operations/operation";
import { generateScimToken, regenerateScimToken, setScimEnabled } from "../../../description/operations/scim";
import type { Values } from "../../../description/spec/values";
import type { JsonObject } from "../../../description/wire/json";
import { requestOf } from "../../../description/wire/request";
import type { RemoteObject } from "../../remote-object";
import { lookUntil, waitsAfter } from "../../safety/look-until";
import { valuesWhere } from "../../state/paths";
import { reasonsOf } from "../../texts/blocked-delete";
import { changedText, lostTokenText, mayBeLostText, ownersText } from "../../texts/scim";
import { changeOf, isLikeAsked, scimOf, settingsIn, wasIssued } from "./scim-state";

interface NewToken {
  /** `token`, `endpointUrl`, `tokenExpireTime`, `previousTokenExpireTime` and `etag`, as far as the response has them. */
  readonly returned: Values;
  readonly before: JsonObject;
}

/** The most attempts of a request whose response is lost or whose etag is stale, and the most lost responses. */
const MAX_ATTEMPTS = 3;
const MAX_LOST = 2;

/**
 * Creates a token: the first one by *generate*, every other one by *regenerate*, which needs the etag (platform API: IAM-15). Neither
 * request may be repeated blindly. After a lost response or a stale etag the state is read first. The etag prevents that two requests
 * both succeed. Throws PlatformError if somebody else created a token since `seen`, and if a token may have been created whose response
 * was lost.
 */
export async function createToken(object: RemoteObject, desired: Values, seen: JsonObject): Promise<NewToken> {
  let scim = seen;
  let lost: unknown;
  let losses = 0;
  const failed = (error: unknown) => (lost === undefined ? error : lostError(object, lost, error));
  for (let attempt = 1; ; attempt++) {
    try {
      return { returned: await send(object, desired, scim), before: scim };
    } catch (error) {
      const isStale = isRefusedAsStale(error, scim);
      if (!isStale && !isAmbiguous(error)) throw failed(error);
      if (!isStale) {
        lost = error;
        losses += 1;
      }
      if (losses === MAX_LOST) throw lostError(object, lost);
      if (attempt === MAX_ATTEMPTS) throw failed(error);
      const now = await look(object, scim, isStale ? [0] : waitsAfter(error)).catch((cause: unknown) => {
        throw cause instanceof PlatformError ? failed(cause) : cause;
      });
      if (!isSameToken(scim, now)) {
        if (lost === undefined || !isLikeAsked(now, desired)) throw changedError(object, error);
        object.context.print(lostTokenText(object.uid));
      }
      scim = now;
    }
  }
}

/** Whether a request was refused because the settings have changed since they were read. *generate* has no etag. */
const isRefusedAsStale = (error: unknown, seen: JsonObject): boolean =>
  error instanceof ApiError && (error.code === "ABORTED" || (error instanceof PreconditionError && !wasIssued(seen)));

function isSameToken(before: JsonObject, now: JsonObject): boolean {
  const change = changeOf(settingsIn(before), settingsIn(now));
  return change === "switch" || (change === "none" && wasIssued(before) === wasIssued(now));
}

/** Reads the settings until they have changed, or until the last wait is over. */
async function look(object: RemoteObject, before: JsonObject, waits: readonly number[]): Promise<JsonObject> {
  let now = before;
  const onNoTime = () => {
    throw new PlatformError("no time was left to look for it");
  };
  const changed = async () => {
    now = await scimOf(object);
    return now.etag !== before.etag || wasIssued(now) !== wasIssued(before) ? now : undefined;
  };
  return (await lookUntil(object.context, changed, { waits, onNoTime })) ?? now;
}

/** `revokeScimToken` of a path that ends in `:revokeScimToken`. */
const verbOf = ({ path }: Operation): string => path.slice(path.lastIndexOf(":") + 1);

/** Sends one request, and returns its values. Throws ProtocolError, as for a lost response, if the response has no token. */
async function send(object: RemoteObject, desired: Values, scim: JsonObject): Promise<Values> {
  const { context, uid } = object;
  const { expireTime, neverExpires, overlap } = desired;
  const end = { expireTime, ...(neverExpires === true ? { neverExpires } : {}) };
  const args = wasIssued(scim) ? { ...end, etag: scim.etag, overlap } : end;
  const operation: Operation = wasIssued(scim) ? regenerateScimToken : generateScimToken;
  const answer = await context.client.call(requestOf(operation, { identityProviderUid: uid, ...args }));
  // The reader remembers secrets, so from here on no message can show the token.
  const {
    token,
    endpointUrl,
    expireTime: tokenExpireTime,
    previousTokenExpireTime,
    etag,
  } = readAnswer(operation.answer, answer);
  if (token === undefined) throw new ProtocolError(`${verbOf(operation)}: the response contains no token`, true);
  const returned = { token, endpointUrl, tokenExpireTime, previousTokenExpireTime, etag };
  return valuesWhere(returned, (_, value) => value !== undefined);
}

const changedError = ({ uid }: RemoteObject, cause: unknown): PlatformError =>
  new PlatformError(changedText(uid, cause), { cause });

const lostError = ({ uid }: RemoteObject, lost: unknown, then?: unknown): PlatformError =>
  new PlatformError(mayBeLostText(uid, lost, then), { cause: lost });

/**
 * Switches provisioning by SCIM on or off, unless it is already (platform API: IAM-16). After a stale etag or a lost response the
 * settings are read first. Returns the settings before the last request, and the etag after it. Throws PlatformError with what to do if
 * the platform requires more owners first.
 */
export async function switchScim(
  object: RemoteObject,
  wanted: boolean,
  known: JsonObject,
): Promise<{ readonly seen: JsonObject; readonly etag: unknown }> {
  const { context, uid } = object;
  let scim = known;
  // The settings with which the request was sent whose response was lost. It was carried out only if they were still the latest.
  let sent: JsonObject | undefined;
  for (let attempt = 1; ; attempt++) {
    if ((scim.enabled === true) === wanted) {
      // Nobody else's token has the same end.
      const isOwn = sent?.tokenExpireTime !== undefined && isSameToken(sent, scim);
      return { seen: (isOwn ? sent : undefined) ?? scim, etag: scim.etag };
    }
    try {
      const args = { identityProviderUid: uid, enabled: wanted, etag: scim.etag };
      const { etag } = await context.client.call(requestOf(setScimEnabled, args));
      return { seen: scim, etag };
    } catch (error) {
      if (error instanceof PreconditionError && wanted)
        throw new PlatformError(ownersText(uid, reasonsOf(error)), { cause: error });
      const isStale = error instanceof ApiError && error.code === "ABORTED";
      if ((!isStale && !isAmbiguous(error)) || attempt === MAX_ATTEMPTS) throw error;
      sent = isStale ? undefined : scim;
      scim = await scimOf(object);
    }
  }
}
