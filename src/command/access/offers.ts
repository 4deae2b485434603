import { isValues, type Values } from "../../description/spec/values";
import { type Granted, granteeOf, roleGrantOf } from "../organization/grants";
import type { LiveObject } from "../organization/read";
import { admittingParts, isOffer } from "./kinds";

/** A role for people who are not known yet: of an invite, of an identity provider, or of a mapping. */
export interface Offer extends Pick<Granted, "roleUid" | "groupUid"> {
  readonly uid: string;
  /** Identifies these people. */
  readonly key: string;
  /** Who they are, in words. */
  readonly who: string;
}

export function offersIn(objects: readonly LiveObject[]): Offer[] {
  const byUid = new Map(objects.map((object) => [object.uid, object]));
  return objects.filter(isOffer).flatMap((object): Offer[] => {
    const granted = roleGrantOf(object);
    const { spec, uid, parentUid = "", values } = object;
    if (granted === undefined) return [];
    const provider = [object, byUid.get(parentUid)].find((one) => isValues(one?.values.oidc))?.values;
    const who = whoComes(granteeOf(spec, values).words, provider);
    // Each invite has its own code, and it is unknown who has it.
    const key = spec.peculiar?.mayLapse ? uid : JSON.stringify([who, ...admittingParts(provider?.oidc)]);
    return [{ uid, key, who, roleUid: granted.roleUid, groupUid: granted.groupUid }];
  });
}

function whoComes(words: string, provider: Values | undefined): string {
  const [issuer] = admittingParts(provider?.oidc);
  return typeof issuer === "string" && issuer !== "" ? `${words} (${issuer})` : words;
}
