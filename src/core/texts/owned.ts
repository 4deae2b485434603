import { shownUid } from "../../api/shown";
import { placeText } from "../../spec/place";
import { keyFields, nameOf, type ResourceSpec } from "../../spec/resource";
import type { ObjectId } from "../ids";
import type { Reason } from "./reason";

export class OwnedTwiceError extends Error {
  override readonly name = "OwnedTwiceError";
}

export const ownedBecause = ({ spec, uid }: ObjectId): Reason => ({
  why: `another resource of this program manages the ${nameOf(spec)} ${uid}`,
  remedies: ["If you renamed or moved that resource, remove its old declaration. The object stays with the new one."],
});

export const ownedTwiceText = ({ spec, uid }: ObjectId): string =>
  [
    `Two resources of this program manage the same ${nameOf(spec)}: ${uid}.`,
    "- Remove one of them from the program, and run pulumi up without --target. The other one keeps the object, and Pulumi removes only the state entry of the removed resource.",
  ].join("\n");

export function placeTwiceText(spec: ResourceSpec): string {
  const [key] = keyFields(spec);
  return [
    `Another resource of this program has the same ${placeText(spec)}. Nothing was created.`,
    `- Remove one of the two from the program${key === undefined ? "" : `, or give it another ${key[0]}`}.`,
  ].join("\n");
}

export function twinsText({ spec, uid }: ObjectId, others: readonly unknown[]): string {
  const uids = others.map(shownUid).join(", ");
  const key = keyFields(spec).map(([name]) => name);
  return [
    `warning: ${nameOf(spec)} ${shownUid(uid)}, which this run created, and ${uids} have the same ${key.join(" and ")}, because somebody else created another one at the same time.`,
    `- Delete the one that nobody uses.`,
  ].join("\n");
}
