import { NotFoundError, PlatformError } from "../../../client/api/errors";
import { revokeScimToken } from "../../../description/operations/scim";
import { isChanging } from "../../../description/spec/field-options";
import { NOTES } from "../../../description/spec/proof";
import { UNKNOWN } from "../../../description/spec/unknown";
import type { Values } from "../../../description/spec/values";
import type { JsonObject } from "../../../description/wire/json";
import { pathOf, requestOf } from "../../../description/wire/request";
import { withLock } from "../../context";
import { AdoptionError, AlreadyThereError, IncompleteError } from "../../errors";
import { adoptUidOf } from "../../holders";
import type { RemoteObject, Verbs } from "../../remote-object";
import { LOOK_WAITS_MS, lookUntil } from "../../safety/look-until";
import { inputsOf } from "../../state/after-read";
import { changes } from "../../state/changes";
import { withBefore, withProven } from "../../state/notes";
import { valuesWhere } from "../../state/paths";
import { notRevokedText } from "../../texts/not-deleted";
import { placeTwiceText } from "../../texts/owned";
import { incompleteText, liveText, notOursText, replacedText, switchedText, unknownChangeText } from "../../texts/scim";
import { createToken, switchScim } from "./scim-requests";
import {
  changeSince,
  isLive,
  outputsOf,
  proofAfter,
  type ScimSettings,
  scimOf,
  scimSince,
  scimUnlessOver,
  settingsOf,
  wasIssued,
} from "./scim-state";

/** An identity provider has at most one token (platform API: IAM-15), which is shown once, and a switch (IAM-16). */
export const scimTokenVerbs: Verbs = {
  async create(kind, inputs) {
    const { adoptUid, ...desired } = inputs;
    const uid = String(desired.identityProviderUid);
    const object = kind.at(uid);
    const outputs = await locked(object, async () => {
      const { holders } = kind.context;
      if (holders.isOwned(object)) {
        throw new AlreadyThereError(placeTwiceText(kind.spec, holders.holderOf(object)?.name));
      }
      const scim = await scimOf(object);
      if (isLive(scim) && adoptUid !== uid) throw new AlreadyThereError(liveText(uid));
      return createAndSwitch(object, desired, scim);
    });
    return { uid, outputs };
  },

  async read(object, recorded) {
    const scim = await scimUnlessOver(object, recorded);
    if (scim === undefined) return undefined;
    const now = { ...recorded, identityProviderUid: object.uid, ...outputsNow(object, recorded, scim) };
    const isOurs = recorded.token !== undefined;
    const outputs = isOurs ? withProven(now, proofAfter(settingsOf(recorded), scim)) : now;
    return { outputs, inputs: inputsOf(object.spec.fields, outputs) };
  },

  async update(object, recorded, desired) {
    const changed = new Set(changes(object.spec.fields, recorded, desired).map(({ path: [name] }) => name));
    return locked(object, async () => {
      if (TOKEN_INPUTS.some((name) => changed.has(name))) return createAndSwitch(object, desired, await scimOf(object));
      const outputs = { ...withoutInputs(object, recorded), ...desired };
      const isSwitched = changed.has("provisioning") && typeof desired.provisioning === "boolean";
      // Without its state, the token was recorded while the platform could not be read.
      if (!isSwitched && recorded.credentialState !== undefined) return outputs;
      const scim = await scimSince(object, recorded);
      const ours = await switched(object, desired, { known: scim, ours: settingsOf(recorded) });
      const now = await scimOf(object).catch((error: unknown) => {
        throw incomplete(object.uid, withProven(outputs, ours), incompleteText(object.uid, true, error));
      });
      return asSeen(outputs, ours, now);
    });
  },

  async delete(object, recorded) {
    const scim = await scimUnlessOver(object, recorded);
    if (scim === undefined) return;
    const change = recorded.rotate === MADE_ELSEWHERE ? "token" : changeSince(settingsOf(recorded), scim);
    if (change !== "none") {
      object.context.print(notOursText(object.uid, change === "token"));
      return;
    }
    try {
      await object.context.client.call(requestOf(revokeScimToken, { identityProviderUid: object.uid }));
    } catch (error) {
      // Either no token ever existed, or the identity provider was deleted. Only a read shows which.
      if (error instanceof NotFoundError && (await isRevoked(object))) return;
      throw error;
    }
    await confirmRevoked(object);
  },

  async plan(kind, inputs) {
    const { identityProviderUid: uid } = inputs;
    const adoptUid = adoptUidOf(kind.context.holders, kind, inputs);
    if (adoptUid === undefined) return undefined;
    const object = kind.at(String(uid === UNKNOWN ? adoptUid : uid));
    const text = replacedText(adoptUid);
    if (uid === UNKNOWN) return { object, text: `${text}; refused if identityProviderUid turns out to differ` };
    const none = `adopts nothing, because ${object.uid} has no live SCIM token; creates one`;
    if (!isLive(await scimOf(object))) return { object, text: none };
    if (adoptUid === uid) return { object, text };
    throw new AdoptionError(
      `adoptUid must be the uid of the identity provider whose SCIM token is live, not "${adoptUid}"`,
    );
  },
};

