import { NotFoundError } from "../../api/errors";
import type { JsonObject } from "../../api/json";
import { shownUid } from "../../api/shown";
import { revokeScimToken } from "../../operations/scim";
import { NOTES } from "../../spec/proof";
import { UNKNOWN } from "../../spec/unknown";
import type { Values } from "../../spec/values";
import { pathOf, requestOf } from "../../wire/request";
import { AdoptionError, AlreadyThereError, IncompleteError, messageOf, StillThereError } from "../errors";
import { withLock } from "../run/context";
import type { Handle, Verbs } from "../run/handle";
import { inputsOf } from "../state/after-read";
import { changes } from "../state/changes";
import { withBefore, withProven } from "../state/notes";
import { type MadeToken, makeToken } from "./scim-make";
import {
  changeSince,
  isLive,
  isOver,
  isProven,
  outputsBesideToken,
  outputsOf,
  proofAfter,
  type Settings,
  scimOf,
  scimSince,
  scimUnlessGone,
  settingsOf,
} from "./scim-state";
import { switchScim } from "./scim-switch";

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
      if (kind.context.ownership.isOwned(object)) {
        throw new AlreadyThereError(
          `The SCIM token of the identity provider ${uid} belongs to another resource of this program. Nothing was changed`,
        );
      }
      const scim = await scimOf(object);
      if (isLive(scim) && adoptUid !== uid) throw new AlreadyThereError(liveText(uid));
      return complete(object, desired, await makeToken(object, desired, scim));
    });
    return { uid, outputs };
  },

  async read(object, recorded) {
    const scim = await scimUnlessGone(object, recorded);
    if (scim === undefined || isOver(scim)) return undefined;
    const now = { ...recorded, identityProviderUid: object.uid, ...outputsNow(object, recorded, scim) };
    const isOurs = recorded.token !== undefined;
    const outputs = isOurs ? withProven(now, proofAfter(settingsOf(recorded), scim, switches(recorded))) : now;
    return { outputs, inputs: inputsOf(object.spec.fields, outputs) };
  },

  async update(object, recorded, desired) {
    const changed = new Set(changes(object.spec.fields, recorded, desired).map(({ path: [name] }) => name));
    return locked(object, async () => {
      if (TOKEN_INPUTS.some((name) => changed.has(name))) {
        return complete(object, desired, await makeToken(object, desired, await scimOf(object)));
      }
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
    const scim = await scimUnlessGone(object, recorded);
    if (scim === undefined || isOver(scim)) return;
    const ours = settingsOf(recorded);
    const isOther = recorded.rotate === MADE_ELSEWHERE || changeSince(ours, scim) === "token";
    if (isOther || !isProven(proofAfter(ours, scim, switches(recorded)), scim)) {
      object.context.print(
        `The live SCIM token of the identity provider ${object.uid} was not revoked, because it ${isOther ? OTHER : UNPROVEN}. ` +
          // advice: revoke-the-other-token
          `To revoke it, create a ScimToken with adoptUid: "${object.uid}", and delete that`,
      );
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

  async foresee(kind, { adoptUid, identityProviderUid: uid }) {
    const replaced = `replaces the live SCIM token of ${shownUid(adoptUid)} by a new one; the former one stays valid for the overlap`;
    if (uid === UNKNOWN) return `${replaced}; refused if identityProviderUid turns out to be another`;
    const object = kind.object(String(uid));
    if (!isLive(await scimOf(object))) return `adopts nothing: ${object.uid} has no live SCIM token, and one is made`;
    if (adoptUid === uid) return replaced;
    throw new AdoptionError(`adoptUid "${adoptUid}" is not the uid of the identity provider, whose SCIM token is live`);
  },
};

/** Inputs whose change makes another token. A change of the overlap alone matters at the next one. */
const TOKEN_INPUTS = ["rotate", "expireTime", "neverExpires"];

/** What `rotate` becomes where somebody else has made another token: the next update makes one that is told. */
const MADE_ELSEWHERE = "another token was made outside of this program";

const OTHER =
  "is not the one that this resource recorded. Somebody else created it, or an update whose response was lost";

const UNPROVEN =
  "may not be the one that this resource recorded. Somebody else changed the SCIM settings, and may have created another token";

/** Whether the recorded resource switches provisioning. A create that was not completed may have done so. */
const switches = ({ provisioning, credentialState }: Values): boolean =>
  typeof provisioning === "boolean" || credentialState === undefined;

/** Two requests for the token of one identity provider must not overlap. */
const locked = <T>(object: Handle, work: () => Promise<T>): Promise<T> =>
  withLock(object.context, `${object.spec.type} ${object.uid}`, work);

const liveText = (uid: string): string =>
  [
    `The identity provider ${uid} has a live SCIM token, which the platform never shows again. Nothing was changed.`,
    // advice: rename-alias
    '- If you renamed or moved the resource in the program, add the option aliases: [{ name: "<its former name>" }].',
    // advice: replace-live-token
    `- If you want to replace the token, add the argument adoptUid: "${uid}". The former token stays valid for the time of overlap.`,
  ].join("\n");

/** The outputs that a read adds. A token that somebody else has made shows as a change of `rotate`. */
function outputsNow(object: Handle, recorded: Values, scim: JsonObject): Values {
  const { context, spec, uid } = object;
  const isFirstRead = Object.keys(recorded).length === 0;
  const provisioning =
    isFirstRead || recorded.provisioning !== undefined ? { provisioning: scim.enabled === true } : {};
  const outputs = { ...outputsOf(scim), ...(scim.credentialState === undefined ? {} : provisioning) };
  if (recorded.token === undefined) {
    return Object.fromEntries(Object.entries(outputs).filter(([name]) => !spec.fields[name]?.options.serverManaged));
  }
  const change = changeSince(settingsOf(recorded), scim);
  if (change === "switch" && !switches(recorded)) {
    const state = scim.enabled === true ? "on" : "off";
    context.print(
      `SCIM provisioning of the identity provider ${uid} was switched ${state} by somebody else. ` +
        // advice: accept-the-switch
        `To accept it, give the ScimToken provisioning: ${scim.enabled === true}, and run pulumi up`,
    );
  }
  if (change === "untold" && recorded.rotate !== MADE_ELSEWHERE) {
    context.print(
      `The SCIM settings of the identity provider ${uid} were changed by somebody else, and nothing shows what was. ` +
        // advice: rotate-when-refused
        "If its SCIM client is refused from now on, change rotate: that makes a new token",
    );
  }
  return change === "token" ? { ...outputs, rotate: MADE_ELSEWHERE } : outputs;
}

const withoutInputs = ({ spec }: Handle, recorded: Values): Values =>
  Object.fromEntries(
    Object.entries(recorded).filter(([name]) => name === NOTES || spec.fields[name]?.presence === "computed"),
  );

/**
 * Records a token that was made, and switches provisioning. The token is told once: whatever happens now, it must be
 * recorded, so only IncompleteError is thrown.
 */
async function complete(object: Handle, desired: Values, { told, before, wasEnabled }: MadeToken): Promise<Values> {
  const { context, uid } = object;
  const { provisioning, ...wanted } = desired;
  context.ownership.noteCreate(object);
  let ours: Settings = { ...settingsOf(told), enabled: wasEnabled };
  let recorded = withProven(withBefore({ ...wanted, ...told }, before), ours);
  try {
    if (typeof provisioning === "boolean") {
      ours = await switched(object, desired, { known: { ...told, enabled: wasEnabled }, ours });
      recorded = withProven({ ...recorded, provisioning }, ours);
    }
    return asSeen(recorded, ours, await scimSince(object, recorded));
  } catch (error) {
    const isSwitched = typeof provisioning !== "boolean" || recorded.provisioning !== undefined;
    const made = `the token of ${uid} was made, but`;
    // advice: next-refresh
    const unread = `${made} its state could not be read: ${messageOf(error)}. The next refresh reads it`;
    const text = isSwitched ? unread : `${made} its provisioning was not switched: ${messageOf(error)}`;
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

/** What is recorded after a look. Where somebody else may have made a token, the times stay, for the next refresh to find. */
function asSeen(outputs: Values, ours: Settings, scim: JsonObject): Values {
  const proof = proofAfter(ours, scim, typeof outputs.provisioning === "boolean");
  const isOurs = changeSince(ours, scim) !== "token";
  return withProven({ ...outputs, ...(isOurs ? outputsOf(scim) : outputsBesideToken(scim)) }, proof);
}

/** Waits before the looks at a token that was revoked, in milliseconds. */
const LOOK_WAITS_MS = [0, 250, 1_000, 3_000];

async function isRevoked(object: Handle): Promise<boolean> {
  const scim = await scimUnlessGone(object, {});
  return scim === undefined || isOver(scim);
}

/** Throws StillThereError unless the platform says that there is no live token any more. */
async function confirmRevoked(object: Handle): Promise<void> {
  for (const wait of LOOK_WAITS_MS) {
    if (wait > 0 && !object.context.client.hasTimeFor(wait)) break;
    if (wait > 0) await object.context.sleep(wait);
    if (await isRevoked(object)) return;
  }
  throw new StillThereError(
    `POST ${pathOf(revokeScimToken, { identityProviderUid: object.uid })}: the answer was a success, but the platform does not say that the token ` +
      "is revoked: it stays in the state. " +
      // advice: check-base-url, run-again
      "Check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again",
  );
}
