import type { z } from "zod";
import { identityProvider } from "../../../resources/identity-provider";
import { scimToken } from "../../../resources/scim-token";
import { provenOf } from "../../../spec/proof";
import { isValues } from "../../../spec/values";
import { parentOf } from "../../../uid";
import type { Refreshed } from "../../stack/event-log";
import { kindOfType, nameOfUrn } from "../../stack/export";
import type { driftDocument } from "./schema";

type Entry = z.infer<typeof driftDocument>["scim"][number];

/** An identity provider that lets a SCIM client add people by what the stack did not set up, as far as can be seen. */
export interface OpenScim extends Readonly<Omit<Entry, "ignoredBy">> {
  /** uid of the group that it lies in. */
  readonly groupUid: string;
}

/** States of a token that somebody may use. */
const LIVE: ReadonlySet<string | null> = new Set(["LIVE", "ROTATING"]);

/**
 * Finds them in what a refresh has read. SCIM is no input, so that the engine calls an identity provider unchanged whose SCIM
 * somebody has switched on.
 */
export function openScim(resources: readonly Refreshed[]): OpenScim[] {
  const managed = resources.filter(({ isPendingDelete, isReadOnly }) => !isPendingDelete && !isReadOnly);
  const of = (kind: string) => managed.filter(({ type }) => kindOfType(type) === kind);
  const tokens = new Map(of(scimToken.type).map((token) => [token.id, token]));
  return of(identityProvider.type).flatMap(({ urn, id, live }): OpenScim[] => {
    const { name, scim } = live?.outputs ?? {};
    const token = tokens.get(id);
    const isChanged = token !== undefined && isMoved(token);
    if (!isValues(scim) || (token !== undefined && !isChanged)) return [];
    const isEnabled = scim.enabled === true;
    const tokenState = textOf(scim.credentialState)?.replace("CREDENTIAL_STATE_", "") ?? null;
    if (!isEnabled && !LIVE.has(tokenState)) return [];
    const tokenExpireTime = textOf(scim.tokenExpireTime) ?? null;
    const about = { uid: id, urn, name: textOf(name) ?? nameOfUrn(urn), groupUid: parentOf(id) ?? id };
    return [{ ...about, isEnabled, tokenState, tokenExpireTime, isChanged }];
  });
}

/** Whether the version of the SCIM settings is another than the recorded one. It changes with every write, and not with time. */
const isMoved = ({ outcome, recorded, live }: Refreshed): boolean => {
  // A refresh records what it sees, and not that it is right.
  const before = provenOf(recorded.outputs)?.etag ?? textOf(recorded.outputs.etag);
  // A token that is another by what else is known is a change of its resource.
  return outcome === "same" && before !== undefined && live !== undefined && textOf(live.outputs.etag) !== before;
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Says what stands open. */
export function scimText({ isEnabled, tokenState, tokenExpireTime, isChanged }: OpenScim): string {
  const end = tokenExpireTime === null ? "without an end" : `until ${tokenExpireTime}`;
  const token = LIVE.has(tokenState) ? `live token ${end}` : "no live token";
  return `SCIM ${isEnabled ? "on" : "off"}, ${token}${isChanged ? ", changed outside of Pulumi" : ""}`;
}
