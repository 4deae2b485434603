import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { revokeScimToken } from "../../operations/scim";
import { NOTES } from "../../spec/proof";
import { UNKNOWN } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { pathOf, requestOf } from "../../wire/request";
import { withLock } from "../context";
import { AdoptionError, AlreadyThereError, IncompleteError, StillThereError } from "../errors";
import type { Handle, Verbs } from "../handle";
import { LOOK_WAITS_MS, lookUntil } from "../safety/look-until";
import { inputsOf } from "../state/after-read";
import { changes } from "../state/changes";
import { withBefore, withProven } from "../state/notes";
import { valuesWhere } from "../state/paths";
import { notRevokedText } from "../texts/not-deleted";
import { placeTwiceText } from "../texts/owned";
import { incompleteText, liveText, notOursText, replacedText, switchedText, untoldText } from "../texts/scim";
import { adoptUidOf } from "../verbs/existing";
import { makeToken, switchScim } from "./scim-requests";
import {
  changeSince,
  isLive,
  isProven,
  outputsOf,
  proofAfter,
  type Settings,
  scimOf,
  scimSince,
  scimUnlessOver,
  settingsOf,
  wasIssued,
} from "./scim-state";

/**
 * The verbs of an identity provider's SCIM token: make it, read its state, make another, revoke it (platform API: IAM-15), and
 * switch provisioning (IAM-16). An identity provider has one token or none; a token is told once.
 */
export const scimTokenVerbs: Verbs = {
  async create(kind, inputs) {
    const { adoptUid, ...desired } = inputs;
    const uid = String(desired.identityProviderUid);
    const object = kind.object(uid);
    const outputs = await locked(object, async () => {
      if (kind.context.holders.isOwned(object)) throw new AlreadyThereError(placeTwiceText(kind.spec));
      const scim = await scimOf(object);
      if (isLive(scim) && adoptUid !== uid) throw new AlreadyThereError(liveText(uid));
      return makeAndSwitch(object, desired, scim);
    });
    return { uid, outputs };
  },

  async read(object, recorded) {
    const scim = await scimUnlessOver(object, recorded);
    if (scim === undefined) return undefined;
    const now = { ...recorded, identityProviderUid: object.uid, ...outputsNow(object, recorded, scim) };
    const isOurs = recorded.token !== undefined;
    const outputs = isOurs ? withProven(now, proofAfter(settingsOf(recorded), scim, switches(recorded))) : now;
    return { outputs, inputs: inputsOf(object.spec.fields, outputs) };
  },

  async update(object, recorded, desired) {
    const changed = new Set(changes(object.spec.fields, recorded, desired).map(({ path: [name] }) => name));
    return locked(object, async () => {
      if (TOKEN_INPUTS.some((name) => changed.has(name))) return makeAndSwitch(object, desired, await scimOf(object));
      const outputs = { ...withoutInputs(object, recorded), ...desired };
      const isSwitched = changed.has("provisioning") && typeof desired.provisioning === "boolean";
      // Without its state the token was recorded while nothing could be read.
      if (!isSwitched && recorded.credentialState !== undefined) return outputs;
      const scim = await scimSince(object, recorded);
      const ours = await switched(object, desired, { known: scim, ours: settingsOf(recorded) });
      return asSeen(outputs, ours, await scimOf(object));
    });
  },

  async delete(object, recorded) {
    const scim = await scimUnlessOver(object, recorded);
    if (scim === undefined) return;
    const ours = settingsOf(recorded);
    const isOther = recorded.rotate === MADE_ELSEWHERE || changeSince(ours, scim) === "token";
    if (isOther || !isProven(proofAfter(ours, scim, switches(recorded)), scim)) {
      object.context.print(notOursText(object.uid, isOther));
      return;
    }
    try {
      await object.context.client.call(requestOf(revokeScimToken, { identityProviderUid: object.uid }));
    } catch (error) {
      // It may mean that there never was a token, or that the identity provider is gone: only a look tells.
      if (error instanceof NotFoundError && (await isRevoked(object))) return;
      throw error;
    }
    await confirmRevoked(object);
  },

  async plan(kind, inputs) {
    const { identityProviderUid: uid } = inputs;
    const adoptUid = adoptUidOf(kind.context.holders, kind, inputs);
    if (adoptUid === undefined) return undefined;
    const object = kind.object(String(uid === UNKNOWN ? adoptUid : uid));
    const text = replacedText(adoptUid);
    if (uid === UNKNOWN) return { object, text: `${text}; refused if identityProviderUid turns out to be another` };
    const none = `adopts nothing: ${object.uid} has no live SCIM token, and one is made`;
    if (!isLive(await scimOf(object))) return { object, text: none };
    if (adoptUid === uid) return { object, text };
    throw new AdoptionError(`adoptUid "${adoptUid}" is not the uid of the identity provider, whose SCIM token is live`);
  },
};

