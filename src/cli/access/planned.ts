import { identity } from "../../resources/identity";
import { inputFields, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { containsUnknown } from "../../spec/unknown";
import { isEqual, type Values } from "../../spec/values";
import { specOf as declared, type LiveObject } from "../organization/read";
import { HIDDEN, type PlannedState, type PlannedStep } from "../stack/preview";
import { accessKinds, isWithin } from "./model";
import { CREATES, keptAs, References, specOf } from "./references";

/** Something that a preview does not tell. */
export interface Untold {
  readonly urn: string;
  /** As the end of a sentence: `roleUid is not known before the update`. */
  readonly why: string;
}

/** Objects as they would be after an update. */
export interface Planned {
  readonly objects: readonly LiveObject[];
  /** Steps whose effect on access cannot be told. Their objects are left out, or as they are. */
  readonly untold: readonly Untold[];
  /** Resources that lie in one of several new groups; they are counted in the lowest, where they count in any case. */
  readonly eitherOf: readonly { readonly urn: string; readonly uid: string; readonly orElse: readonly string[] }[];
}

/** Ops that take the former object away. */
const REMOVES: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);
/** Ops that leave the object as it is. */
const KEEPS: ReadonlySet<string> = new Set([
  "same",
  "refresh",
  "read",
  "read-replacement",
  "read-discard",
  "discard-replaced",
  "remove-pending-replace",
  "import",
  "import-replacement",
]);

/** Whether a step changes an object of some kinds. */
export const changesOneOf = (step: PlannedStep, kinds: readonly ResourceSpec[]): boolean =>
  !KEEPS.has(step.op) && kinds.some(({ type }) => type === keptAs(step.kind));

/**
 * The objects that access follows from as they would be after the planned steps. What cannot be told is never guessed.
 *
 * @param live objects as they are
 * @param steps in the order of the preview
 */
export function applyPlan(live: readonly LiveObject[], steps: readonly PlannedStep[]): Planned {
  const plan = new Plan(live, steps);
  plan.apply(steps.filter((step) => changesOneOf(step, accessKinds)));
  return plan;
}

class Plan implements Planned {
  readonly #objects: Map<string, LiveObject>;
  /** uids of new resources whose object is there already, by URN. */
  readonly #adopted = new Map<string, string>();
  readonly #references: References;
  readonly untold: Untold[] = [];
  readonly eitherOf: { urn: string; uid: string; orElse: readonly string[] }[] = [];

  constructor(live: readonly LiveObject[], steps: readonly PlannedStep[]) {
    this.#objects = new Map(live.map((object) => [object.uid, object]));
    // Of the steps of a replacement, the one that makes the object says what it will be.
    const inOrder = [...steps].sort((a, b) => Number(CREATES.has(a.op)) - Number(CREATES.has(b.op)));
    this.#references = new References(new Map(inOrder.map((step) => [step.urn, step])), this.#adopted);
  }

  get objects(): LiveObject[] {
    return [...this.#objects.values()];
  }

  apply(steps: readonly PlannedStep[]): void {
    const creating = [...new Map(steps.filter(({ op }) => CREATES.has(op)).map((step) => [step.urn, step])).values()];
    for (const step of creating) this.#adopt(step);
    for (const step of steps) if (REMOVES.has(step.op)) this.#remove(step);
    for (const step of creating) this.#add(step);
    for (const step of steps) {
      if (step.op === "update") this.#update(step);
      else if (!REMOVES.has(step.op) && !CREATES.has(step.op))
        this.untold.push({ urn: step.urn, why: `this version does not know the step "${step.op}"` });
    }
  }

  /** A create of what is there already, by uid or by key, adopts it or is refused: it makes no second object. */
  #adopt(step: PlannedStep): void {
    const [spec, after] = [specOf(step), step.after];
    if (spec === undefined || after === undefined) return;
    const named = after.inputs.adoptUid;
    if (typeof named === "string" && this.#objects.has(named)) {
      this.#adopted.set(step.urn, named);
      return;
    }
    const keys = keyFields(spec);
    const parent = parentField(spec)?.[0];
    const wanted = this.#resolved(step, [...keys.map(([name]) => name), ...(parent === undefined ? [] : [parent])]);
    if (wanted === undefined || keys.length === 0) return;
    const found = this.objects.filter(
      ({ uid, spec: { type }, parentUid, values }) =>
        type === keptAs(spec.type) &&
        uid !== step.before?.uid &&
        parentUid === (parent === undefined ? undefined : wanted[parent]) &&
        keys.every(([name, { type: keyType }]) => isEqual(keyType, values[name], wanted[name])),
    );
    const [only] = found;
    if (only !== undefined && found.length === 1) this.#adopted.set(step.urn, only.uid);
  }

