import { nameOf } from "../../description/spec/resource";
import { messageOf } from "../errors";
import type { RemoteObject } from "../remote-object";

/** The end of a sentence about an organization, or a group in it, that the token does not see, and what to do. */
export const NOT_VISIBLE = [
  "so this may be the wrong platform or the wrong token. Nothing was removed from the state.",
  "- Check platform:baseUrl (PLATFORM_BASE_URL), or baseUrl of an explicit provider, and check that the token sees the organization.",
].join("\n");

export const contradictionText = (said: string, shown: "listed" | "visible"): string =>
  `${said}, but it is ${shown}. The two responses contradict each other, so nothing was changed.\n- Run the same command again.`;

export const hiddenText = (said: string, { spec, uid, groupUid }: RemoteObject, why: string): string =>
  [
    `${said}, but ${uid} may still exist, because nothing proves that this token sees ${nameOf(spec)} objects in the group ${groupUid}: ${why}. Nothing was removed from the state.`,
    STATE_DELETE,
  ].join("\n");

const STATE_DELETE = "- If somebody deleted it outside of Pulumi, run pulumi state delete '<its URN>'.";

export const hiddenYetText = (error: unknown): string =>
  `${messageOf(error)}. It is new, so the platform may show it later, and there was no time to wait. Nothing was removed from the state.\n- Run the same command again in a minute.`;

export const noGroupText = (said: string, isRoot: boolean): string =>
  isRoot
    ? `${said}, ${NOT_VISIBLE}\n${STATE_DELETE}`
    : `${said}, and no group above it is visible either, ${NOT_VISIBLE}`;

export function newOrganizationText(
  said: string,
  root: string,
  { isNew, why }: { isNew: boolean; why?: string },
): string {
  const title = `${said}. This run created the organization ${root}.`;
  const newToken = [
    `${title} The platform also refused a new token.`,
    "- Create a role binding for the identity in this organization, and run pulumi up again.",
  ];
  const reason = why === undefined ? "" : ` (${why})`;
  const sameToken = [
    `${title} The token is older than this organization, so it has no rights there. There is no newer token${reason}.`,
    "- Run pulumi up again with a newer token.",
  ];
  return (isNew ? newToken : sameToken).join("\n");
}
