import type { Client } from "../api/client";
import { NotFoundError, PlatformError } from "../api/errors";
import { setScimEnabled as switchScim } from "../operations/scim";
import { boolean, type MessageOf, optional, required, string, uid } from "../spec/types";
import { checkArguments } from "./arguments";
import { askWith } from "./ask";
import { ArgumentError } from "./errors";
import type { ListArgs, NamedArgs } from "./filters";
import { identityProviders } from "./kinds";
import { list } from "./listing";
import { type ByUid, singular } from "./one";
import type { IdentityProviderResult, ScimEnabledResult } from "./results";

type Filters = (typeof identityProviders)["filters"];

/** Which identity providers to list. */
export type GetIdentityProvidersArgs = ListArgs<Filters>;
/** Which identity provider to find: by its uid, or by its name and where it is. */
export type GetIdentityProviderArgs = ByUid | NamedArgs<Filters>;

/** Some deployments answer a List with a 404 about a resource without a uid, which is Get's (platform API: IAM-13). */
function explained(lookup: string): (error: unknown) => never {
  return (error) => {
    const isShadowed = error instanceof NotFoundError && (error.resource?.resourceName ?? "") === "";
    if (!isShadowed) throw error;
    // advice: ask-by-uid
    const way = 'ask for one by its uid: getIdentityProvider({ uid: "…" })';
    throw new PlatformError(`${lookup}: this platform does not list identity providers; ${way} (${error.message})`, {
      cause: error,
    });
  };
}

const found = singular(identityProviders);

/**
 * The identity providers that match. Throws PlatformError where the platform does not list them (platform API: IAM-12).
 */
export const getIdentityProviders = (
  client: Client,
  args: GetIdentityProvidersArgs = {},
): Promise<IdentityProviderResult[]> => list(client, identityProviders, args).catch(explained("getIdentityProviders"));

/** The one identity provider of a uid, which tells its `scim` too, or of a name (platform API: IAM-12). */
export const getIdentityProvider = (client: Client, args: GetIdentityProviderArgs): Promise<IdentityProviderResult> => {
  const answer = found(client, args);
  return "uid" in args && args.uid !== undefined ? answer : answer.catch(explained("getIdentityProvider"));
};

const toggle = {
  /** uid of the identity provider. */
  identityProviderUid: required(uid("iam:IdentityProvider")),
  /** Whether people are to be provisioned by SCIM. */
  enabled: optional(boolean),
  /** Version of the SCIM settings that was last seen (`scim.etag`); it is looked up when left out. */
  etag: optional(string()),
} as const;

/** Whether to provision people by SCIM. */
export type SetScimEnabledArgs = MessageOf<typeof toggle> & { enabled: boolean };

const askSwitch = askWith(switchScim, toggle);

/**
 * Switches the provisioning of people by SCIM on or off: an imperative call, refused in previews, sent once. Throws
 * ApiError (ABORTED) when the settings have changed since the etag was seen (platform API: IAM-16).
 */
export async function setScimEnabled(client: Client, args: SetScimEnabledArgs): Promise<ScimEnabledResult> {
  checkArguments("setScimEnabled", toggle, args);
  // A required field would reject false, which is empty on the wire.
  if (typeof args.enabled !== "boolean") throw new ArgumentError("setScimEnabled: enabled is required");
  const etag = args.etag ?? (await getIdentityProvider(client, { uid: args.identityProviderUid })).scim?.etag;
  return askSwitch(client, { ...args, ...(etag === undefined ? {} : { etag }) });
}
