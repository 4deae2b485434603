import type { Client } from "../../client/api/client";
import { NotFoundError, PlatformError } from "../../client/api/errors";
import { setScimEnabled as switchScim } from "../../description/operations/scim";
import { type MessageOf, onOrOff, optional, required, string, uid } from "../../description/spec/types";
import type { IdentityProviderResult, ScimEnabledResult } from "../generated/results";
import { checkArguments } from "./arguments";
import { askWith } from "./ask";
import type { ListArgs, NamedArgs } from "./filters";
import { identityProviders } from "./kinds";
import { list } from "./listing";
import { type ByUid, singular } from "./one";

type Filters = (typeof identityProviders)["filters"];

/** Which identity providers to list. */
export type GetIdentityProvidersArgs = ListArgs<Filters>;
/** Which identity provider to find: by its uid, or by its name and place. */
export type GetIdentityProviderArgs = ByUid | NamedArgs<Filters>;

/** Some deployments respond to a List with the 404 of a Get, about a resource without a uid (platform API: IAM-13). */
function explained(lookup: string): (error: unknown) => never {
  return (error) => {
    const isShadowed = error instanceof NotFoundError && (error.resource?.resourceName ?? "") === "";
    if (!isShadowed) throw error;
    const way = 'Find one by its uid: getIdentityProvider({ uid: "…" })';
    throw new PlatformError(`${lookup}: this platform does not list identity providers. ${way} (${error.message})`, {
      cause: error,
    });
  };
}

const found = singular(identityProviders);

/** Lists the matching identity providers. Throws PlatformError if the platform does not list them (platform API: IAM-12). */
export const getIdentityProviders = (
  client: Client,
  args: GetIdentityProvidersArgs = {},
): Promise<IdentityProviderResult[]> => list(client, identityProviders, args).catch(explained("getIdentityProviders"));

/** Returns the identity provider with a uid, including its `scim`, or with a name (platform API: IAM-12). */
export const getIdentityProvider = (client: Client, args: GetIdentityProviderArgs): Promise<IdentityProviderResult> => {
  const answer = found(client, args);
  return "uid" in args && args.uid !== undefined ? answer : answer.catch(explained("getIdentityProvider"));
};

const toggle = {
  /** uid of the identity provider. */
  identityProviderUid: required(uid("iam:IdentityProvider")),
  /** Whether SCIM provisions people from now on. */
  enabled: required(onOrOff),
  /** Version of the SCIM settings (`scim.etag`) that you have seen. Default: the current one, which is looked up. */
  etag: optional(string()),
} as const;

/** Whether SCIM provisions people, and for which identity provider. */
export type SetScimEnabledArgs = MessageOf<typeof toggle>;

const askSwitch = askWith(switchScim, toggle);

/**
 * Switches the provisioning of people by SCIM on or off. The call takes effect at once, is sent only once, and previews
 * refuse it. Throws ApiError (ABORTED) if the settings have changed since the etag (platform API: IAM-16).
 */
export async function setScimEnabled(client: Client, args: SetScimEnabledArgs): Promise<ScimEnabledResult> {
  checkArguments("setScimEnabled", toggle, args);
  const etag = args.etag ?? (await getIdentityProvider(client, { uid: args.identityProviderUid })).scim?.etag;
  return askSwitch(client, { ...args, ...(etag === undefined ? {} : { etag }) });
}
