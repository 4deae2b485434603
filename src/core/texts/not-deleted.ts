import { placeText } from "../../spec/place";
import { nameOf } from "../../spec/resource";
import type { Kept } from "../holders";
import type { ObjectId } from "../ids";
import { NOT_VISIBLE } from "./not-visible";

/** Why an object is kept that another resource needs, and what to do. */
export function keptText({ spec, uid }: ObjectId, kept: Kept): string {
  const notDeleted = `The ${nameOf(spec)} ${uid} was not deleted`;
  switch (kept.why) {
    case "held":
      return `${notDeleted}: another resource of this program holds it now. Only the entry of the former one leaves the state`;
    case "held elsewhere":
      return [
        `${notDeleted}, because another provider of this program manages an object of the same uid at ${shownOrigin(kept.address)}. It stays in the state.`,
        // advice: one-address
        "- If both addresses reach the same platform, give both providers the same baseUrl.",
        // advice: delete-the-copy
        "- If one platform is a copy of the other, run pulumi up --target with the URN of this resource",
      ].join("\n");
    case "adoption failed":
      // advice: mend-the-adoption
      return `${notDeleted}: another resource of this program was to adopt it, and failed. It stays in the state; mend what failed, and run the same command again`;
    case "create failed":
      return [
        `${notDeleted}, because another resource of this program has the same ${placeText(spec)}, and was not created. It stays in the state.`,
        // advice: rename-alias
        '- If you renamed the resource, give it the option aliases: [{ name: "<its former name>" }].',
        // advice: mend-the-create
        "- Otherwise fix what failed, and run the same command again. This includes a replacement by --replace or by a taint",
      ].join("\n");
  }
}

/** The origin of an address. The rest of it may contain a secret. */
const shownOrigin = (address: string): string =>
  /^https?:/.test(address) && URL.canParse(address) ? new URL(address).origin : "another address";

/** Why a delete is refused that may be half of a replacement (`ResourceSpec.deletableIf`). */
export function replacementText({ spec, uid }: ObjectId, isDeclared: boolean): string {
  const why = isDeclared
    ? "the program still has it, so it would be replaced, and everything in it would be lost"
    : "this update makes another one, which may replace it, and everything in it would be lost; one that makes none deletes it";
  // advice: no-replacement
  return `${nameOf(spec)} ${uid} was not deleted: ${why}. Take out what asks for the replacement (--replace, replaceOnChanges, a taint, deleteBeforeReplace): every change of it can be made in place`;
}

/** Why a delete is refused that the program has not allowed, by the input that allows it. */
// advice: allow-delete
export const notAllowedText = ({ spec, uid }: ObjectId, input: string): string =>
  `${nameOf(spec)} ${uid} was not deleted: nothing brings it back, nor what is in it. If it is to go, give it ${input}: true, run pulumi up, and then destroy it, or take it out of the program`;

/** Why nothing was deleted in a group that the token does not see. */
// advice: refresh-before-destroy
export const groupNotVisibleText = ({ spec, uid }: ObjectId, group: string, message: string): string =>
  `${nameOf(spec)} ${uid} was not deleted: the group ${group} is not visible (${message}), ${NOT_VISIBLE}. Was the group deleted by hand? Then run pulumi refresh first`;

const answered = ({ spec, uid }: ObjectId): string => `DELETE ${spec.collection}/${uid}: the answer was a success, but`;

/** An object is still there after its delete. */
// advice: check-base-url, run-again
export const stillThereText = (object: ObjectId): string =>
  `${answered(object)} the ${nameOf(object.spec)} is still there, and stays in the state. Something between here and the platform may answer in its place: check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;

/** The look after a delete failed. */
// advice: run-again
export const lookFailedText = (object: ObjectId, message: string): string =>
  `${answered(object)} to look whether the ${nameOf(object.spec)} is gone failed: ${message}. It stays in the state; run the same command again`;

/** The look after a delete was answered about another object. */
// advice: check-base-url, run-again
export const otherAnswerText = (object: ObjectId): string =>
  `${answered(object)} the look for the ${nameOf(object.spec)} was answered about something else. It stays in the state; check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;

/** The token may not look after a delete. */
// advice: let-someone-look
export const unseenDeleteText = ({ spec, uid }: ObjectId): string =>
  `warning: the ${nameOf(spec)} ${uid} was deleted, and this token may not look whether it is gone: let someone look who may`;

/** A token is still live after its revocation. */
// advice: check-base-url, run-again
export const notRevokedText = (path: string): string =>
  `POST ${path}: the answer was a success, but the platform does not say that the token is revoked: it stays in the state. Check platform:baseUrl (PLATFORM_BASE_URL), and run the same command again`;
