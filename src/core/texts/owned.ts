import { shownUid } from "../../api/shown";
import { placeText } from "../../spec/place";
import { keyFields, nameOf, type ResourceSpec } from "../../spec/resource";
import type { ObjectId } from "../ids";

/** Two resources of the program record one object. The message says what to do. */
export class OwnedTwiceError extends Error {
  override readonly name = "OwnedTwiceError";
}

/** Why an object cannot be adopted: another resource owns it. */
// advice: take-former-out
export const ownedText =
  "another resource of this program manages this object. If you renamed or moved that resource, remove its former declaration";

/** Why an object must not be changed or deleted: two resources of the program record it. */
// advice: take-one-out
export const ownedTwiceText = ({ spec, uid }: ObjectId): string =>
  `Two resources of this program manage the same ${nameOf(spec)}: ${uid}. ` +
  "Take one of them out of the program, and run pulumi up without --target: the object stays with the other, and only the " +
  "entry of this one leaves the state";

/** Why a resource must not be created: the program has another one in its place. */
// advice: two-with-one-key
export const placeTwiceText = (spec: ResourceSpec): string =>
  `Another resource of this program has the same ${placeText(spec)}. Nothing was created. ` +
  `Remove one of the two from the program${keyFields(spec).length === 0 ? "" : `, or give it another ${keyFields(spec)[0]?.[0]}`}`;

/** Another object has the key of one that this run has created. */
export function twinsText({ spec, uid }: ObjectId, others: readonly unknown[]): string {
  const uids = others.map(shownUid).join(", ");
  const key = keyFields(spec).map(([name]) => name);
  // advice: delete-the-late-one
  return `warning: ${nameOf(spec)} ${shownUid(uid)}, which this run has created, and ${uids} have the same ${key.join(" and ")}: somebody else has made another one meanwhile. Delete ${uids}, or this one`;
}
