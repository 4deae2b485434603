/** Options of a field. Special cases of a single resource do not belong here, but in its `peculiar`. */
export interface FieldOptions {
  /** The uid of the parent: in the path of a create, and the beginning of the resource's own uid. Immutable. */
  readonly parent?: true;
  /** Part of the key that is unique under the parent. */
  readonly key?: true;
  /** A change replaces the resource. */
  readonly immutable?: true;
  /** Always hidden: secret in state, previews and outputs. */
  readonly secret?: true;
  /** A copy from another object, which may have it as a secret. Lookups return it, and no state has it. */
  readonly copied?: true;
  /** Sent but never returned. */
  readonly writeOnly?: true;
  /** Name on the wire, if different. In braces: the name of the setting that holds it. */
  readonly sentAs?: string;
  /** Dotted path in the response to read the value from, if the field itself is empty. */
  readonly readFrom?: string;
  /** Query parameter of List that filters by this field. */
  readonly filter?: string;
  /** The server may normalize the value. The program's spelling is kept, and only a later change on the server is drift. */
  readonly serverNormalized?: true;
  /**
   * When the server sets a default if no value is given:
   * - `true`: at creation, like the `expirationTime` of static keys;
   * - `anytime`: always, like the `kind` of an organization, so that its change is no drift;
   * - `kept`: like `anytime`, and omitting it never clears it, because states of earlier releases record it without a note;
   * - `from`: while this sibling is set. A repo has its description from `syncConfig`, and an `inherited` value always has it from there;
   * - `value`: always this one, so that somebody chose any other.
   * Any other change of a value is drift.
   */
  readonly serverDefault?:
    | true
    | "anytime"
    | "kept"
    | { readonly from: string; readonly inherited?: true }
    | { readonly value: string; readonly from?: never };
  /** The sibling without which the platform refuses a value. */
  readonly needs?: string;
  /**
   * Path of the computed switch that clears the value on the platform: `scim.enabled` clears `defaultRole`. While it is on, an absent value
   * is as recorded. A new object has it off, and then the platform requires a value.
   */
  readonly clearedBy?: string;
  /** Used only by this package: never sent and never returned. A change replaces nothing. */
  readonly clientOnly?: true;
  /**
   * Which responses have a computed value: all (`always`), only that of create (`once`; later operations keep the recorded value), or only
   * those of Get (`get`; so a create is followed by a Get). The server itself changes a `changing` value, which is never drift, and which
   * `get` of a resource does not return.
   */
  readonly returned?: "always" | "always changing" | "changing" | "once" | "get";
  /** The group of which exactly one, at most one or at least one field must be set. */
  readonly oneof?: Oneof;
  /** Name of the TypeScript type of the message or enum, if the field's own name does not say what it is. */
  readonly typeName?: string;
  /** The additional capability that setting the field requires, and that no role of a customer may have. */
  readonly staffOnly?: `CAP_${string}`;
  /** Has a path of its own, `{uid}/{segment}`, and the name `property` there. */
  readonly subresource?: { readonly segment: string; readonly property: string };
}

export interface Oneof {
  readonly name: string;
  /** Unless at least one is to be set, setting a field clears the others of the group. */
  readonly given: "exactly one" | "at most one" | "at least one";
  /** Why only one can be given, for the message. */
  readonly because?: string;
}

export const isAlwaysReturned = ({ returned }: FieldOptions): boolean =>
  returned === "always" || returned === "always changing";

export const isChanging = ({ returned }: FieldOptions): boolean =>
  returned === "changing" || returned === "always changing";

/** The option of a field that must be given if no other field of the oneof is. */
export const exactlyOneOf = (name: string) => ({ oneof: { name, given: "exactly one" } }) as const;

export const atMostOneOf = (name: string) => ({ oneof: { name, given: "at most one" } }) as const;
