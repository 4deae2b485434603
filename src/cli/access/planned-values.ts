import { inputFields } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { containsUnknown } from "../../spec/unknown";
import { isEqual, isValues, type Values } from "../../spec/values";
import { findSpec } from "../organization/read";
import { HIDDEN, type PlannedState, type PlannedStep } from "../stack/preview";
import { admittingParts } from "./offers";
import { recordedValue } from "./opened";
import type { References } from "./references";

/** Something that a preview does not tell. */
export interface Untold {
  readonly urn: string;
  /** As the end of a sentence: `roleUid is not known before the update`. */
  readonly why: string;
}

/** A resource that lies in one of several new groups; it is counted in the lowest, where it counts in any case. */
export interface EitherOf {
  readonly urn: string;
  readonly uid: string;
  readonly orElse: readonly string[];
}

/** The values that the objects of a plan will have, as far as access follows from them. */
export class PlannedValues {
  readonly eitherOf: EitherOf[] = [];

  constructor(private readonly references: References) {}

  /**
   * Values of some inputs, with references as uids. Undefined where one that access follows from is not known.
   *
   * @param untold where to say so
   */
  resolved(step: PlannedStep, names: readonly string[], untold: Untold[] = []): Values | undefined {
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
      untold.push({ urn, why });
      return undefined;
    }
    return values;
  }

  /** Puts the uid that an input means into values; answers why it cannot be told. */
  #refer(
    values: Record<string, unknown>,
    { urn, after, name }: { urn: string; after: PlannedState; name: string },
  ): string | undefined {
    if (after.inputs[name] === undefined) return undefined;
    const meant = this.references.meant(urn, after, name);
    if ("why" in meant) return meant.why;
    values[name] = meant.uid;
    if (meant.orElse !== undefined && !this.eitherOf.some((known) => known.urn === urn))
      this.eitherOf.push({ urn, uid: meant.uid, orElse: meant.orElse });
    return undefined;
  }
}

/** Names of the inputs that an update changes: only what differs from the recorded state is sent. */
export function changedInputs(step: PlannedStep): string[] {
  const { before, after } = step;
  return inputFields(findSpec(step.kind)?.fields ?? {}).flatMap(([name, { type }]) => {
    const recorded = before && recordedValue(before, name);
    // A preview hides both sides of a secret, so that any may have changed.
    const isKnownEqual = !holdsSecret(recorded) && isEqual(type, recorded, after?.inputs[name]);
    return isKnownEqual ? [] : [name];
  });
}

/** Inputs, beside references, that access follows from, and what of them matters. */
const GRANTS: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ["capabilities", (value) => value],
  ["oidc", admittingParts],
]);

/** The correlation rule that the server chose stays, as long as the program does not mention it. */
export function keptRule({ oidc: was }: Values, { oidc: is }: Values, before: PlannedState | undefined): Values {
  const asked = before?.inputs.oidc;
  const isMentioned = [is, asked].some((oidc) => isValues(oidc) && oidc.correlationRule !== undefined);
  if (isMentioned || !isValues(is) || !isValues(was) || was.correlationRule === undefined) return {};
  return { oidc: { ...is, correlationRule: was.correlationRule } };
}

const holdsSecret = (value: unknown): boolean => value === HIDDEN || (Array.isArray(value) && value.includes(HIDDEN));

/** Why an input that access follows from is not known; undefined where it is. */
export function whyUnknown({ inputs }: PlannedState, name: string): string | undefined {
  const value = GRANTS.get(name)?.(inputs[name]) ?? inputs[name];
  if (holdsSecret(value)) return `${name} is secret`;
  return containsUnknown(value) ? `${name} is not known before the update` : undefined;
}
