import { identityProvider } from "../../../resources/identity-provider";
import { inputFields } from "../../../spec/resource";
import { isValues } from "../../../spec/values";
import type { Grant } from "../../organization/grants";
import type { LiveObject } from "../../organization/read";

/** Why an object that no resource holds is no finding: it is there because of something else, and no program declares it. */
export type Reason = "person" | "mirrored";

/** What is known of the organization when an object is judged. */
export interface Known {
  /** The object of a uid, the container where one shares it. */
  readonly at: (uid: string) => LiveObject | undefined;
  /** Objects of the stack. */
  readonly held: readonly LiveObject[];
  readonly grantOf: (object: LiveObject) => Grant | undefined;
}

/**
 * Why an object is there by nature; undefined for one that somebody made.
 *
 * - People come by signing in, or by SCIM: their identities have no relationship, which every identity of a program has.
 * - A repo that mirrors another has its tags from its source (platform API: REG-3).
 */
export function reasonFor(object: LiveObject, known: Known): Reason | undefined {
  if (!isDeclarable(object)) return "person";
  const parent = object.parentUid === undefined ? undefined : known.at(object.parentUid);
  return parent?.spec.fields.syncConfig !== undefined && isValues(parent.values.syncConfig) ? "mirrored" : undefined;
}

/**
 * Returns the identity provider of the stack that explains a grant: it binds its default role to people who sign in for the first
 * time. A mapping explains no grant, because it gives its role to a session and makes no role binding (platform API: IAM-17).
 *
 * Somebody can make such a grant by hand, too. So where the platform tells which issuer a person comes from, it must be that of the
 * identity provider.
 */
export function explanationOf(object: LiveObject, known: Known): LiveObject | undefined {
  const grant = known.grantOf(object);
  if (grant?.identity === undefined || !isPersons(object, grant.identity.uid, known)) return undefined;
  const issuer = textIn(object.values.identity, "issuer");
  return known.held.find((held) => {
    if (held.spec.type !== identityProvider.type) return false;
    const rule = known.grantOf(held);
    const isSame = rule?.role.uid === grant.role.uid && rule.group.uid === grant.group.uid;
    return isSame && (issuer === "" || issuer === textIn(held.values.oidc, "issuer"));
  });
}

const textIn = (values: unknown, name: string): string => {
  const value = isValues(values) ? values[name] : undefined;
  return typeof value === "string" ? value : "";
};

/** Whether a binding is that of a person. An identity beyond what was read is told by its e-mail address. */
function isPersons({ values }: LiveObject, identityUid: string, { at }: Known): boolean {
  const identity = at(identityUid);
  if (identity !== undefined) return !isDeclarable(identity);
  return textIn(values.identity, "email") !== "";
}

/** Whether a program could declare an object: it has one of the fields of which each needs one. */
function isDeclarable({ spec, values }: LiveObject): boolean {
  const choices = inputFields(spec.fields).filter(([, { options }]) => options.exactlyOneOf !== undefined);
  const given = new Set(
    choices.flatMap(([name, { options }]) => (values[name] === undefined ? [] : options.exactlyOneOf)),
  );
  return choices.every(([, { options }]) => given.has(options.exactlyOneOf));
}