/** Inputs whose change creates another token. A change of the overlap alone counts at the next one. */
const TOKEN_INPUTS = ["rotate", "expireTime", "neverExpires"];

/** The value of `rotate` if somebody else created another token. The next update then creates a new one. */
const MADE_ELSEWHERE = "another token was made outside of this program";

const locked = <T>(object: RemoteObject, work: () => Promise<T>): Promise<T> =>
  withLock(object.context, `${object.spec.type} ${object.uid}`, work);

/** A token that somebody else created shows as a change of `rotate`. */
function outputsNow(object: RemoteObject, recorded: Values, scim: JsonObject): Values {
  const { context, spec, uid } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  const provisioning =
    isFirstRead || recorded.provisioning !== undefined ? { provisioning: scim.enabled === true } : {};
  const outputs = { ...outputsOf(scim), ...(scim.credentialState === undefined ? {} : provisioning) };
  if (recorded.token === undefined) {
    return valuesWhere(outputs, (name) => !isChanging(spec.fields[name]?.options ?? {}));
  }
  const change = changeSince(settingsOf(recorded), scim);
  if (change === "switch") context.print(switchedText(uid, scim.enabled === true));
  if (change === "unknown" && recorded.rotate !== MADE_ELSEWHERE) context.print(unknownChangeText(uid));
  return change === "token" ? { ...outputs, rotate: MADE_ELSEWHERE } : outputs;
}

const withoutInputs = ({ spec }: RemoteObject, recorded: Values): Values =>
  valuesWhere(recorded, (name) => name === NOTES || spec.fields[name]?.presence === "computed");

/** Creates a token, and switches provisioning. Once there is a token, only IncompleteError is thrown, so that the token is recorded. */
async function createAndSwitch(object: RemoteObject, desired: Values, scim: JsonObject): Promise<Values> {
  const { context, uid } = object;
  const { returned, before } = await createToken(object, desired, scim);
  const { provisioning, ...wanted } = desired;
  context.holders.noteCreate(object);
  // A first token begins with provisioning switched off.
  const enabled = wasIssued(before) && before.enabled === true;
  let ours: ScimSettings = { ...settingsOf(returned), enabled };
  let recorded = withProven(withBefore({ ...wanted, ...returned }, before), ours);
  try {
    if (typeof provisioning === "boolean") {
      ours = await switched(object, desired, { known: { ...returned, enabled }, ours });
      recorded = withProven({ ...recorded, provisioning }, ours);
    }
    return asSeen(recorded, ours, await scimSince(object, recorded));
  } catch (error) {
    const isSwitched = typeof provisioning !== "boolean" || recorded.provisioning !== undefined;
    throw incomplete(uid, recorded, incompleteText(uid, isSwitched, error));
  }
}

const incomplete = (id: string, properties: Values, text: string): IncompleteError =>
  new IncompleteError(text, { id, properties });

/** Switches provisioning if the program gives it. Returns the settings that prove the token from then on. */
async function switched(
  object: RemoteObject,
  { provisioning }: Values,
  { known, ours }: { readonly known: JsonObject; readonly ours: ScimSettings },
): Promise<ScimSettings> {
  if (typeof provisioning !== "boolean") return ours;
  const { seen, etag } = await switchScim(object, provisioning, known);
  const before = proofAfter(ours, seen);
  return changeSince(ours, seen) === "none" ? { ...before, etag, enabled: provisioning } : before;
}

/** The values that distinguish one token from another. */
const OF_ONE_TOKEN = ["tokenExpireTime", "previousTokenExpireTime", "etag"];

/** The outputs to record after a read. If somebody else created a token, the recorded values stay, so that the next refresh finds it. */
function asSeen(outputs: Values, ours: ScimSettings, scim: JsonObject): Values {
  const isOurs = changeSince(ours, scim) !== "token";
  const seen = valuesWhere(outputsOf(scim), (name) => isOurs || !OF_ONE_TOKEN.includes(name));
  return withProven({ ...outputs, ...seen }, proofAfter(ours, scim));
}

const isRevoked = async (object: RemoteObject): Promise<boolean> => (await scimUnlessOver(object, {})) === undefined;

async function confirmRevoked(object: RemoteObject): Promise<void> {
  if (await lookUntil(object.context, () => isRevoked(object), { waits: [0, ...LOOK_WAITS_MS] })) return;
  throw new PlatformError(notRevokedText(`${pathOf(revokeScimToken, { identityProviderUid: object.uid })}`));
}
