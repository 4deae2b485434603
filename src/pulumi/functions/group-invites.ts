import type { GetGroupInviteArgs, GetGroupInvitesArgs } from "../../lookups/group-invites";
import type { GroupInviteResult } from "../../lookups/results";
import { answer, asOutput, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/group-invites");

/**
 * The invites that match, newest first, without their codes. Throws ArgumentError, before anything is sent, and the
 * errors of the client. API: List on `/iam/v2/groupInvites` (platform API: IAM-19).
 */
export async function getGroupInvites(
  args: GetGroupInvitesArgs = {},
  opts: LookupOptions = {},
): Promise<GroupInviteResult[]> {
  return answer({ name: "iam:getGroupInvites", args, opts }, async ({ client }) =>
    (await load()).getGroupInvites(client(), args),
  );
}
/** `getGroupInvites` for arguments that may be Outputs. */
export const getGroupInvitesOutput: OutputForm<typeof getGroupInvites> = asOutput(getGroupInvites);

/**
 * The one invite of a uid, or of the key of its code. Throws NoSingleAnswerError, with the candidates, when there is
 * none or more than one; NotFoundError for an unknown uid. API: Get and List on `/iam/v2/groupInvites`
 * (platform API: IAM-19).
 */
export async function getGroupInvite(args: GetGroupInviteArgs, opts: LookupOptions = {}): Promise<GroupInviteResult> {
  return answer({ name: "iam:getGroupInvite", args, opts }, async ({ client }) =>
    (await load()).getGroupInvite(client(), args),
  );
}
/** `getGroupInvite` for arguments that may be Outputs. */
export const getGroupInviteOutput: OutputForm<typeof getGroupInvite> = asOutput(getGroupInvite);
