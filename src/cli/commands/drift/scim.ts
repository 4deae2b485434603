import { identityProvider } from "../../../resources/identity-provider";
import { scimToken } from "../../../resources/scim-token";
import { isValues } from "../../../spec/values";
import { parentOf } from "../../../uid";
import type { Refreshed } from "../../stack/event-log";
import { kindOfType, nameOfUrn } from "../../stack/export";

/** An identity provider of the stack that lets a SCIM client add people, though the stack manages no token for that. */
export interface OpenScim {
  /** uid of the identity provider, which is that of its token, too. */
  readonly uid: string;
  readonly urn: string;
  /** Name of the identity provider. */
  readonly name: string;
  /** uid of the group that it lies in. */
  readonly groupUid: string;
  readonly isEnabled: boolean;
  /** `LIVE`, `EXPIRED` and the like; undefined where the platform does not tell. */
  readonly tokenState: string | undefined;
  /** When the token ends; undefined where it never does, and where there is none. */
  readonly tokenExpireTime: string | undefined;
}

/** States of a token that somebody may use. */
const LIVE: ReadonlySet<string | undefined> = new Set(["LIVE", "ROTATING"]);

/**
 * Finds them in what a refresh has read. SCIM is no input, so that the engine calls an identity provider unchanged whose SCIM
 * somebody has switched on.
 */
export function openScim(resources: readonly Refreshed[]): OpenScim[] {
  const managed = resources.filter(({ isPendingDelete, isReadOnly }) => !isPendingDelete && !isReadOnly);
  const of = (kind: string) => managed.filter(({ type }) => kindOfType(type) === kind);
  const withToken = new Set(of(scimToken.type).map(({ id }) => id));
  return of(identityProvider.type).flatMap(({ urn, id, live }): OpenScim[] => {
    const { name, scim } = live?.outputs ?? {};
    if (!isValues(scim) || withToken.has(id)) return [];
    const isEnabled = scim.enabled === true;
    const tokenState = textOf(scim.credentialState)?.replace("CREDENTIAL_STATE_", "");
    if (!isEnabled && !LIVE.has(tokenState)) return [];
    const tokenExpireTime = textOf(scim.tokenExpireTime);
    const groupUid = parentOf(id) ?? id;
    return [{ uid: id, urn, name: textOf(name) ?? nameOfUrn(urn), groupUid, isEnabled, tokenState, tokenExpireTime }];
  });
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Says what stands open. */
export function scimText({ isEnabled, tokenState, tokenExpireTime }: OpenScim): string {
  const end = tokenExpireTime === undefined ? "without an end" : `until ${tokenExpireTime}`;
  const token = LIVE.has(tokenState) ? `live token ${end}` : "no live token";
  return `SCIM ${isEnabled ? "on" : "off"}, ${token}`;
}
