import { valueAt } from "../../../core/state/paths";
import { identityProvider } from "../../../description/resources/identity-provider";
import { oneofsIn } from "../../../description/spec/resource";
import { ownerOf } from "../../../description/spec/rules";
import { isValues, type Values } from "../../../description/spec/values";
import type { Grant } from "../../organization/grants";
import type { LiveObject } from "../../organization/read";

/**
 * Why an unmanaged object is not a finding: something else creates it, so no program declares it.
 *
 * - Sign-in or SCIM creates the identities of people. These have an e-mail address, and no relationship, which every identity of a program
 *   has. Without an address, it may be a machine with a relationship that this version does not know.
 * - A repo that mirrors another gets its tags from its source (platform API: REG-3).
 */
export type Exemption = "person" | "mirrored";

export interface Known {
  readonly at: (uid: string) => LiveObject | undefined;
  readonly managed: readonly LiveObject[];
  readonly recordedOf: (managed: LiveObject) => Values;
  readonly grantOf: (object: LiveObject) => Grant | undefined;
}

export function exemptionOf(object: LiveObject, known: Known): Exemption | undefined {
  if (isPerson(object)) return "person";
  const parent = object.parentUid === undefined ? undefined : known.at(object.parentUid);
  return parent?.spec.fields.syncConfig !== undefined && isValues(parent.values.syncConfig) ? "mirrored" : undefined;
}

/** What creates a grant of a person: the SCIM of an identity provider, or a sign-in, which binds the default role. */
export interface Explanation {
  /** uid of the identity provider. */
  readonly byUid: string;
  readonly through: "scim" | "sign-in";
}

/**
 * Returns what explains a grant: the identity provider that the platform names, or one of the stack, which binds its default role to a
 * person at the first sign-in. A mapping explains no grant, because it gives its role to a session and creates no role binding (platform
 * API: IAM-17).
 *
 * Somebody can create the grant of a sign-in by hand, too. So if the platform returns the issuer of a person, the identity provider must
 * have the same one. Grants from before SCIM cleared the default role (IAM-33) stay explained while the stack records it.
 */
export function explanationOf(object: LiveObject, known: Known): Explanation | undefined {
  const owner = ownerOf(object.spec, object.values);
  if (owner !== undefined) return { byUid: owner.uid, through: "scim" };
  const provider = providerFor(object, known);
  return provider && { byUid: provider.uid, through: "sign-in" };
}

function providerFor(object: LiveObject, known: Known): LiveObject | undefined {
  const grant = known.grantOf(object);
  if (grant?.identity === undefined || !isPersons(object, grant.identity.uid, known)) return undefined;
  const issuer = valueAt(object.values, ["identity", "issuer"]);
  return known.managed.find((managed) => {
    if (managed.spec.type !== identityProvider.type) return false;
    const rule = known.grantOf({ ...managed, values: { ...known.recordedOf(managed), ...managed.values } });
    const isSame = rule?.role.uid === grant.role.uid && rule.group.uid === grant.group.uid;
    return isSame && (!issuer || issuer === valueAt(managed.values, ["oidc", "issuer"]));
  });
}

/** Whether a binding is that of a person. If the identity was not read, its e-mail address shows it. */
function isPersons({ values }: LiveObject, identityUid: string, { at }: Known): boolean {
  const identity = at(identityUid);
  if (identity !== undefined) return isPerson(identity);
  return Boolean(valueAt(values, ["identity", "email"]));
}

/** Whether an object is the identity of a person. A program could not declare it: it has no field of a group of which one is required. */
function isPerson({ spec, values }: LiveObject): boolean {
  const choices = oneofsIn(spec.fields).filter(({ given }) => given === "exactly one");
  const isDeclarable = choices.every(({ members }) => members.some((name) => values[name] !== undefined));
  return !isDeclarable && [values.email, values.emailUnverified].some(Boolean);
}
