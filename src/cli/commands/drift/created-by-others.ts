import { identityProvider } from "../../../resources/identity-provider";
import { oneofsIn } from "../../../spec/resource";
import { isValues } from "../../../spec/values";
import type { Grant } from "../../organization/grants";
import type { LiveObject } from "../../organization/read";

/** Why an unmanaged object is not a finding: something else creates it, so no program declares it. */
export type Reason = "person" | "mirrored";

/** The organization, as needed to judge an object. */
export interface Known {
  /** Returns the object of a uid. If two share it, returns the container. */
  readonly at: (uid: string) => LiveObject | undefined;
  /** Objects that the stack manages. */
  readonly managed: readonly LiveObject[];
  readonly grantOf: (object: LiveObject) => Grant | undefined;
}

/**
 * Returns why no program declares an object. Undefined for an object that somebody created.
 *
 * - Sign-in or SCIM creates the identities of people. These have an e-mail address, and no relationship, which every identity of a program
 *   has. Without an address, it may be a machine with a relationship that this version does not know.
 * - A repo that mirrors another gets its tags from its source (platform API: REG-3).
 */
export function reasonFor(object: LiveObject, known: Known): Reason | undefined {
  if (isPerson(object)) return "person";
  const parent = object.parentUid === undefined ? undefined : known.at(object.parentUid);
  return parent?.spec.fields.syncConfig !== undefined && isValues(parent.values.syncConfig) ? "mirrored" : undefined;
}

/**
 * Returns the identity provider of the stack that explains a grant: at a person's first sign-in it binds its default role to them.
 * A mapping explains no grant, because it gives its role to a session and creates no role binding (platform API: IAM-17).
 *
 * Somebody can create such a grant by hand, too. So if the platform returns the issuer of a person, the identity provider must have
 * the same one.
 */
export function explanationOf(object: LiveObject, known: Known): LiveObject | undefined {
  const grant = known.grantOf(object);
  if (grant?.identity === undefined || !isPersons(object, grant.identity.uid, known)) return undefined;
  const issuer = textIn(object.values.identity, "issuer");
  return known.managed.find((managed) => {
    if (managed.spec.type !== identityProvider.type) return false;
    const rule = known.grantOf(managed);
    const isSame = rule?.role.uid === grant.role.uid && rule.group.uid === grant.group.uid;
    return isSame && (issuer === "" || issuer === textIn(managed.values.oidc, "issuer"));
  });
}

const textIn = (values: unknown, name: string): string => {
  const value = isValues(values) ? values[name] : undefined;
  return typeof value === "string" ? value : "";
};

/** Whether a binding is that of a person. If the identity was not read, its e-mail address shows it. */
function isPersons({ values }: LiveObject, identityUid: string, { at }: Known): boolean {
  const identity = at(identityUid);
  if (identity !== undefined) return isPerson(identity);
  return textIn(values.identity, "email") !== "";
}

/** Whether an object is the identity of a person. A program could not declare it: it has no field of a group of which one is required. */
function isPerson({ spec, values }: LiveObject): boolean {
  const choices = oneofsIn(spec.fields).filter(({ given }) => given === "exactly one");
  const isDeclarable = choices.every(({ members }) => members.some((name) => values[name] !== undefined));
  return !isDeclarable && [values.email, values.emailUnverified].some(Boolean);
}
