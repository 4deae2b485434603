import { shownUid } from "../../api/shown";
import { messageOf } from "../errors";

/** There is a live token already, so a create makes none. */
export const liveText = (uid: string): string =>
  [
    `The identity provider ${uid} has a live SCIM token, which the platform never shows again. Nothing was changed.`,
    // advice: rename-alias
    '- If you renamed or moved the resource in the program, add the option aliases: [{ name: "<its former name>" }].',
    // advice: replace-live-token
    `- If you want to replace the token, add the argument adoptUid: "${uid}". The former token stays valid for the time of overlap.`,
  ].join("\n");

/** A live token was not revoked, because it is or may be somebody else's. */
export function notOursText(uid: string, isOther: boolean): string {
  const why = isOther
    ? "is not the one that this resource recorded. Somebody else created it, or an update whose response was lost"
    : "may not be the one that this resource recorded. Somebody else changed the SCIM settings, and may have created another token";
  // advice: revoke-the-other-token
  return `The live SCIM token of the identity provider ${uid} was not revoked, because it ${why}. To revoke it, create a ScimToken with adoptUid: "${uid}", and delete that`;
}

/** Somebody else switched provisioning. */
// advice: accept-the-switch
export const switchedText = (uid: string, isEnabled: boolean): string =>
  `SCIM provisioning of the identity provider ${uid} was switched ${isEnabled ? "on" : "off"} by somebody else. To accept it, give the ScimToken provisioning: ${isEnabled}, and run pulumi up`;

/** Somebody else changed the settings, and nothing shows what. */
// advice: rotate-when-refused
export const untoldText = (uid: string): string =>
  `The SCIM settings of the identity provider ${uid} were changed by somebody else, and nothing shows what was. If its SCIM client is refused from now on, change rotate: that makes a new token`;

/** What is missing of a token that was made: its provisioning, or its state. */
export function incompleteText(uid: string, isSwitched: boolean, error: unknown): string {
  const title = `the token of ${uid} was made, but its`;
  // advice: next-refresh
  return isSwitched
    ? `${title} state could not be read: ${messageOf(error)}. The next refresh reads it`
    : `${title} provisioning was not switched: ${messageOf(error)}`;
}

/** What a preview shows of a token that is adopted. */
export const replacedText = (uid: unknown): string =>
  `replaces the live SCIM token of ${shownUid(uid)} by a new one; the former one stays valid for the overlap`;

/** Another token is made for one whose answer was lost. */
export const lostTokenText = (uid: string): string =>
  `warning: the answer with the SCIM token of ${uid} was lost, and nobody is told it again. Another one takes its place. If somebody else made a token at the same moment, it may be theirs`;

/** Somebody else made a token meanwhile. */
// advice: run-again-changed-token
export const changedText = (uid: string, error: unknown): string =>
  `${messageOf(error)}. Somebody else has changed the SCIM token of the identity provider ${uid} meanwhile, so no other was made. If a new one is wanted all the same, run the same command again`;

/** A token may have been made that nobody is told again. */
export function mayBeLostText(uid: string, lost: unknown, then?: unknown): string {
  const next = then === undefined ? "" : `Then: ${messageOf(then)}. `;
  // advice: run-again-lost-token, replace-live-token
  return `${messageOf(lost)}. ${next}A token may have been made, and it is lost with the answer. Run the command again; if it then says that there is a live token, give the ScimToken adoptUid: "${uid}", which makes another`;
}

/** The platform still shows the settings from before the recorded token. */
// advice: run-again
export const formerText = (uid: string): string =>
  `The platform still shows the SCIM settings of the identity provider ${uid} from before the recorded token was created. Nothing was changed. Run the same command again`;

/** The platform wants more owners before provisioning is switched on. */
// advice: two-owners
export const ownersText = (uid: string, reasons: string): string =>
  `SCIM provisioning was not switched on for the identity provider ${uid}: ${reasons}. The platform wants at least two owners whose role bindings were made by hand, so that a fault of the provisioning locks nobody out. Give two people the role owner in the root group of the organization, by role bindings, and run the same command again`;
