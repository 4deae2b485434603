import type { Client } from "../api/client";
import { NotFoundError } from "../api/errors";
import { identityMetadata, lookupIdentity, updateIdentityMetadata as update } from "../operations/identities";
import type { MessageOf } from "../spec/types";
import type { Values } from "../spec/values";
import { type ArgsOf, checkQuestion } from "./arguments";
import { ask, askWith } from "./ask";
import { ArgumentError, NoSingleAnswerError } from "./errors";
import type { NamedArgs } from "./filters";
import { identities } from "./kinds";
import { type ByUid, singular } from "./one";
import type { IdentityMetadataResult, IdentityResult } from "./results";

/** Which identity to find: by its uid, by its name and where it is, or a person's by issuer and subject. */
export type GetIdentityArgs = ByUid | NamedArgs<(typeof identities)["filters"]> | GetIdentityUidArgs;

const byUidOrName = singular(identities);

/** Which person: issuer and subject of the token that they sign in with. */
export type GetIdentityUidArgs = ArgsOf<typeof lookupIdentity>;

/**
 * The uid of a person, by the issuer and subject of their token. For somebody who has never signed in it is the uid
 * that they will get, so that role bindings can be made before the first login. It is for people only: use the `id` of
 * the Identity of a CI job or another workload. Whether the platform finds such an identity here is not known, and a
 * role binding for another uid grants the job nothing. Throws NoSingleAnswerError where the platform names none
 * (platform API: IAM-5).
 */
export const getIdentityUid = (client: Client, args: GetIdentityUidArgs): Promise<string> =>
  lookupUid(client, args, "getIdentityUid");

/**
 * The one identity of a uid, of a name, or of the person who signs in with this issuer and subject. Issuer and subject
 * find people only: look for the identity of a CI job by its uid or name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one, and for a person who has never signed in (`getIdentityUid` returns
 * the uid that they will get); NotFoundError for an unknown uid. API: Get, List and lookupIdentity on
 * `/iam/v2/identities` (platform API: IAM-3, IAM-5).
 */
export async function getIdentity(client: Client, args: GetIdentityArgs): Promise<IdentityResult> {
  if (!isByToken(args)) return byUidOrName(client, args);
  checkQuestion({ name: "getIdentity", method: "GET", arguments: lookupIdentity.request }, args);
  const found = await lookupUid(client, args, BY_TOKEN);
  try {
    return await byUidOrName(client, { uid: found });
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.resource === undefined) throw error;
    throw new NoSingleAnswerError(
      [
        `${BY_TOKEN}: no person has signed in with them, or this token may not see the identity:`,
        // advice: ask-for-the-uid
        "- For a person, getIdentityUid({ issuer, subject }) returns the uid that they have or will get. A role binding can use it.",
        // advice: ask-for-the-job
        '- For a CI job, find its identity by name: getIdentity({ name: "…" }). Issuer and subject find people only.',
      ].join("\n"),
      { cause: error },
    );
  }
}

const BY_TOKEN = "getIdentity by issuer and subject";

const isByToken = (args: GetIdentityArgs): args is GetIdentityUidArgs =>
  ("issuer" in args && args.issuer !== undefined) || ("subject" in args && args.subject !== undefined);

/** @param asked the function, for errors */
async function lookupUid(client: Client, args: GetIdentityUidArgs, asked: string): Promise<string> {
  const none = (cause?: unknown) =>
    new NoSingleAnswerError(`${asked}: the platform knows no person with this issuer and subject`, { cause });
  try {
    const found = await ask(lookupIdentity)(client, args);
    if (found !== "") return found;
  } catch (error) {
    // Without a resource, the path itself is unknown.
    if (error instanceof NotFoundError && error.resource !== undefined) throw none(error);
    throw error;
  }
  throw none();
}

/** What to change of what the caller has said about themselves. An empty value clears. */
export type UpdateIdentityMetadataArgs = MessageOf<typeof identityMetadata>;

/**
 * Changes what the caller has said about themselves, exactly the fields that are given: an imperative call, refused in
 * previews. Throws ApiError (UNIMPLEMENTED) where the platform does not have it (platform API: IAM-27).
 */
export const updateIdentityMetadata: (
  client: Client,
  args: UpdateIdentityMetadataArgs,
) => Promise<IdentityMetadataResult> = askWith(update, identityMetadata, (args) => {
  const given = Object.entries(args as Values).filter(([, value]) => value !== undefined && value !== null);
  // advice: give-what-to-change
  if (given.length === 0) throw new ArgumentError("updateIdentityMetadata: give what to change");
  return { identityMetadata: Object.fromEntries(given), updateMask: given.map(([name]) => name).join(",") };
});
