import { inputFields } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isEqual, isValues, type Values } from "../../spec/values";
import { findSpec } from "../organization/read";
import { HIDDEN, type PlannedState, type PlannedStep } from "../stack/preview";
import { recordedValue } from "./actors";
import { admittingParts } from "./offers";
import type { PlannedReferences } from "./references";

/** A step with an unknown effect. */
export interface UnknownEffect {
  readonly urn: string;
  /** The reason, as the end of a sentence: `roleUid is only known after the update`. */
  readonly why: string;
}

/** A resource that is in one of several new groups. It counts in the lowest one, where its role counts in any case. */
export interface Ambiguous {
  readonly urn: string;
  readonly uid: string;
  readonly orElse: readonly string[];
}

/** The planned values of objects that decide access. */
export class PlannedValues {
  readonly ambiguous: Ambiguous[] = [];

  constructor(private readonly references: PlannedReferences) {}

  /**
   * Returns the values of inputs, with references as uids. Undefined if a value that decides access is unknown.
   *
   * @param unknown receives the reason
   */
  resolved(step: PlannedStep, names: readonly string[], unknown: UnknownEffect[] = []): Values | undefined {
    const { urn, after } = step;
    const spec = findSpec(step.kind);
    if (spec === undefined || after === undefined) return undefined;
    const values: Record<string, unknown> = {};
    for (const name of names) {
      const type = spec.fields[name]?.type;
      const refers = referredType(type) !== undefined;
      const why = refers ? this.#refer(values, { urn, after, name }) : whyUnknown(after, name);
      if (why === undefined && !refers) values[name] = after.inputs[name];
      if (why === undefined || !(refers || GRANTS.has(name))) continue;
      unknown.push({ urn, why });
      return undefined;
    }
    return values;
  }

  /** Adds the uid that an input refers to. Returns the reason if it is unknown. */
  #refer(
    values: Record<string, unknown>,
    { urn, after, name }: { urn: string; after: PlannedState; name: string },
  ): string | undefined {
    if (after.inputs[name] === undefined) return undefined;
    const meant = this.references.meant(urn, after, name);
    if ("why" in meant) return meant.why;
    values[name] = meant.uid;
    if (meant.orElse !== undefined && !this.ambiguous.some((known) => known.urn === urn))
      this.ambiguous.push({ urn, uid: meant.uid, orElse: meant.orElse });
    return undefined;
  }
}

/** Returns the names of the inputs that an update changes. It sends only the differences from the recorded state. */
export function changedInputs(step: PlannedStep): string[] {
  const { before, after } = step;
  return inputFields(findSpec(step.kind)?.fields ?? {}).flatMap(([name, { type }]) => {
    const recorded = before && recordedValue(before, name);
    // A preview hides both values of a secret, so it may have changed.
    const isKnownEqual = !holdsSecret(recorded) && isEqual(type, recorded, after?.inputs[name]);
    return isKnownEqual ? [] : [name];
  });
}

/** Inputs other than references that decide access, and their parts that do. */
const GRANTS: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["capabilities", (value) => value],
  ["oidc", admittingParts],
]);

/** Keeps the correlation rule that the server chose, unless the program sets one. */
export function keptRule({ oidc: was }: Values, { oidc: is }: Values, before: PlannedState | undefined): Values {
  const asked = before?.inputs.oidc;
  const isMentioned = [is, asked].some((oidc) => isValues(oidc) && oidc.correlationRule !== undefined);
  if (isMentioned || !isValues(is) || !isValues(was) || was.correlationRule === undefined) return {};
  return { oidc: { ...is, correlationRule: was.correlationRule } };
}

const holdsSecret = (value: unknown): boolean => value === HIDDEN || (Array.isArray(value) && value.includes(HIDDEN));

/** Returns why an input that decides access is unknown. Undefined if it is known. */
export function whyUnknown({ inputs }: PlannedState, name: string): string | undefined {
  const value = GRANTS.get(name)?.(inputs[name]) ?? inputs[name];
  if (holdsSecret(value)) return `${name} is secret`;
  return containsUnknown(value) ? `${name} is only known after the update` : undefined;
}
