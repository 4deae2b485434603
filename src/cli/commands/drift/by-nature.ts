import { inputFields, type ResourceSpec } from "../../../spec/resource";
import { isValues } from "../../../spec/values";
import type { LiveObject } from "../../organization/read";
import type { Grant } from "./grants";

/** Why an object that no resource holds is no finding: it is there because of something else, and no program declares it. */
export type Reason = "person" | "mirrored" | "signIn";

/** What is known of the organisation when an object is judged. */
export interface Known {
  /** The object of a uid, the container where one shares it. */
  readonly at: (uid: string) => LiveObject | undefined;
  /** Objects that the stack holds. */
  readonly held: readonly LiveObject[];
  readonly grantOf: (object: LiveObject) => Grant | undefined;
}

/**
 * Why an object is there by nature; undefined for one that somebody made.
 *
 * - People come by signing in, or by SCIM: their identities have no relationship, which every identity of a program has.
 * - A repo that mirrors another has its tags from its source (platform API: REG-3).
 * - Where an identity provider of the stack, or a mapping of it, grants a role to people, the platform makes their bindings.
 */
export function reasonFor(object: LiveObject, known: Known): Reason | undefined {
  if (!isDeclarable(object)) return "person";
  const parent = object.parentUid === undefined ? undefined : known.at(object.parentUid);
  if (parent?.spec.fields.syncConfig !== undefined && isValues(parent.values.syncConfig)) return "mirrored";
  const grant = known.grantOf(object);
  if (grant?.identity === undefined || !isPersons(object, grant.identity.uid, known)) return undefined;
  const isDeclared = known.held.some((held) => {
    const rule = known.grantOf(held);
    return rule !== undefined && rule.identity === undefined && isSameGrant(rule, grant) && isStanding(held.spec);
  });
  return isDeclared ? "signIn" : undefined;
}

const isSameGrant = (rule: Grant, { role, group }: Grant): boolean =>
  rule.role.uid === role.uid && rule.group.uid === group.uid;

/** Whether what it grants goes to all who come, and not to one who redeems it. */
const isStanding = (spec: ResourceSpec): boolean => spec.isConsumed !== true;

/** Whether a binding is that of a person. An identity beyond what was read is told by its e-mail address. */
function isPersons({ values }: LiveObject, identityUid: string, { at }: Known): boolean {
  const identity = at(identityUid);
  if (identity !== undefined) return !isDeclarable(identity);
  return isValues(values.identity) && typeof values.identity.email === "string" && values.identity.email !== "";
}

/** Whether a program could declare an object: it has one of the fields of which each needs one. */
function isDeclarable({ spec, values }: LiveObject): boolean {
  const choices = new Map<string, boolean>();
  for (const [name, { options }] of inputFields(spec.fields)) {
    const choice = options.exactlyOneOf;
    if (choice !== undefined) choices.set(choice, choices.get(choice) === true || values[name] !== undefined);
  }
  return [...choices.values()].every((isThere) => isThere);
}
