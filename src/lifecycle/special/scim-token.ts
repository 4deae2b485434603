import { isAmbiguous, NotFoundError, PlatformError, ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import type { Operation } from "../../operations/operation";
import { generateScimToken, regenerateScimToken, revokeScimToken } from "../../operations/scim";
import { UNKNOWN } from "../../spec/unknown";
import { isValues, type Values } from "../../spec/values";
import { readAnswer } from "../../wire/answer";
import { pathOf, requestOf } from "../../wire/request";
import { AdoptionError, AlreadyThereError, IncompleteError, messageOf, StillThereError } from "../errors";
import { withLock } from "../run/context";
import type { Handle, Verbs } from "../run/handle";
import { isGone } from "../safety/gone";
import { inputsOf } from "../state/after-read";

/**
 * The verbs of an identity provider's SCIM token: generate, read its state, regenerate, revoke
 * (platform API: IAM-15). A token is returned once, so no request that makes one is sent twice.
 */
export const scimTokenVerbs: Verbs = {
  async create(kind, inputs) {
    const { adoptUid, ...desired } = inputs;
    const uid = String(desired.identityProviderUid);
    const object = kind.object(uid);
    const makeOrReplace = async () => {
      const before = await scimOf(object);
      if (!isLive(before)) return generate(object, desired);
      if (kind.context.ownership.isOwned(object)) {
        throw new AlreadyThereError(
          `The SCIM token of the identity provider ${uid} belongs to another resource of this program. Nothing was changed`,
        );
      }
      if (adoptUid !== uid) {
        throw new AlreadyThereError(
          `The identity provider ${uid} has a live SCIM token, which nobody can be told again. Nothing was changed. ` +
            // advice: rename-alias
            'Renamed or moved in the program? Then give the resource the option aliases: [{ name: "<its former name>" }]. ' +
            // advice: replace-live-token
            `To replace it by a new one, give adoptUid: "${uid}"; the former one stays valid for the time of overlap`,
        );
      }
      return regenerate(object, desired, before);
    };
    return { uid, outputs: await withLock(kind.context, `${kind.spec.type} ${uid}`, makeOrReplace) };
  },

  async read(object, recorded) {
    const scim = await scimUnlessGone(object);
    if (scim === undefined || isOver(scim)) return undefined;
    const outputs = { ...recorded, identityProviderUid: object.uid, ...outputsOf(scim) };
    return { outputs, inputs: inputsOf(object.spec.fields, outputs) };
  },

  async update(object, recorded, desired) {
    const scim = await scimOf(object);
    const { overlap: _, ...before } = inputsOf(object.spec.fields, recorded);
    const { overlap: __, ...after } = desired;
    // A change of the overlap alone matters at the next rotation.
    if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return { ...recorded, ...desired };
    return isLive(scim) ? regenerate(object, desired, scim) : generate(object, desired);
  },

  async delete(object) {
    const scim = await scimUnlessGone(object);
    if (scim === undefined || isOver(scim)) return;
    await object.context.client.call(requestOf(revokeScimToken, { identityProviderUid: object.uid }));
    await confirmRevoked(object);
  },

  async foresee(kind, { adoptUid, identityProviderUid: uid }) {
    const replaced = `replaces the live SCIM token of ${shownUid(adoptUid)} by a new one; the former one stays valid for the overlap`;
    if (uid === UNKNOWN) return `${replaced}; refused if identityProviderUid turns out to be another`;
    const object = kind.object(String(uid));
    if (!isLive(await scimOf(object))) return `adopts nothing: ${object.uid} has no live SCIM token, and one is made`;
    if (adoptUid === uid) return replaced;
    throw new AdoptionError(`adoptUid "${adoptUid}" is not the uid of the identity provider, whose SCIM token is live`);
  },
};

/** Waits before the looks at a token that was revoked, in milliseconds. */
const LOOK_WAITS_MS = [0, 250, 1_000, 3_000];

/** Throws StillThereError unless the platform says that there is no live token any more. */
async function confirmRevoked(object: Handle): Promise<void> {
  for (const wait of LOOK_WAITS_MS) {
    if (wait > 0) await object.context.sleep(wait);
    const scim = await scimUnlessGone(object);
    if (scim === undefined || isOver(scim)) return;
  }
  throw new StillThereError(
    `POST ${pathOf(revokeScimToken, { identityProviderUid: object.uid })}: the answer was a success, but the platform does not say that the token ` +
      "is revoked: it stays in the state. " +
      // advice: check-base-url, run-again
      "Check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again",
  );
}

const sorted = (values: Values): unknown[] => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

/** What the identity provider says of its SCIM. */
async function scimOf(object: Handle): Promise<JsonObject> {
  const { scim } = await object.fetch();
  return isValues(scim) ? scim : {};
}

/** The state of the token; nothing when the identity provider itself is gone. */
async function scimUnlessGone(object: Handle): Promise<JsonObject | undefined> {
  try {
    return await scimOf(object);
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(object, error))) return undefined;
    throw error;
  }
}