  #remove({ before }: PlannedStep): void {
    if (before?.uid === undefined || before.isRetained || [...this.#adopted.values()].includes(before.uid)) return;
    for (const uid of this.#objects.keys()) if (isWithin(before.uid, uid)) this.#objects.delete(uid);
  }

  #add(step: PlannedStep): void {
    const { urn, after } = step;
    const spec = specOf(step);
    if (spec === undefined || after === undefined) return;
    const names = inputFields(spec.fields).map(([name]) => name);
    const values = this.#resolved(step, names, this.untold);
    if (values === undefined) return;
    const uid = this.#references.uidOf(step);
    const parent = parentField(spec)?.[0];
    const parentUid = parent === undefined ? undefined : values[parent];
    const former = this.#objects.get(uid);
    this.#objects.set(uid, {
      spec: declared(keptAs(spec.type)),
      uid,
      ...(typeof parentUid === "string" ? { parentUid } : {}),
      values: { ...former?.values, ...values, name: values.name ?? nameIn(urn) },
    });
  }

  /** What others changed meanwhile stays: only what differs from the recorded state is sent. */
  #update(step: PlannedStep): void {
    const { urn, before, after } = step;
    const [spec, former] = [specOf(step), this.#objects.get(this.#references.uidOf(step))];
    if (former === undefined) this.untold.push({ urn, why: "the object that it would update cannot be seen" });
    if (spec === undefined || former === undefined || after === undefined) return;
    const changed = inputFields(spec.fields).flatMap(([name, { type }]) => {
      const recorded = before && recordedValue(before, name);
      // A preview hides both sides of a secret, so that any may have changed.
      const isKnownEqual = !holdsSecret(recorded) && isEqual(type, recorded, after.inputs[name]);
      return isKnownEqual ? [] : [name];
    });
    const values = this.#resolved(step, changed, this.untold);
    if (values === undefined) return;
    this.#objects.set(former.uid, { ...former, values: { ...former.values, ...values } });
  }

  /**
   * Values of some inputs, with references as uids. Undefined where one that access follows from is not known.
   *
   * @param untold where to say so
   */
  #resolved(step: PlannedStep, names: readonly string[], untold: Untold[] = []): Values | undefined {
    const { urn, after } = step;
    const spec = specOf(step);
    if (spec === undefined || after === undefined) return undefined;
    const values: Record<string, unknown> = {};
    for (const name of names) {
      const type = spec.fields[name]?.type;
      const isReference = type?.kind === "string" && type.refersTo !== undefined;
      const why = isReference ? this.#refer(values, { urn, after, name }) : whyUnknown(after, name);
      if (why === undefined && !isReference) values[name] = after.inputs[name];
      if (why === undefined || !(isReference || GRANTS.has(name))) continue;
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
    const meant = this.#references.meant(urn, after, name);
    if ("why" in meant) return meant.why;
    values[name] = meant.uid;
    if (meant.orElse !== undefined && !this.eitherOf.some((known) => known.urn === urn))
      this.eitherOf.push({ urn, uid: meant.uid, orElse: meant.orElse });
    return undefined;
  }
}

/** Inputs, beside references, that access follows from. */
const GRANTS: ReadonlySet<string> = new Set(["capabilities"]);

const holdsSecret = (value: unknown): boolean => value === HIDDEN || (Array.isArray(value) && value.includes(HIDDEN));

function whyUnknown({ inputs }: PlannedState, name: string): string | undefined {
  const value = inputs[name];
  if (holdsSecret(value)) return `${name} is secret`;
  return containsUnknown(value) ? `${name} is not known before the update` : undefined;
}

/** Inputs of an identity that say nothing of who may act as it. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(["name", "description"]);

/** URNs of identities that are there, and as which others may act after the update. */
export function opened(steps: readonly PlannedStep[]): string[] {
  const spec = declared(identity.type);
  const admitting = inputFields(spec.fields).filter(
    ([name, { options }]) => !DESCRIPTIVE.has(name) && options.parent !== true && options.clientOnly !== true,
  );
  const isOpened = ({ before, after }: PlannedStep): boolean => {
    if (before === undefined || after === undefined) return false;
    return admitting.some(([name, { type }]) => {
      const [was, is] = [recordedValue(before, name), after.inputs[name]];
      return JSON.stringify([was, is]).includes(HIDDEN) || containsUnknown(is) || !isEqual(type, was, is);
    });
  };
  const identities = steps.filter((step) => changesOneOf(step, [spec]));
  return [...new Set(identities.filter(isOpened).map(({ urn }) => urn))];
}

/** A value as the state has it: what the platform has told, or else what was asked for. */
const recordedValue = ({ outputs, inputs }: PlannedState, name: string): unknown => outputs[name] ?? inputs[name];

/** The name of a resource in its program. */
export const nameIn = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);
