import type {
  GetIdentityProviderArgs,
  GetIdentityProvidersArgs,
  SetScimEnabledArgs,
} from "../../lookups/identity-providers";
import type { IdentityProviderResult, ScimEnabledResult } from "../../lookups/results";
import { answer, asOutput, change, type LookupOptions, type OutputForm } from "./ask";

// Loaded on first use: most programs call no lookup.
const load = () => import("../../lookups/identity-providers");

/**
 * The identity providers that match. Throws PlatformError where the platform does not list them. Throws ArgumentError,
 * before anything is sent, and the errors of the client. API: List on `/iam/v2/identityProviders`
 * (platform API: IAM-12).
 */
export async function getIdentityProviders(
  args: GetIdentityProvidersArgs = {},
  opts: LookupOptions = {},
): Promise<IdentityProviderResult[]> {
  return answer({ name: "iam:getIdentityProviders", args, opts }, async ({ client }) =>
    (await load()).getIdentityProviders(client(), args),
  );
}
/** `getIdentityProviders` for arguments that may be Outputs. */
export const getIdentityProvidersOutput: OutputForm<typeof getIdentityProviders> = asOutput(getIdentityProviders);

/**
 * The one identity provider of a uid, which tells its `scim` too, or of a name. Throws NoSingleAnswerError, with the
 * candidates, when there is none or more than one; NotFoundError for an unknown uid. API: Get and List on
 * `/iam/v2/identityProviders` (platform API: IAM-12).
 */
export async function getIdentityProvider(
  args: GetIdentityProviderArgs,
  opts: LookupOptions = {},
): Promise<IdentityProviderResult> {
  return answer({ name: "iam:getIdentityProvider", args, opts }, async ({ client }) =>
    (await load()).getIdentityProvider(client(), args),
  );
}
/** `getIdentityProvider` for arguments that may be Outputs. */
export const getIdentityProviderOutput: OutputForm<typeof getIdentityProvider> = asOutput(getIdentityProvider);

/**
 * Switches the provisioning of people by SCIM on or off: an imperative call, refused in previews, sent once. Throws
 * ApiError (ABORTED) when the settings have changed since the etag was seen. API:
 * `POST /iam/v2/identityProviders/{uid}:setScimEnabled` (platform API: IAM-16).
 */
export async function setScimEnabled(args: SetScimEnabledArgs, opts: LookupOptions = {}): Promise<ScimEnabledResult> {
  return change({ name: "iam:setScimEnabled", args, opts }, async ({ client }) =>
    (await load()).setScimEnabled(client(), args),
  );
}
/** `setScimEnabled` for arguments that may be Outputs. */
export const setScimEnabledOutput: OutputForm<typeof setScimEnabled> = asOutput(setScimEnabled);