const isLive = ({ credentialState }: JsonObject): boolean =>
  credentialState === "CREDENTIAL_STATE_LIVE" || credentialState === "CREDENTIAL_STATE_ROTATING";

/** Whether the platform says that there is no token any more; where it says nothing, one that was made is still there. */
const isOver = ({ credentialState }: JsonObject): boolean =>
  ["NOT_ISSUED", "EXPIRED", "REVOKED"].some((state) => credentialState === `CREDENTIAL_STATE_${state}`);

const generate = (object: Handle, desired: Values): Promise<Values> =>
  make(object, desired, { operation: generateScimToken });

const regenerate = (object: Handle, desired: Values, { etag }: JsonObject): Promise<Values> =>
  make(object, desired, { operation: regenerateScimToken, args: { etag, overlap: desired.overlap } });

/** `revokeScimToken` of a path that ends in `:revokeScimToken`. */
const verbOf = ({ path }: Operation): string => path.slice(path.lastIndexOf(":") + 1);

/** Makes a token. An answer that is lost takes the token with it: then the error says how to make another. */
async function make(
  object: Handle,
  desired: Values,
  { operation, args = {} }: { readonly operation: Operation; readonly args?: Values },
): Promise<Values> {
  const { context, uid } = object;
  const { expireTime, neverExpires } = desired;
  let token: unknown;
  try {
    const end = { expireTime, ...(neverExpires === true ? { neverExpires } : {}) };
    const answer = await context.client.call(requestOf(operation, { identityProviderUid: uid, ...end, ...args }));
    // From here on nothing that is shown may have it: the reader remembers secrets.
    token = readAnswer(operation.answer, answer).token;
    if (token === undefined) throw new ProtocolError(`${verbOf(operation)}: no token in the answer`, true);
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    const message = messageOf(error);
    throw new PlatformError(
      // advice: run-again-lost-token
      `${message}. A token may have been made, and it is lost with the answer. Run the command again; if it then says that ` +
        // advice: replace-live-token
        `there is a live token, give the ${object.name} adoptUid: "${uid}", which makes another`,
      { cause: error },
    );
  }
  context.ownership.noteCreate(object);
  const known = { ...desired, token };
  try {
    return { ...known, ...outputsOf(await scimOf(object)) };
  } catch (error) {
    // The token is returned once: whatever happens now, it must be recorded.
    const message = messageOf(error);
    // advice: next-refresh
    const text = `the token of ${uid} was made, but its state could not be read: ${message}. The next refresh reads it`;
    throw new IncompleteError(text, { id: uid, properties: known }, { cause: error });
  }
}

/** What is recorded of the token's state. */
function outputsOf({ endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState }: JsonObject): Values {
  const known = { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== null));
}
