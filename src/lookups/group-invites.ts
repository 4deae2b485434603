import { groupInvite } from "../resources/group-invite";
import { optional, string } from "../spec/types";
import { type ListArgs, type OneArgs, paging, scope } from "./filters";
import { type ByUid, listingOfKind, type Plural, plural, type Singular, singular } from "./listing";
import type { GroupInviteResult } from "./results";

const filters = {
  /** Id of the key that signed the code of the invite. */
  keyId: optional(string(), { sentAs: "key_id" }),
} as const;
const all = { ...scope, ...filters, ...paging } as const;

/** Which invites to list. */
export type GetGroupInvitesArgs = ListArgs<typeof filters>;
/** Which invite to find: by its uid, or by the key of its code. */
export type GetGroupInviteArgs = ByUid | OneArgs<typeof filters>;

/** How invites are listed. */
export const groupInviteListing = listingOfKind(groupInvite, {
  name: "getGroupInvites",
  arguments: all,
  compared: { keyId: "keyId" },
  one: { name: "getGroupInvite", arguments: { ...scope, ...filters } },
});

/** The invites that match, newest first, without their codes (platform API: IAM-19). */
export const getGroupInvites: Plural<GetGroupInvitesArgs, GroupInviteResult> = plural(groupInviteListing);
/** The one invite of a uid, or of the key of its code (platform API: IAM-19). */
export const getGroupInvite: Singular<GetGroupInviteArgs, GroupInviteResult> = singular(groupInviteListing);
