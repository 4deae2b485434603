import { pluralOf } from "../../description/spec/resource";
import { messageOf } from "../errors";
import type { Kind, NewObject } from "../remote-object";
import { keyText, placeText } from "./taken";

export function mayExistText({ kind, parentUid }: NewObject, lost: unknown, why: string): string {
  const what = [kind.nameWithArticle, keyText(kind.spec)].filter(Boolean).join(" with ");
  return `${messageOf(lost)}. The response to the create was lost, so ${what} may exist ${placeText(parentUid)} (${why}).\n- Run the same command again. It searches for the object before it creates one, and shows what it finds. If you undo the change instead, delete the object first.`;
}

export const foundText = ({ kind, parentUid }: NewObject, uid: string): string =>
  `warning: the response to the create of ${kind.name} ${placeText(parentUid)} was lost. ${uid} is new and has the requested values, so the program uses it. If somebody else created an equal object at the same time, it may be theirs.`;

export const lostTwiceText = (path: string, uids: readonly string[]): string =>
  [
    `POST ${path}: the response was lost twice, and with it a secret, which the platform shows only once. The requests may have created ${uids.join(", ")}.`,
    "- If nobody else created these objects, delete them, and run the same command again.",
  ].join("\n");

export const unusableText = ({ name }: Kind, uids: readonly string[], fields: readonly string[]): string =>
  [
    `warning: a response was lost, and with it the ${fields.join(", ")} of ${name} ${uids.join(", ")}, which the platform shows only once. This run creates another ${name}.`,
    `- If nobody else created ${uids.join(", ")}, delete it.`,
  ].join("\n");

export function duplicateText({ kind }: NewObject, uids: string, isAfterLoss: boolean): string {
  if (!isAfterLoss)
    return `somebody else created another ${kind.name} at the same time: ${uids}. Delete the one that nobody uses`;
  return `an earlier create, whose response was lost, also created a ${kind.name}: ${uids}. Delete ${uids}`;
}

export function alikeText({ kind, parentUid = "The top level" }: NewObject, uids: readonly string[]): string {
  const [what, which] = uids.length === 1 ? [kind.nameWithArticle, "It"] : [pluralOf(kind.spec), "Each"];
  return [
    `${parentUid} already has ${what} like this one: ${uids.join(", ")}. ${which} may belong to another resource or to somebody else, or an interrupted run left it. Pulumi itself deletes one that this replaces.`,
    "- If nobody needs it, delete it.",
  ].join("\n");
}

export const unlookedText = (message: string): string =>
  `it may have existed before, and looking for it failed: ${message}`;

export const unprovenText = ({ kind, parentUid }: NewObject, uid: string): string =>
  [
    `POST ${kind.pathUnder(parentUid)}: the platform returned ${kind.name} ${uid}, but its list hides it, also before the create. So it may have existed, and this create changed it. The state does not have it.`,
    `- If nobody else created it, set adoptUid: "${uid}".`,
    "- Otherwise set it back. pulumi-platform history shows which digest a tag had before.",
  ].join("\n");
