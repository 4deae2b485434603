import type { Client } from "../api/client";
import { NotFoundError, PlatformError } from "../api/errors";
import { identityProvider } from "../resources/identity-provider";
import { boolean, computed, type MessageOf, optional, required, string, uid } from "../spec/types";
import { type AnswerOf, ArgumentError, answerOf, checkArguments, type EntityOf } from "./answers";
import { type ListArgs, type NamedArgs, paging, scope } from "./filters";
import { type ByUid, listingOf, plural, singular } from "./listing";
import { ask, type Call } from "./operation";

const filters = {
  /** Exact name of the identity providers. */
  name: optional(string()),
} as const;
const all = { ...scope, ...filters, ...paging() } as const;
const single = { ...scope, ...filters, name: required(string()) } as const;

/** Which identity providers to list. */
export type GetIdentityProvidersArgs = ListArgs<typeof filters>;
/** Which identity provider to find: by its uid, or by its name and where it is. */
export type GetIdentityProviderArgs = ByUid | NamedArgs<typeof filters>;
/** An identity provider as the platform holds it, without its client secret. `scim` is told by its uid only. */
export type IdentityProviderResult = EntityOf<typeof identityProvider.fields>;

/** How identity providers are listed. */
export const identityProviderListing = listingOf(identityProvider, {
  name: "getIdentityProviders",
  arguments: all,
  compared: { name: "name" },
  one: { name: "getIdentityProvider", arguments: single },
});

/** Some deployments answer a List with a 404 about a resource without a uid, which is Get's (wire fact 35). */
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

const listed = plural(identityProviderListing);
const found = singular(identityProviderListing);

/** The identity providers that match. Throws PlatformError where the platform does not list them. */
export const getIdentityProviders = (
  client: Client,
  args?: GetIdentityProvidersArgs,
): Promise<IdentityProviderResult[]> => listed(client, args).catch(explained("getIdentityProviders"));

/**
 * One identity provider. Throws PlatformError, where the platform does not list them, unless it is asked for by uid.
 */
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

const state = {
  /** uid of the identity provider. */
  identityProviderUid: computed(uid("iam:IdentityProvider"), { always: true }),
  /** Whether people are provisioned by SCIM. */
  enabled: computed(boolean, { always: true }),
  /** Version of the SCIM settings from now on. */
  etag: computed(string(), { always: true }),
} as const;

/** Whether people are provisioned by SCIM. */
export type ScimEnabledResult = AnswerOf<typeof state>;

/** The switch of SCIM. */
export const setScimEnabledCall: Call<typeof toggle, ScimEnabledResult> = {
  name: "setScimEnabled",
  method: "POST",
  path: "/iam/v2/identityProviders/{identityProviderUid}:setScimEnabled",
  arguments: toggle,
  isSentOnce: true,
  read: answerOf(state),
};

/** Switches SCIM on or off. Throws ApiError (ABORTED) when the settings have changed since the etag was seen. */
export async function setScimEnabled(client: Client, args: SetScimEnabledArgs): Promise<ScimEnabledResult> {
  checkArguments("setScimEnabled", toggle, args);
  // A required field would refuse false, which is empty on the wire.
  if (typeof args.enabled !== "boolean") throw new ArgumentError("setScimEnabled: enabled is required");
  const etag = args.etag ?? (await getIdentityProvider(client, { uid: args.identityProviderUid })).scim?.etag;
  return ask(setScimEnabledCall)(client, { ...args, ...(etag === undefined ? {} : { etag }) });
}
