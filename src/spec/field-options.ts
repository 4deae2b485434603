/** Options of a field. The list is short and closed: peculiarities of a single resource do not belong here. */
export interface FieldOptions {
  /** The uid of the parent: in the path of create, and the beginning of the resource's own uid. Immutable. */
  readonly parent?: true;
  /** Part of the key that is unique under the parent. */
  readonly key?: true;
  /** A change replaces the resource. */
  readonly immutable?: true;
  /** Never shown: secret in state, previews and outputs. */
  readonly secret?: true;
  /** Anybody who may read the object sees it, and people put passwords into it all the same: a copy leaves it out. */
  readonly mayHoldPassword?: true;
  /** Sent but never returned. */
  readonly writeOnly?: true;
  /** Name on the wire, if different. In braces: the name of the setting that holds it. */
  readonly sentAs?: string;
  /** Dotted path in the answer to read the value from, if the field itself is empty. */
  readonly readFrom?: string;
  /** Query parameter of List that filters by this field. */
  readonly filter?: string;
  /** The server may normalize the value. The user's spelling is kept; only a later change on the server is drift. */
  readonly serverNormalized?: true;
  /**
   * The server may set a default if no value is given: when the object is made, `anytime` later too, or only while the
   * sibling field `from` is set. If the value is `inherited` from there, the server takes no other. One that is
   * `kept` may come anytime too, and leaving it out never clears it: former releases recorded it and noted nothing of it. The
   * server itself changes what is `anytime`, `kept` or `inherited`. Any other change of a default value is drift.
   */
  readonly serverDefault?: true | "anytime" | "kept" | { readonly from: string; readonly inherited?: true };
  /** The value that the server always sets by default: any other was chosen by somebody. */
  readonly defaultValue?: string;
  /** Values of a computed field that matter to whoever takes the object over. */
  readonly namedOnAdoption?: readonly string[];
  /** The root group of the organization that the parent is in: filled in if left out, and no other group is accepted. */
  readonly isOrganization?: true;
  /** The server changes the value by itself: it is never drift, nor an output of `get`. */
  readonly serverManaged?: true;
  /** Used by this package only: never sent, and never read from an answer. A change replaces nothing. */
  readonly clientOnly?: true;
  /** Returned by create only; later operations keep the recorded value. */
  readonly returnedOnce?: true;
  /** Returned by Get only, so a create is followed by a Get. */
  readonly onlyInGet?: true;
  /** Inputs whose change may change this computed value. */
  readonly changesWith?: readonly string[];
  /** A computed value that is in every answer. */
  readonly alwaysReturned?: true;
  /** At most one field of this group may be set. Setting one clears the other. */
  readonly atMostOneOf?: string;
  /** Why only one of the group can be given, for the message. */
  readonly onlyOneBecause?: string;
  /** Exactly one field of this group must be set. Setting another clears the former. */
  readonly exactlyOneOf?: string;
  /** At least one field of this group must be set. */
  readonly atLeastOneOf?: string;
  /** Name of the TypeScript type of the message or enum in it, where the field's own name would not tell. */
  readonly typeName?: string;
  /** The capability that whoever sets it needs beside those of the verb, which no role of a customer may hold. */
  readonly staffOnly?: `CAP_${string}`;
  /** Has its own path, `{uid}/{segment}`, where it is named `property`. */
  readonly subresource?: { readonly segment: string; readonly property: string };
}
