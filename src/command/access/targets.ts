import { resources } from "../../description/resources";
import { storedAs, storedTypeOf } from "../../description/spec/place";
import { inputFields, isReferredToAs, keyFields, parentField } from "../../description/spec/resource";
import { referredType } from "../../description/spec/types";
import { containsUnknown } from "../../description/spec/unknown";
import { isEqual } from "../../description/spec/values";
import { findSpec, type LiveObject } from "../organization/read";
import type { PlannedStep } from "../stack/preview";

const CREATES: ReadonlySet<string> = new Set(["create", "replace", "create-replacement"]);
const REMOVES: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace", "create-replacement"]);

export const creates = ({ op }: PlannedStep): boolean => CREATES.has(op);
export const removes = ({ op }: PlannedStep): boolean => REMOVES.has(op);

export interface Target {
  readonly uid: string;
  /** Other objects that it may name instead, all above it. */
  readonly orElse: readonly string[];
}

/**
 * The objects of planned resources, and those that their references name. In a preview of a new group `web`, the value of `web.id` is
 * unknown, but it is known to come from `web`. It counts as the uid of the group, or in `web.parentUid` as what `web` itself refers to.
 */
export class Targets {
  /** Creates of objects that exist already, by their key: uids by URN. */
  readonly existing = new Map<string, string>();
  readonly #uids = new Map<string, string>();
  /** One step for each URN: the one with the values of the resource after the update. */
  readonly #steps: ReadonlyMap<string, PlannedStep>;

  constructor(
    private readonly live: readonly LiveObject[],
    private readonly steps: readonly PlannedStep[],
  ) {
    const order = (step: PlannedStep) => (creates(step) ? 2 : removes(step) ? 0 : 1);
    this.#steps = new Map([...steps].sort((a, b) => order(a) - order(b)).map((step) => [step.urn, step]));
  }

  /** Returns the uid of the object of a step. A new object gets one with a `~`, which no real uid contains. */
  uidOf(step: PlannedStep): string {
    const { urn, before, after } = step;
    const known = this.#uids.get(urn) ?? after?.uid ?? (creates(step) ? this.#takenOver(step) : before?.uid);
    const uid = known ?? [this.#parentUid(step) ?? [], `~${encodeURIComponent(urn)}`].flat().join("/");
    this.#uids.set(urn, uid);
    return uid;
  }

  /** uids of the objects that resources have after the update. */
  get kept(): ReadonlySet<string> {
    const owning = this.steps.filter(({ after }) => after !== undefined && !after.isReadOnly);
    return new Set(owning.map((step) => this.uidOf(step)));
  }

  /** Returns the object that an input refers to. Undefined if the preview does not show it. */
  find(step: PlannedStep, input: string): Target | undefined {
    const value = step.after?.inputs[input];
    if (typeof value === "string" && !containsUnknown(value)) return { uid: value, orElse: [] };
    const type = referredType(findSpec(step.kind)?.fields[input]?.type);
    const [source = "", ...others] = step.after?.dependencies[input] ?? [];
    const from = source === step.urn || others.length > 0 ? undefined : this.#steps.get(source);
    const spec = findSpec(from?.kind ?? "");
    if (type === undefined || from === undefined || spec === undefined) return undefined;
    const isItself = isReferredToAs(spec, type);
    const through = inputFields(spec.fields)
      .filter(([, field]) => isSameKind(referredType(field.type), type))
      // A known value of the other resource would also be known here.
      .filter(([name]) => !isItself || containsUnknown(from.after?.inputs[name]))
      .flatMap(([name]) => this.find(from, name) ?? []);
    const [first, ...rest] = isItself ? [{ uid: this.uidOf(from), orElse: [] }, ...through] : through;
    if (first === undefined || (!isItself && rest.length > 0)) return undefined;
    return { uid: first.uid, orElse: [...first.orElse, ...rest.flatMap(({ uid, orElse }) => [uid, ...orElse])] };
  }

  #parentUid(step: PlannedStep): string | undefined {
    const spec = findSpec(step.kind);
    const parent = spec && parentField(spec)?.[0];
    return parent === undefined ? undefined : this.find(step, parent)?.uid;
  }

  /** The uid of the object that a create takes over, by uid or by key. */
  #takenOver(step: PlannedStep): string | undefined {
    const { urn, kind, before, after } = step;
    const spec = findSpec(kind);
    const { adoptUid, ...inputs } = after?.inputs ?? {};
    // A replacement ignores the uid that the resource had before.
    if (typeof adoptUid === "string" && adoptUid !== "" && adoptUid !== before?.uid) return adoptUid;
    if (spec === undefined || keyFields(spec).length === 0) return undefined;
    const parentUid = this.#parentUid(step);
    const keys = keyFields(spec).map(([name, { type }]) => {
      const value = referredType(type) === undefined ? inputs[name] : this.find(step, name)?.uid;
      return (one: LiveObject) => isEqual(type, one.values[name], value);
    });
    const [only, ...others] = this.live.filter(
      (one) =>
        one.spec.type === storedAs(spec) &&
        one.parentUid === parentUid &&
        one.uid !== before?.uid &&
        keys.every((isSame) => isSame(one)) &&
        !this.steps.some((other) => other.urn !== urn && this.#keeps(other, one.uid)),
    );
    if (only === undefined || others.length > 0) return undefined;
    this.existing.set(urn, only.uid);
    return only.uid;
  }

  /** Whether a resource keeps its object, so that no create can take it over. */
  #keeps(step: PlannedStep, uid: string): boolean {
    return step.before?.uid === uid && !step.before.isReadOnly && !removes(step);
  }
}

export const isNewObject = (uid: string): boolean => uid.includes("~");

const isSameKind = (a: string | undefined, b: string): boolean =>
  a !== undefined && storedTypeOf(a, resources) === storedTypeOf(b, resources);