/** Inputs whose change makes another token. A change of the overlap alone matters at the next one. */
const TOKEN_INPUTS = ["rotate", "expireTime", "neverExpires"];

/** What `rotate` becomes where somebody else has made another token: the next update makes one that is told. */
const MADE_ELSEWHERE = "another token was made outside of this program";

/** Whether the recorded resource switches provisioning. A create that was not completed may have done so. */
const switches = ({ provisioning, credentialState }: Values): boolean =>
  typeof provisioning === "boolean" || credentialState === undefined;

/** Two requests for the token of one identity provider must not overlap. */
const locked = <T>(object: Handle, work: () => Promise<T>): Promise<T> =>
  withLock(object.context, `${object.spec.type} ${object.uid}`, work);

/** The outputs that a read adds. A token that somebody else has made shows as a change of `rotate`. */
function outputsNow(object: Handle, recorded: Values, scim: JsonObject): Values {
  const { context, spec, uid } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  const provisioning =
    isFirstRead || recorded.provisioning !== undefined ? { provisioning: scim.enabled === true } : {};
  const outputs = { ...outputsOf(scim), ...(scim.credentialState === undefined ? {} : provisioning) };
  if (recorded.token === undefined) {
    return valuesWhere(outputs, (name) => !spec.fields[name]?.options.serverManaged);
  }
  const change = changeSince(settingsOf(recorded), scim);
  if (change === "switch" && !switches(recorded)) context.print(switchedText(uid, scim.enabled === true));
  if (change === "untold" && recorded.rotate !== MADE_ELSEWHERE) context.print(untoldText(uid));
  return change === "token" ? { ...outputs, rotate: MADE_ELSEWHERE } : outputs;
}

const withoutInputs = ({ spec }: Handle, recorded: Values): Values =>
  valuesWhere(recorded, (name) => name === NOTES || spec.fields[name]?.presence === "computed");

/**
 * Makes a token, and switches provisioning. The token is told once: whatever happens then, it must be recorded, so only
 * IncompleteError is thrown from then on.
 */
async function makeAndSwitch(object: Handle, desired: Values, scim: JsonObject): Promise<Values> {
  const { context, uid } = object;
  const { told, before } = await makeToken(object, desired, scim);
  const { provisioning, ...wanted } = desired;
  context.holders.noteCreate(object);
  // A first token begins with provisioning switched off.
  const enabled = wasIssued(before) && before.enabled === true;
  let ours: Settings = { ...settingsOf(told), enabled };
  let recorded = withProven(withBefore({ ...wanted, ...told }, before), ours);
  try {
    if (typeof provisioning === "boolean") {
      ours = await switched(object, desired, { known: { ...told, enabled }, ours });
      recorded = withProven({ ...recorded, provisioning }, ours);
    }
    return asSeen(recorded, ours, await scimSince(object, recorded));
  } catch (error) {
    const isSwitched = typeof provisioning !== "boolean" || recorded.provisioning !== undefined;
    const text = incompleteText(uid, isSwitched, error);
    throw new IncompleteError(text, { id: uid, properties: recorded }, { cause: error });
  }
}

/** Switches provisioning as the program says, if it does. Returns the settings that prove the token from then on. */
async function switched(
  object: Handle,
  { provisioning }: Values,
  { known, ours }: { readonly known: JsonObject; readonly ours: Settings },
): Promise<Settings> {
  if (typeof provisioning !== "boolean") return ours;
  const { seen, etag } = await switchScim(object, provisioning, known);
  const before = proofAfter(ours, seen, true);
  return isProven(before, seen) ? { ...before, etag, enabled: provisioning } : before;
}

/** What tells one token from another. */
const OF_ONE_TOKEN = ["tokenExpireTime", "previousTokenExpireTime", "etag"];

/** What is recorded after a look. Where somebody else has made a token, what tells them apart stays, for the next refresh to find. */
function asSeen(outputs: Values, ours: Settings, scim: JsonObject): Values {
  const proof = proofAfter(ours, scim, typeof outputs.provisioning === "boolean");
  const isOurs = changeSince(ours, scim) !== "token";
  const seen = valuesWhere(outputsOf(scim), (name) => isOurs || !OF_ONE_TOKEN.includes(name));
  return withProven({ ...outputs, ...seen }, proof);
}

const isRevoked = async (object: Handle): Promise<boolean> => (await scimUnlessOver(object, {})) === undefined;

/** Throws StillThereError unless the platform says that there is no live token any more. */
async function confirmRevoked(object: Handle): Promise<void> {
  if (await lookUntil(object.context, () => isRevoked(object), { waits: [0, ...LOOK_WAITS_MS] })) return;
  throw new StillThereError(notRevokedText(`${pathOf(revokeScimToken, { identityProviderUid: object.uid })}`));
}
