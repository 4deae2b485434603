import type { Client } from "../../client/api/client";
import { NotFoundError } from "../../client/api/errors";
import {
  identityMetadata,
  lookupIdentity,
  updateIdentityMetadata as update,
} from "../../description/operations/identities";
import type { MessageOf } from "../../description/spec/types";
import type { Values } from "../../description/spec/values";
import type { IdentityMetadataResult, IdentityResult } from "../generated/results";
import { type ArgsOf, checkQuestion } from "./arguments";
import { ask, askWith } from "./ask";
import { ArgumentError, NoSingleAnswerError } from "./errors";
import type { NamedArgs } from "./filters";
import { identities } from "./kinds";
import { type ByUid, singular } from "./one";

/** Which identity to find: by its uid, by its name and place, or a person's identity by issuer and subject. */
export type GetIdentityArgs = ByUid | NamedArgs<(typeof identities)["filters"]> | GetIdentityUidArgs;

const byUidOrName = singular(identities);

/** Which person to find, by issuer and subject of their sign-in token. */
export type GetIdentityUidArgs = ArgsOf<typeof lookupIdentity>;

/**
 * Returns the uid of a person by the issuer and subject of their token. For a person who has never signed in, it is the
 * uid that they will get, so that you can create their role bindings beforehand. Use it for people only. For a CI job
 * or another workload, use the `id` of its Identity, because a binding to another uid grants it nothing. Throws
 * NoSingleAnswerError if the platform returns no uid (platform API: IAM-5).
 */
export const getIdentityUid = (client: Client, args: GetIdentityUidArgs): Promise<string> =>
  lookupUid(client, args, "getIdentityUid");

/**
 * Returns the identity with a uid or a name, or of the person with this issuer and subject. Find the identity of a CI job
 * by its uid or name. Throws NoSingleAnswerError with the candidates if none or more than one matches, or if the
 * person has never signed in. `getIdentityUid` also returns the future uid of such a person. Throws NotFoundError
 * for an unknown uid. API: Get, List and lookupIdentity on `/iam/v2/identities` (platform API: IAM-3, IAM-5).
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
        `${BY_TOKEN}: no person has signed in with them, or this token cannot see the identity.`,
        "- For a person, getIdentityUid({ issuer, subject }) returns the uid that they have or will get. A role binding can use it.",
        '- For a CI job, find its identity by name: getIdentity({ name: "…" }). Issuer and subject find people only.',
      ].join("\n"),
      { cause: error },
    );
  }
}

const BY_TOKEN = "getIdentity by issuer and subject";

const isByToken = (args: GetIdentityArgs): args is GetIdentityUidArgs =>
  ("issuer" in args && args.issuer !== undefined) || ("subject" in args && args.subject !== undefined);

/** @param asked name of the function, for errors */
async function lookupUid(client: Client, args: GetIdentityUidArgs, asked: string): Promise<string> {
  const none = (cause?: unknown) =>
    new NoSingleAnswerError(`${asked}: the platform has no person with this issuer and subject`, { cause });
  try {
    const found = await ask(lookupIdentity)(client, args);
    if (found !== "") return found;
  } catch (error) {
    // A 404 without a resource is about the path itself.
    if (error instanceof NotFoundError && error.resource !== undefined) throw none(error);
    throw error;
  }
  throw none();
}

/** Fields of the caller's statement about themselves to change. An empty value clears a field. */
export type UpdateIdentityMetadataArgs = MessageOf<typeof identityMetadata>;

/**
 * Changes the given fields of the caller's statement about themselves. The call takes effect at once, and previews refuse
 * it. Throws ApiError (UNIMPLEMENTED) if the platform does not have it (platform API: IAM-27).
 */
export const updateIdentityMetadata: (
  client: Client,
  args: UpdateIdentityMetadataArgs,
) => Promise<IdentityMetadataResult> = askWith(update, identityMetadata, (args) => {
  const given = Object.entries(args as Values).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) throw new ArgumentError("updateIdentityMetadata needs at least one field to change");
  return { identityMetadata: Object.fromEntries(given), updateMask: given.map(([name]) => name).join(",") };
});
