import { group } from "../../resources/group";
import { identity } from "../../resources/identity";
import { role } from "../../resources/role";
import { roleBinding } from "../../resources/role-binding";
import type { ResourceSpec } from "../../spec/resource";
import { isValues, type Values } from "../../spec/values";
import { isWithin } from "../../uid";
import { type LiveObject, specOf } from "../organization/read";

/** Who may do what, as role bindings say it. Pure: it asks nothing. */

/** A group. Where it lies is what its uid begins with. */
export interface Group {
  readonly uid: string;
  readonly name: string;
}

/** Somebody or something that acts. People lie in no group. */
export interface Identity {
  readonly uid: string;
  /** Its name, or the e-mail address of a person without one; empty where neither is known. */
  readonly name: string;
  /** When its static keys end, in milliseconds since 1970; absent for other identities. */
  readonly keysEndAt?: number;
}

/** A set of capabilities. */
export interface Role {
  readonly uid: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  /** The platform brings it along. */
  readonly isBuiltIn: boolean;
}

/** A grant: the identity has the role in the group, and in all groups below it. */
export interface Binding {
  readonly uid: string;
  readonly groupUid: string;
  readonly identityUid: string;
  readonly roleUid: string;
}

/** What access follows from, by uid. */
export interface AccessModel {
  readonly groups: ReadonlyMap<string, Group>;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** The kinds that access follows from. */
export const accessKinds: readonly ResourceSpec[] = [group, identity, role, roleBinding].map(({ type }) =>
  specOf(type),
);

/**
 * The model of some objects: groups, identities, roles and role bindings; others do not count. Identities that only bindings
 * name are among its identities: people lie in no group, so that no list of an organization has them.
 */
export function modelOf(objects: readonly LiveObject[]): AccessModel {
  const of = (type: string) => objects.filter(({ spec }) => spec.type === type);
  // One that lies in no group is of the platform's own people, and holds everywhere.
  const bound = of(roleBinding.type).filter(({ parentUid }) => parentUid !== undefined);
  return {
    groups: byUid(of(group.type).map(({ uid, values }) => ({ uid, name: textOf(values.name) }))),
    roles: byUid(of(role.type).map(roleFrom)),
    identities: byUid(
      [...bound.map(boundIdentity), ...of(identity.type).map(identityFrom)].sort(
        (a, b) => Number(a.name !== "") - Number(b.name !== ""),
      ),
    ),
    bindings: byUid(
      bound.map(({ uid, parentUid = "", values }) => ({
        uid,
        groupUid: parentUid,
        identityUid: textOf(values.identityUid),
        roleUid: textOf(values.roleUid),
      })),
    ),
  };
}

const roleFrom = ({ uid, values: { name, capabilities } }: LiveObject): Role => ({
  uid,
  name: textOf(name),
  capabilities: Array.isArray(capabilities) ? capabilities.filter((item) => typeof item === "string") : [],
  isBuiltIn: !uid.includes("/"),
});

function identityFrom({ uid, values }: LiveObject): Identity {
  const { staticKeys } = values;
  const end = isValues(staticKeys) ? Date.parse(textOf(staticKeys.expirationTime)) : Number.NaN;
  return { uid, name: nameIn(values), ...(Number.isNaN(end) ? {} : { keysEndAt: end }) };
}

const boundIdentity = ({ values: { identity: summary, identityUid } }: LiveObject): Identity => ({
  uid: textOf(identityUid),
  // A planned binding may name another identity than its summary, which is of what was read.
  name: isValues(summary) && summary.uid === identityUid ? nameIn(summary) : "",
});

const nameIn = ({ name, email }: Values): string => textOf(name) || textOf(email);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const byUid = <T extends { readonly uid: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map((item) => [item.uid, item]));

/** What a binding grants; nothing where its role is not known. */
export const grantedBy = ({ roles }: AccessModel, { roleUid }: Binding): readonly string[] =>
  roles.get(roleUid)?.capabilities ?? [];

/** What an answer is asked for. */
export interface Question {
  readonly identityUid: string;
  readonly capability: string;
  readonly groupUid: string;
}

/** The bindings that give an identity a capability in a group: those in the group and above it whose role has the capability. */
export const chainsTo = (model: AccessModel, { identityUid, capability, groupUid }: Question): readonly Binding[] =>
  [...model.bindings.values()].filter(
    (binding) =>
      binding.identityUid === identityUid &&
      isWithin(binding.groupUid, groupUid) &&
      grantedBy(model, binding).includes(capability),
  );

/** Whether an identity may do something in a group. */
export const isAllowed = (model: AccessModel, question: Question): boolean => chainsTo(model, question).length > 0;
