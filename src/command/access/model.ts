import { group } from "../../description/resources/group";
import { identity } from "../../description/resources/identity";
import { role } from "../../description/resources/role";
import { roleBinding } from "../../description/resources/role-binding";
import { ownerOf } from "../../description/spec/rules";
import { isValues, type Values } from "../../description/spec/values";
import { isWithin, parentOf } from "../../description/uid";
import type { LiveObject } from "../organization/read";
import { offersIn } from "./kinds";

/** The access that role bindings, invites, default roles and mappings of external groups give. It sends no requests. */

export interface Identity {
  readonly uid: string;
  /** Its name, or the e-mail address of a person without a name. Empty if both are unknown. */
  readonly name: string;
  /** Who they are, in words, for people who are not known yet: those of an invite, an identity provider or a mapping. */
  readonly who?: string;
}

export interface Role {
  readonly uid: string;
  readonly name: string;
  readonly capabilities: readonly string[];
}

/** The group uid of a role binding that is in no group, which counts in every group. Only the platform's administrators have one. */
export const EVERYWHERE = "";

/** The identity has the role in the group, and in all groups below it. */
export interface Binding {
  /** uid of the role binding, invite, identity provider or mapping. */
  readonly uid: string;
  /** May be EVERYWHERE. */
  readonly groupUid: string;
  readonly identityUid: string;
  readonly roleUid: string;
  /** What manages a role binding that no program can manage: `SCIM`. */
  readonly managedBy?: string | undefined;
}

export interface AccessModel {
  /** Names of groups, by uid. */
  readonly groups: ReadonlyMap<string, string>;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Returns the model of objects, with identities that only role bindings name (no list contains people), and one for the people of each offer. */
export function modelOf(objects: readonly LiveObject[]): AccessModel {
  const of = (type: string) => objects.filter(({ spec }) => spec.type === type);
  const bound = of(roleBinding.type);
  const offers = offersIn(objects);
  return {
    groups: new Map(of(group.type).map(({ uid, values }) => [uid, textOf(values.name)])),
    roles: byUid(of(role.type).map(roleFrom)),
    identities: byUid([
      ...offers.map(({ key, who }) => ({ uid: key, name: "", who })),
      ...[
        ...bound.map(boundIdentity),
        ...of(identity.type).map(({ uid, values }) => ({ uid, name: nameIn(values) })),
      ].sort((a, b) => Number(a.name !== "") - Number(b.name !== "")),
    ]),
    bindings: byUid([
      ...bound.map(({ spec, uid, parentUid = EVERYWHERE, values }) => ({
        uid,
        managedBy: ownerOf(spec, values)?.name,
        groupUid: parentUid,
        identityUid: textOf(values.identityUid),
        roleUid: textOf(values.roleUid),
      })),
      ...offers.map(({ uid, key, roleUid, groupUid }) => ({ uid, groupUid, identityUid: key, roleUid })),
    ]),
  };
}

const roleFrom = ({ uid, values: { name, capabilities } }: LiveObject): Role => ({
  uid,
  name: textOf(name),
  capabilities: Array.isArray(capabilities) ? capabilities.filter((item) => typeof item === "string") : [],
});

const boundIdentity = ({ values: { identity: summary, identityUid } }: LiveObject): Identity => ({
  uid: textOf(identityUid),
  // The summary is from the list. A planned binding may name another identity.
  name: isValues(summary) && summary.uid === identityUid ? nameIn(summary) : "",
});

const nameIn = ({ name, email }: Values): string => textOf(name) || textOf(email);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const byUid = <T extends { readonly uid: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.uid, item]));

/** Returns the capabilities that a binding grants. Empty if its role is unknown. */
export const grantedBy = ({ roles }: AccessModel, { roleUid }: Binding): readonly string[] =>
  roles.get(roleUid)?.capabilities ?? [];

export function byIdentity(bindings: Iterable<Binding>): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const own = found.get(binding.identityUid) ?? [];
    own.push(binding);
    found.set(binding.identityUid, own);
  }
  return found;
}

/** A person is in no group, and can redeem an invite or sign in. A machine cannot. */
export const isPerson = (identityUid: string): boolean => parentOf(identityUid) === undefined;

/** Who gets a role without an identity, in words. Undefined for an identity. */
export const whoOf = ({ identities }: Pick<AccessModel, "identities">, identityUid: string): string | undefined =>
  identities.get(identityUid)?.who;

export const reaches = (above: string, groupUid: string): boolean => above === EVERYWHERE || isWithin(above, groupUid);

interface Question {
  readonly capability: string;
  readonly identityUid?: string | undefined;
  readonly groupUid?: string | undefined;
}

/** Returns the bindings that give a capability, in a group or above it: to any identity, or in any group, if the question names none. */
export const bindingsGiving = (model: AccessModel, { capability, identityUid, groupUid }: Question): Binding[] =>
  [...model.bindings.values()].filter(
    (binding) =>
      (identityUid === undefined || binding.identityUid === identityUid) &&
      (groupUid === undefined || reaches(binding.groupUid, groupUid)) &&
      grantedBy(model, binding).includes(capability),
  );
