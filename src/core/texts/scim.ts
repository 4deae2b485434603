import { shownUid } from "../../client/api/shown";
import { messageOf } from "../errors";

export const liveText = (uid: string): string =>
  [
    `The identity provider ${uid} has a live SCIM token, which the platform never shows again. Nothing was changed.`,
    '- If you renamed or moved the resource in the program, add aliases: [{ name: "<its former name>" }].',
    `- If you want to replace the token, set adoptUid: "${uid}". The old token stays valid until its overlap ends.`,
  ].join("\n");

export function notOursText(uid: string, isOther: boolean): string {
  const why = isOther
    ? "is not the one that this resource recorded. Somebody else created it, or an update whose response was lost."
    : "may not be the one that this resource recorded. Somebody else changed the SCIM settings, and may have created another token.";
  return [
    `The live SCIM token of the identity provider ${uid} was not revoked, because it ${why}`,
    `- If you want to revoke it, create a ScimToken with adoptUid: "${uid}", which replaces the token. Then delete that ScimToken.`,
  ].join("\n");
}

export const switchedText = (uid: string, isEnabled: boolean): string =>
  [
    `Somebody else, or a request whose response was lost, switched ${isEnabled ? "on" : "off"} the SCIM provisioning of the identity provider ${uid}, and somebody may have created another token.`,
    '- Set provisioning of the ScimToken to what is right, change rotate with overlap: "0s", which creates a new token and ends theirs, and run pulumi up.',
  ].join("\n");

export const unknownChangeText = (uid: string): string =>
  [
    `Somebody else changed the SCIM settings of the identity provider ${uid}, and the platform does not show which ones.`,
    '- If the identity provider\'s SCIM requests now fail, change rotate with overlap: "0s", which creates a new token and ends theirs.',
  ].join("\n");

export function incompleteText(uid: string, isSwitched: boolean, error: unknown): string {
  const title = `the SCIM token of ${uid} exists, but its`;
  return isSwitched
    ? `${title} state could not be read: ${messageOf(error)}. The next refresh reads it`
    : `${title} provisioning was not set: ${messageOf(error)}`;
}

export const replacedText = (uid: unknown): string =>
  `replaces the live SCIM token of ${shownUid(uid)} with a new one; the old one stays valid for the overlap`;

export const lostTokenText = (uid: string): string =>
  `warning: the response was lost, and with it the SCIM token of ${uid}, which the platform shows only once. A new token replaces it. If somebody else created a token at the same time, the lost one may be theirs`;

export const changedText = (uid: string, error: unknown): string =>
  [
    `${messageOf(error)}. Somebody else changed the SCIM token of the identity provider ${uid} at the same time, so no token was created.`,
    "- If you still want a new token, run the same command again.",
  ].join("\n");

export function mayBeLostText(uid: string, lost: unknown, then?: unknown): string {
  const next = then === undefined ? "" : ` Then: ${messageOf(then)}.`;
  return [
    `${messageOf(lost)}.${next} The request may have created a SCIM token, which was lost with the response.`,
    "- Run the same command again.",
    `- If it then reports a live SCIM token, set adoptUid: "${uid}". The ScimToken then creates a new token.`,
  ].join("\n");
}

export const formerText = (uid: string): string =>
  [
    `The platform still shows the SCIM settings of the identity provider ${uid} from before the recorded token was created. Nothing was changed.`,
    "- Run the same command again.",
  ].join("\n");

export const ownersText = (uid: string, reasons: string): string =>
  [
    `SCIM provisioning was not switched on for the identity provider ${uid}: ${reasons}. The platform requires two owners with role bindings that a person or a program created, not SCIM, because wrong provisioning could remove all other owners.`,
    "- Create role bindings with the role owner for two people in the root group of the organization, and run the same command again. If this program creates them, list them in dependsOn of the ScimToken.",
  ].join("\n");
