import { isAmbiguous, NotFoundError, PlatformError, ProtocolError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { literal, type Path, path, verb } from "../../api/path";
import { remember } from "../../api/secret";
import { secondsOf } from "../../spec/formats";
import { nameOf, type ResourceSpec } from "../../spec/resource";
import { isValues, type Values } from "../../spec/values";
import { type Context, exclusively } from "../run/context";
import { AlreadyThereError, IncompleteError, messageOf, StillThereError } from "../errors";
import { isGone } from "../safety/gone";
import { fetchObject } from "../verbs/read";
import { inputsOf } from "../state/outputs";
import type { Verbs } from "../run/verbs";

/**
 * The verbs of an identity provider's SCIM token: generate, read its state, regenerate, revoke (shapes:
 * generateScimToken and its siblings). A token is told once, so no request that makes one is sent twice.
 */
export const scimTokenVerbs: Verbs = {
  async create(context, spec, inputs) {
    const { adoptUid, ...desired } = inputs;
    const uid = String(desired.identityProviderUid);
    const makeOrReplace = async () => {
      const before = await scimOf(context, spec, uid);
      if (!isLive(before)) return make(context, spec, uid, desired, "generateScimToken", {});
      if (context.holdings.isHeld(spec, uid)) {
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
      return regenerate(context, spec, uid, desired, before);
    };
    return { uid, outputs: await exclusively(context, `${spec.type} ${uid}`, makeOrReplace) };
  },

  async read(context, spec, uid, recorded) {
    const scim = await scimUnlessGone(context, spec, uid);
    if (scim === undefined || isOver(scim)) return undefined;
    const outputs = { ...recorded, identityProviderUid: uid, ...outputsOf(scim) };
    return { outputs, inputs: inputsOf(spec.fields, outputs) };
  },

  async update(context, spec, uid, recorded, desired) {
    const scim = await scimOf(context, spec, uid);
    const { overlap: _, ...before } = inputsOf(spec.fields, recorded);
    const { overlap: __, ...after } = desired;
    // A change of the overlap alone matters at the next rotation.
    if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return { ...recorded, ...desired };
    return isLive(scim)
      ? regenerate(context, spec, uid, desired, scim)
      : make(context, spec, uid, desired, "generateScimToken", {});
  },

  async remove(context, spec, uid) {
    const scim = await scimUnlessGone(context, spec, uid);
    if (scim === undefined || isOver(scim)) return;
    await context.client.call({ method: "POST", path: scimPath(spec, uid, "revokeScimToken"), body: {} });
    await confirmRevoked(context, spec, uid);
  },
};

/** Waits before the looks at a token that was revoked, in milliseconds. */
const LOOK_WAITS = [0, 250, 1_000, 3_000];

/** Throws StillThereError unless the platform says that there is no live token any more. */
async function confirmRevoked(context: Context, spec: ResourceSpec, uid: string): Promise<void> {
  for (const wait of LOOK_WAITS) {
    if (wait > 0) await context.sleep(wait);
    const scim = await scimUnlessGone(context, spec, uid);
    if (scim === undefined || isOver(scim)) return;
  }
  throw new StillThereError(
    `POST ${scimPath(spec, uid, "revokeScimToken")}: the answer was a success, but the platform does not say that the token ` +
      "is revoked: it stays in the state. " +
      // advice: check-base-url, run-again
      "Check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again",
  );
}

const sorted = (values: Values): unknown[] => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

const scimPath = (spec: ResourceSpec, uid: string, name: string): Path =>
  path`${literal(spec.collection)}/${uid}${verb(name)}`;

const scimOf = async (context: Context, spec: ResourceSpec, uid: string): Promise<JsonObject> => {
  const { scim } = await fetchObject(context, spec, uid);
  return isValues(scim) ? scim : {};
};

/** The state of the token; nothing when the identity provider itself is gone. */
async function scimUnlessGone(context: Context, spec: ResourceSpec, uid: string): Promise<JsonObject | undefined> {
  try {
    return await scimOf(context, spec, uid);
  } catch (error) {
    if (error instanceof NotFoundError && (await isGone(context, spec, uid, error))) return undefined;
    throw error;
  }
}

const isLive = ({ credentialState }: JsonObject): boolean =>
  credentialState === "CREDENTIAL_STATE_LIVE" || credentialState === "CREDENTIAL_STATE_ROTATING";

/** Whether the platform says that there is no token any more; where it says nothing, one that was made is still there. */
const isOver = ({ credentialState }: JsonObject): boolean =>
  ["NOT_ISSUED", "EXPIRED", "REVOKED"].some((state) => credentialState === `CREDENTIAL_STATE_${state}`);

const regenerate = (context: Context, spec: ResourceSpec, uid: string, desired: Values, scim: JsonObject) =>
  make(context, spec, uid, desired, "regenerateScimToken", {
    etag: scim.etag,
    ...(desired.overlap === undefined ? {} : { overlap: `${secondsOf(String(desired.overlap))}s` }),
  });

/** Makes a token. An answer that is lost takes the token with it: then the error says how to make another. */
async function make(
  context: Context,
  spec: ResourceSpec,
  uid: string,
  desired: Values,
  name: string,
  more: JsonObject,
): Promise<Values> {
  const { expireTime, neverExpires } = desired;
  let answer: JsonObject;
  try {
    answer = await context.client.create(scimPath(spec, uid, name), {
      ...(expireTime === undefined ? {} : { expireTime }),
      ...(neverExpires === true ? { neverExpires } : {}),
      ...more,
    });
    // From here on nothing that is shown may have it, what goes wrong next included.
    if (typeof answer.token === "string") remember(answer.token);
    if (typeof answer.token !== "string" || answer.token === "") {
      throw new ProtocolError(`${name}: no token in the answer`, true);
    }
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    const message = messageOf(error);
    throw new PlatformError(
      // advice: run-again-lost-token
      `${message}. A token may have been made, and it is lost with the answer. Run the command again; if it then says that ` +
        // advice: replace-live-token
        `there is a live token, give the ${nameOf(spec)} adoptUid: "${uid}", which makes another`,
      { cause: error },
    );
  }
  context.holdings.made(spec, uid);
  const told = { ...desired, token: answer.token };
  try {
    return { ...told, ...outputsOf(await scimOf(context, spec, uid)) };
  } catch (error) {
    // The token is told once: whatever happens now, it must be recorded.
    const message = messageOf(error);
    // advice: next-refresh
    const text = `the token of ${uid} was made, but its state could not be read: ${message}. The next refresh reads it`;
    throw new IncompleteError(text, uid, told, { cause: error });
  }
}

/** What is recorded of the token's state. */
function outputsOf({ endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState }: JsonObject): Values {
  const told = { endpointUrl, tokenExpireTime, previousTokenExpireTime, credentialState };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined && value !== null));
}
