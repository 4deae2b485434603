import { group } from "../../resources/group";
import { identityProvider } from "../../resources/identity-provider";
import { isValues, type Values } from "../../spec/values";
import { granteeOf, roleGrantOf } from "../organization/grants";
import type { LiveObject } from "../organization/read";
import { type AccessModel, accessKinds, type Binding, type Identity } from "./model";
import { uncountedKinds } from "./read";

/** Whether an object would grant a role to people who are not known yet. */
export const isOffer = ({ spec }: LiveObject): boolean => uncountedKinds.some(({ type }) => type === spec.type);

/**
 * Whether a field decides who can act as an identity, who gets a role, or what a role allows. The others describe.
 *
 * @param path its name, and the name of a part of it
 */
export function decidesAccess(kind: string, [name, part]: readonly (string | number)[]): boolean {
  const spec = [...accessKinds, ...uncountedKinds].find(({ type }) => type === kind);
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

/** Returns a model in which the people of each invite, identity provider and mapping are an identity, and its role is a binding. */
export function withOffers(model: AccessModel, objects: readonly LiveObject[]): AccessModel {
  const byUid = new Map(objects.map((object) => [object.uid, object]));
  const identities = new Map<string, Identity>(model.identities);
  const bindings = new Map<string, Binding>(model.bindings);
  for (const object of objects.filter(isOffer)) {
    const granted = roleGrantOf(object);
    if (granted === undefined) continue;
    const { spec, uid, parentUid = "", values } = object;
    const provider = [object, byUid.get(parentUid)].find((one) => isValues(one?.values.oidc))?.values;
    const who = whoComes(granteeOf(spec, values).words, provider);
    // Each invite has its own code, and it is unknown who has it.
    const key = spec.peculiar?.mayLapse ? uid : JSON.stringify([who, ...admittingParts(provider?.oidc)]);
    identities.set(key, { uid: key, name: "", who });
    bindings.set(uid, { uid, identityUid: key, roleUid: granted.roleUid, groupUid: granted.groupUid });
  }
  return { ...model, identities, bindings };
}

function whoComes(words: string, provider: Values | undefined): string {
  const [issuer] = admittingParts(provider?.oidc);
  return typeof issuer === "string" && issuer !== "" ? `${words} (${issuer})` : words;
}
