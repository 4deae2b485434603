import { identityProvider } from "../../resources/identity-provider";
import { isValues, type Values } from "../../spec/values";
import { granteeOf, roleGrantOf } from "../organization/grants";
import type { LiveObject } from "../organization/read";
import { type Change, difference, rolesBehind } from "./difference";
import type { AccessModel } from "./model";
import { uncountedKinds } from "./read";

/** Compares what invites, identity providers and mappings would give to people who are not known yet. */

/** What people gain or lose by an invite, an identity provider or a mapping. */
export interface OfferChange extends Change {
  /** Who these people are, in words. */
  readonly who: string;
  /** uids of the roles that cause it. */
  readonly roleUids: readonly string[];
}

/** A role that people would get. */
interface Offer {
  /** Identifies these people. */
  readonly key: string;
  readonly who: string;
  readonly roleUid: string;
  readonly groupUid: string;
}

/** Whether an object would grant a role to people who are not known yet. */
export const isOffer = ({ spec }: LiveObject): boolean => uncountedKinds.some(({ type }) => type === spec.type);

/** Returns the parts of an identity provider that decide who can sign in, as whom, and in which groups. */
export const admittingParts = (oidc: unknown): readonly unknown[] =>
  ["issuer", "clientId", "groupsClaim", CORRELATION].map((name) => {
    const value = isValues(oidc) ? oidc[name] : undefined;
    return value ?? (name === CORRELATION ? DEFAULT_CORRELATION : "");
  });

const CORRELATION = "correlationRule";
const DEFAULT_CORRELATION = identityProvider.fields.oidc.type.fields.correlationRule.options.serverDefault.value;

/** Access before or after a change. */
interface Access {
  readonly model: AccessModel;
  readonly objects: readonly LiveObject[];
}

/** Returns what these people gain and lose. The comparison is the same as for identities. */
export function offerChanges(before: Access, after: Access): OfferChange[] {
  const [old, now] = [offersIn(before.objects), offersIn(after.objects)];
  const names = new Map([...old, ...now].map(({ key, who }) => [key, who]));
  const [earlier, later] = [withOffers(before.model, old), withOffers(after.model, now)];
  return difference(earlier, later).map((change) => ({
    ...change,
    who: names.get(change.identityUid) ?? "",
    roleUids: rolesBehind(change.isGain ? later : earlier, change),
  }));
}

/** Returns a model that has these people as its only identities. */
const withOffers = (model: AccessModel, offers: readonly Offer[]): AccessModel => ({
  ...model,
  identities: new Map(offers.map(({ key, who }) => [key, { uid: key, name: who }])),
  bindings: new Map(
    offers.map(({ key, roleUid, groupUid }, i) => [String(i), { uid: String(i), identityUid: key, roleUid, groupUid }]),
  ),
});

function offersIn(objects: readonly LiveObject[]): Offer[] {
  const byUid = new Map(objects.map((object) => [object.uid, object]));
  return objects.filter(isOffer).flatMap((object): Offer[] => {
    const granted = roleGrantOf(object);
    if (granted === undefined) return [];
    const { spec, uid, parentUid = "", values } = object;
    const provider = [object, byUid.get(parentUid)].find((one) => isValues(one?.values.oidc))?.values;
    const who = whoComes(granteeOf(spec, values).words, provider);
    // Each invite has its own code, and it is unknown who has it.
    const key = spec.peculiar?.mayLapse ? uid : JSON.stringify([who, ...admittingParts(provider?.oidc)]);
    return [{ key, who, roleUid: granted.roleUid, groupUid: granted.groupUid }];
  });
}

function whoComes(words: string, provider: Values | undefined): string {
  const [issuer] = admittingParts(provider?.oidc);
  return typeof issuer === "string" && issuer !== "" ? `${words} (${issuer})` : words;
}
