import { nameOf } from "../../spec/resource";
import type { Handle } from "../handle";
import type { ObjectId } from "../ids";

/** What to do when an organization, or a group in it, cannot be seen. A part of a sentence. */
// advice: check-base-url, check-token
export const NOT_VISIBLE =
  "so it may be the wrong place to look: the organization is not visible at this base URL with this token. Nothing was removed from the state; check platform:baseUrl (PLATFORM_BASE_URL) and the token";

/** Why an object is not taken for gone that the platform says is missing. */
export const contradictionText = (said: string, shown: "listed" | "visible"): string =>
  `${said}, but it is ${shown}: the two answers contradict each other, so nothing is concluded`;

/** Why an object is not taken for gone where nothing proves that the token sees its kind. */
// advice: state-delete-hidden
export const hiddenText = (said: string, { spec, uid, groupUid }: Handle, why: string): string =>
  `${said}; but nothing proves that this token sees ${nameOf(spec)} objects in the group ${groupUid}: ${why}. So ${uid} may only be hidden, and nothing was removed from the state. Was it deleted by hand? Then pulumi state delete "<its URN>" takes it out of the state`;

/** Why nothing is concluded of an object of which the token sees no group. */
export function noGroupText(said: string, { spec }: ObjectId): string {
  if (spec.isRootOf === undefined) return `${said}; but no group above it is visible either, ${NOT_VISIBLE}`;
  // advice: state-delete-organization
  return `${said}, ${NOT_VISIBLE}. Was the ${nameOf(spec)} deleted by hand? Then pulumi state delete "<its URN>" takes it out of the state`;
}

/** Why work in an organization of this run is refused for long, and what to do. */
export function newOrganizationText(
  said: string,
  root: string,
  { isNew, why }: { isNew: boolean; why?: string },
): string {
  const title = `${said}. This run created the organization ${root}. `;
  // advice: role-in-organization
  const newToken = `${title}A new token was refused too. Bind a role to the identity in this organization, and run pulumi up again`;
  const reason = why === undefined ? "" : ` (${why})`;
  // advice: newer-token
  const sameToken = `${title}A token grants what held when it was made, and there is no newer token${reason}. Run pulumi up again with a newer token`;
  return isNew ? newToken : sameToken;
}
