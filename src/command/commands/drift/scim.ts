import type { z } from "zod";
import { identityProvider } from "../../../description/resources/identity-provider";
import { scimToken } from "../../../description/resources/scim-token";
import { provenOf } from "../../../description/spec/proof";
import { isValues, type Values } from "../../../description/spec/values";
import { parentOf } from "../../../description/uid";
import type { Refreshed } from "../../stack/event-log";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { driftDocument } from "./schema";

type Entry = z.infer<typeof driftDocument>["scim"][number];

/** An identity provider through which a SCIM client can add people, although the stack did not set that up. */
export interface OpenScim extends Readonly<Omit<Entry, "ignoredBy">> {
  readonly groupUid: string;
}

/** States of a token that works. */
const LIVE: ReadonlySet<string | null> = new Set(["LIVE", "ROTATING"]);

/**
 * Returns the identity providers with open SCIM that a refresh has read. SCIM is not an input, so the engine reports an identity
 * provider as unchanged after somebody switched SCIM on. Without its identity provider, a token alone shows that the settings changed.
 */
export function openScim(resources: readonly Refreshed[]): OpenScim[] {
  const managed = resources.filter(({ isReadOnly }) => !isReadOnly);
  const of = (kind: string) => managed.filter(({ type }) => kindOfType(type) === kind);
  const held = of(scimToken.type).filter(({ isPendingDelete }) => !isPendingDelete);
  const tokens = new Map(held.map((token) => [token.id, token]));
  const providers = of(identityProvider.type);
  const within = providers.flatMap((provider): OpenScim[] => {
    const { name, scim } = provider.live?.outputs ?? {};
    const token = tokens.get(provider.id);
    const isChanged = token && isMoved(token);
    if (!isValues(scim) || isChanged === false) return [];
    const found = { ...scimIn(provider, scim), isEnabled: scim.enabled === true, isChanged: isChanged === true };
    return found.isEnabled || LIVE.has(found.tokenState) ? [{ ...found, name: textOf(name) ?? found.name }] : [];
  });
  const beside = [...tokens.values()].filter(
    (token) => isMoved(token) !== false && !providers.some(({ id }) => id === token.id),
  );
  return [
    ...within,
    ...beside.map((token) => {
      const settings = token.live?.outputs ?? {};
      const { provisioning } = settings;
      // The token has the switch only if the program sets it.
      const isEnabled = typeof provisioning === "boolean" ? provisioning : null;
      return { ...scimIn(token, settings), isEnabled, isChanged: isMoved(token) === true };
    }),
  ];
}

const scimIn = ({ urn, id }: Refreshed, { credentialState, tokenExpireTime }: Values) => ({
  ...{ uid: id, urn, name: nameOfUrn(urn), groupUid: parentOf(id) ?? id },
  tokenState: textOf(credentialState)?.replace("CREDENTIAL_STATE_", "") ?? null,
  tokenExpireTime: textOf(tokenExpireTime) ?? null,
});

/** Whether the SCIM settings have another version than the recorded one. It changes with every write. Undefined if nothing proves the token. */
function isMoved({ recorded: { outputs }, live }: Refreshed): boolean | undefined {
  if (live === undefined) return false;
  if (outputs.token === undefined) return undefined;
  // The proof is from the last write of the program. A refresh overwrites the outputs, so they come second.
  const before = provenOf(outputs)?.etag ?? textOf(outputs.etag);
  return before === undefined ? undefined : textOf(live.outputs.etag) !== before;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function scimText({ isEnabled, tokenState, tokenExpireTime, isChanged }: OpenScim): string {
  const end = tokenExpireTime === null ? "that never expires" : `until ${tokenExpireTime}`;
  const token = LIVE.has(tokenState) ? `live token ${end}` : "no live token";
  const scim = isEnabled === null ? "SCIM" : `SCIM ${isEnabled ? "on" : "off"}`;
  return `${scim}, ${token}${isChanged ? ", changed outside of Pulumi" : ""}`;
}
