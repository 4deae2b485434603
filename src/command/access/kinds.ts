import { accountAssociation } from "../../description/resources/account-association";
import { externalGroupRoleMapping } from "../../description/resources/external-group-role-mapping";
import { group } from "../../description/resources/group";
import { groupInvite } from "../../description/resources/group-invite";
import { identity } from "../../description/resources/identity";
import { identityProvider } from "../../description/resources/identity-provider";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import type { ResourceSpec } from "../../description/spec/resource";
import { isValues, type Values } from "../../description/spec/values";
import { granteeOf, roleGrantOf } from "../organization/grants";
import { type LiveObject, specOf } from "../organization/read";

export const accessKinds: readonly ResourceSpec[] = [group, identity, role, roleBinding].map(({ type }) =>
  specOf(type),
);

/** Kinds that grant a role to people who are not known yet. */
export const offerKinds: readonly ResourceSpec[] = [groupInvite, identityProvider, externalGroupRoleMapping].map(
  ({ type }) => specOf(type),
);

/**
 * Whether a field decides who can act as an identity, who gets a role, or what a role allows. The others describe.
 *
 * @param path its name, and the name of a part of it
 */
export function decidesAccess(kind: string, [name, part]: readonly (string | number)[]): boolean {
  if (kind === accountAssociation.type) return name === "vendor";
  const spec = [...accessKinds, ...offerKinds].find(({ type }) => type === kind);
  const field = Object.entries(spec?.fields ?? {}).find(([one]) => one === name)?.[1];
  if (field === undefined || field.presence === "computed" || kind === group.type) return false;
  if (name === "oidc" && part !== undefined) return ADMITTING.includes(String(part));
  const { parent, clientOnly } = field.options;
  return !["name", "description", "company"].includes(String(name)) && parent !== true && clientOnly !== true;
}

/** Returns the parts of an identity provider that decide who can sign in, as whom, and in which groups. */
export const admittingParts = (oidc: unknown): readonly unknown[] =>
  ADMITTING.map((name) => {
    const value = isValues(oidc) ? oidc[name] : undefined;
    return value ?? (name === CORRELATION ? DEFAULT_CORRELATION : "");
  });

const CORRELATION = "correlationRule";
const ADMITTING: readonly string[] = ["issuer", "clientId", "groupsClaim", CORRELATION];
const DEFAULT_CORRELATION = identityProvider.fields.oidc.type.fields.correlationRule.options.serverDefault.value;

/** Returns the roles for people who are not known yet: of invites, of identity providers, and of mappings. `who` says who they are. */
export function offersIn(objects: readonly LiveObject[]) {
  const byUid = new Map(objects.map((object) => [object.uid, object]));
  const offering = objects.filter(({ spec }) => offerKinds.some(({ type }) => type === spec.type));
  return offering.flatMap((object) => {
    const granted = roleGrantOf(object);
    const { spec, uid, parentUid = "", values } = object;
    if (granted === undefined) return [];
    const provider = [object, byUid.get(parentUid)].find((one) => isValues(one?.values.oidc))?.values;
    const who = whoComes(granteeOf(spec, values).words, provider);
    // It identifies these people. Each invite has its own code, and it is unknown who has it.
    const key = spec.peculiar?.mayLapse ? uid : JSON.stringify([who, ...admittingParts(provider?.oidc)]);
    return [{ uid, key, who, roleUid: granted.roleUid, groupUid: granted.groupUid }];
  });
}

function whoComes(words: string, provider: Values | undefined): string {
  const [issuer] = admittingParts(provider?.oidc);
  return typeof issuer === "string" && issuer !== "" ? `${words} (${issuer})` : words;
}
