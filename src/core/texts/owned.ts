import { capitalised, shownUid } from "../../client/api/shown";
import { placeText } from "../../description/spec/place";
import { keyFields, nameOf, type ResourceSpec } from "../../description/spec/resource";
import type { Holder } from "../holders";
import type { ObjectId } from "../ids";
import type { Reason } from "./reason";

export class OwnedTwiceError extends Error {
  override readonly name = "OwnedTwiceError";
}

/** `another resource of this program, "web",` */
export const anotherResource = (name: string | undefined): string =>
  name === undefined
    ? "another resource of this program"
    : `another resource of this program, ${JSON.stringify(name)},`;

export const ownedBecause = ({ spec, uid }: ObjectId, holder?: Holder): Reason => ({
  why: `${anotherResource(holder?.name)} manages the ${nameOf(spec)} ${uid}`,
  remedies: ["If you renamed or moved that resource, remove its old declaration. The object stays with the new one."],
});

export const ownedTwiceText = ({ spec, uid }: ObjectId): string =>
  [
    `Two resources of this program manage the same ${nameOf(spec)}: ${uid}.`,
    "- If this shows after a shift in a list, undo the shift.",
    "- Otherwise remove one of them from the program, and run pulumi up without --target. The other one keeps the object, and Pulumi removes only the state entry of the removed resource.",
  ].join("\n");

export const placeTwiceText = (spec: ResourceSpec, other: string | undefined): string =>
  samePlaceText(spec, other, " Nothing was created.");

/** A warning: two resources that are in the state get the same place. The platform may accept this. */
export const placeSharedText = (spec: ResourceSpec, other: string | undefined): string =>
  samePlaceText(spec, other, "");

function samePlaceText(spec: ResourceSpec, other: string | undefined, result: string): string {
  const [key] = keyFields(spec);
  return [
    `${capitalised(anotherResource(other))} has the same ${placeText(spec)}.${result}`,
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
