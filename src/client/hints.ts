import { parentOf, rootOf } from "../description/uid";
import type { Hints } from "./api/hints";
import type { RegistryHints } from "./api/registry/answers";
import { shownUid } from "./api/shown";

const timeLimit = "to allow more, set platform:operationTimeout or PLATFORM_OPERATION_TIMEOUT";

export const platformHints: Hints = {
  address: "Check the base URL (platform:baseUrl or PLATFORM_BASE_URL)",
  timeLimit,
};

export const issuerHints: Hints = {
  address: "Check the address where tokens are exchanged (platform:issuerUrl or PLATFORM_ISSUER_URL)",
};

export const registryHints: RegistryHints = {
  address: "Check the registry's address (platform:registryUrl or PLATFORM_REGISTRY_URL)",
  access:
    "A private image needs a token for the registry, because the platform's own token is sent to no other host. " +
    "Set platform:registryToken or PLATFORM_REGISTRY_TOKEN. In a CI job, you can instead set platform:identity " +
    "(PLATFORM_IDENTITY) to an identity of the root group with the role registry.pull",
  timeLimit,
};

/** What an identity lacks that the registry refused, as a sentence without full stop. */
export function registryNeedOf(identity: string): string {
  const named = `The token was exchanged for the identity ${shownUid(identity)}`;
  const group = parentOf(identity);
  if (group !== undefined && group !== rootOf(identity)) {
    return `${named}, which is in group ${shownUid(group)}, not in the root group. The registry accepts only identities of the root group. Create one there`;
  }
  return `${named}. It needs the role registry.pull, or one with its capabilities, in the group of the image or in a group above it`;
}

/** Hint about a missing setting in a run without the program, because the engine then passes an old config. */
export const oldConfigHint =
  'After "pulumi config set", also run pulumi up, or add --run-program, because pulumi refresh and pulumi destroy use the ' +
  "config of the last pulumi up";

export const authorityHint = "If it is your own authority, name its file with platform:caFile or PLATFORM_CA_FILE";

/** What to check if a token, or an exchange for one, is refused. An explicit provider takes none of the stack's settings. */
export const tokenHintsOf = ({ isExplicit }: { readonly isExplicit: boolean }) =>
  isExplicit ? providerTokenHints : tokenHints;

export const tokenHints = {
  token:
    "Check the token: PLATFORM_TOKEN or PLATFORM_TOKEN_FILE (or platform:token, platform:tokenFile in the stack's config)",
  command:
    "Check the token that the command prints: PLATFORM_TOKEN_COMMAND (or platform:tokenCommand in the stack's config)",
  identity:
    "Check the identity, and which jobs it trusts: PLATFORM_IDENTITY (or platform:identity in the stack's config)",
} as const;

const providerTokenHints: Record<keyof typeof tokenHints, string> = {
  token:
    "Check the token of this provider (token or tokenFile). pulumi refresh, pulumi destroy, and a provider that left the program use " +
    "the token of the last pulumi up. Run pulumi up with this provider in the program first, or add --run-program to refresh or destroy",
  command: "Check the token that the tokenCommand of this provider prints",
  identity: "Check the identity of this provider, and which jobs it trusts",
};
