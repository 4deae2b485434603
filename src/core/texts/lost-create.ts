import { pluralOf } from "../../spec/resource";
import { messageOf } from "../errors";
import type { Kind, NewObject } from "../handle";
import { keyText, placeText } from "./taken";

/** A create that may have been carried out or not. */
export function mayExistText({ kind, parentUid }: NewObject, lost: unknown, why: string): string {
  const what = [kind.nameWithArticle, keyText(kind.spec)].filter(Boolean).join(" with ");
  // advice: run-again-lost-create
  return `${messageOf(lost)}. The answer to the create was lost: ${what} may exist ${placeText(parentUid)} (${why}). Run the same command again: it looks before it creates, and names what it finds`;
}

/** An object that was found after a lost answer is taken for the new one. */
export const foundText = ({ kind, parentUid }: NewObject, uid: string): string =>
  `warning: the answer to the create of ${kind.name} ${placeText(parentUid)} was lost; ${uid}, which was not there before and is as asked for, is taken for it. If somebody else made one like it at about the same time, it may be theirs`;

/** The secrets of all attempts were lost with their answers. */
// advice: delete-what-was-lost, run-again
export const lostTwiceText = (path: string, uids: readonly string[]): string =>
  `POST ${path}: the answer was lost twice, and with it what nobody is told again. ${uids.join(", ")} may have been made by it: delete them if nobody else has made them, and run the same command again`;

/** Objects that lost creates may have made, and that nobody can use. */
// advice: delete-what-was-lost
export const unusableText = ({ name }: Kind, uids: readonly string[], fields: readonly string[]): string =>
  `warning: an answer was lost that would have told the ${fields.join(", ")} of ${name} ${uids.join(", ")}, which was not there before. Another one takes its place. Delete it unless somebody else has made it`;

/** Another object with the key of the new one was there after a create. */
export function duplicateText({ kind }: NewObject, uids: string, isAfterLoss: boolean): string {
  // advice: delete-the-late-one
  if (!isAfterLoss) return `somebody else has made another ${kind.name} meanwhile: delete ${uids}, or this one`;
  // advice: delete-the-late-one
  return `the create before it, whose answer was lost, has made another ${kind.name} after all: delete ${uids}`;
}

/** Objects like the new one, of a kind without a key. */
export function alikeText({ kind, parentUid = "The top level" }: NewObject, uids: readonly string[]): string {
  const [what, which] = uids.length === 1 ? [kind.nameWithArticle, "It"] : [pluralOf(kind.spec), "Each"];
  // advice: delete-what-was-left
  return `${parentUid} has ${what} like this one already: ${uids.join(", ")}. ${which} may belong to another resource or to somebody else, or an interrupted run left it. Delete only what nobody needs`;
}
