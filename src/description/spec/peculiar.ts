/** What is special about a single kind. Readers of other kinds need not know it. */
export interface Peculiar {
  /** Organization: its objects are the roots of another kind. They have no parent, and references to that kind may refer to them. */
  readonly rootOf?: string;
  /** Organization: only the platform's staff creates and deletes its objects. Roles of customers do not grant it. */
  readonly staffOnly?: true;
  /** Organization: the input that allows a delete, because too much would be lost with the object. */
  readonly deletableIf?: string;
  /** ExternalGroupRoleMapping: a delete of its parent deletes it too. Other kinds block the delete of their parent. */
  readonly deletedWithParent?: true;
  /** GroupInvite: the object ends when it is used or its `expirationTime` has passed. Drift only if the input `recreateWhenGone` says so. */
  readonly mayLapse?: true;
  /** IdentityProvider: some deployments route List to Get, which then finds nothing (platform API: IAM-13). */
  readonly listMayBeShadowed?: true;
  /** IdentityProvider: values that matter to whoever adopts the object, by the path of the computed field. */
  readonly namedOnAdoption?: Readonly<Record<string, readonly string[]>>;
  /**
   * RoleBinding: `POST {collection}:batchCreate` creates up to `max` of them under one parent, all or none (AIP-231): `{ parent, requests:
   * [{ parent, roleBinding: … }] }`. The key identifies the items of the response.
   */
  readonly batchCreate?: { readonly max: number };
  /** RoleBinding: values of a computed field by which something else manages the object, with its name. `owner` has the provider's uid. */
  readonly ownedBy?: {
    readonly field: string;
    readonly values: Readonly<Record<string, string>>;
    readonly owner: string;
  };
  /** ScimToken, TermsAcceptance: the computed values that a change of an input may change. */
  readonly outputsOf?: Readonly<Record<string, readonly string[]>>;
  /** Tag: query that every List needs in order to return all objects. */
  readonly listQuery?: readonly (readonly [key: string, value: string])[];
  /** TermsAcceptance: several Pulumi resources may share one uid, each managing a part of the object. */
  readonly managedInParts?: true;
}
