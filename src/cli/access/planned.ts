import { resources } from "../../resources";
import { group } from "../../resources/group";
import { identity } from "../../resources/identity";
import { role } from "../../resources/role";
import { storedAs, storedTypeOf } from "../../spec/place";
import { inputFields, keyFields, parentField, type ResourceSpec } from "../../spec/resource";
import { referredType } from "../../spec/types";
import { isEqual } from "../../spec/values";
import { isWithin } from "../../uid";
import { sortedBy } from "../order";
import { roleGrantOf } from "../organization/grants";
import { findSpec, type LiveObject, specOf } from "../organization/read";
import { nameOfUrn } from "../stack/export";
import type { PlannedStep } from "../stack/preview";
import { changesActors } from "./actors";
import { type Refused, removeAll } from "./deletes";
import { accessKinds } from "./model";
import { isOffer } from "./offers";
import {
  type Ambiguous,
  changedInputs,
  keptRule,
  PlannedValues,
  type UnknownEffect,
  whyUnknown,
} from "./planned-values";
import { uncountedKinds } from "./read";
import { PlannedReferences } from "./references";
import { CREATES, changesOneOf, REMOVES } from "./steps";

/** The objects after an update. */
export interface Planned {
  readonly objects: readonly LiveObject[];
  /** Steps with an unknown effect on access. Their objects are left out, or unchanged. */
  readonly unknown: readonly UnknownEffect[];
  readonly ambiguous: readonly Ambiguous[];
  /** URNs of existing identities as which others can act after the update. */
  readonly actorsChanged: readonly string[];
  /** Resources to create whose object already exists, by its key. The update takes it over or fails. */
  readonly existing: readonly { readonly urn: string; readonly uid: string }[];
  /** Deletes that will fail. Their objects still exist. */
  readonly refused: readonly Refused[];
}

/** The kinds that give access, now or later. */
const kinds: readonly ResourceSpec[] = [...accessKinds, ...uncountedKinds];

/**
 * Returns the objects after the planned steps. It never guesses: an unknown effect is reported as such.
 *
 * @param live the current objects
 * @param steps in the order of the preview
 */
export function applyPlan(live: readonly LiveObject[], steps: readonly PlannedStep[]): Planned {
  const [ours, others] = [
    steps.filter(({ isElsewhere }) => !isElsewhere),
    steps.filter(({ isElsewhere }) => isElsewhere),
  ];
  const plan = new Plan(live, ours);
  plan.apply(ours.filter((step) => changesOneOf(step, kinds)));
  const elsewhere = new Set(others.filter((step) => changesOneOf(step, kinds)).map(({ urn }) => urn));
  const why = "it belongs to an explicit provider, which may have another platform";
  return {
    objects: plan.objects,
    unknown: byUrn([...plan.unknown, ...[...elsewhere].map((urn) => ({ urn, why }))]),
    ambiguous: byUrn(plan.values.ambiguous),
    actorsChanged: [...plan.actorsChanged].sort(),
    existing: byUrn(plan.existing),
    refused: byUrn(plan.refused),
  };
}

/** Sorts by URN, because the engine returns its steps in any order. */
const byUrn = <T extends { readonly urn: string }>(items: readonly T[]): T[] => sortedBy(items, ({ urn }) => urn);

class Plan implements Omit<Planned, "ambiguous"> {
  readonly #objects: Map<string, LiveObject>;
  /** uids of the existing objects of new resources, by URN. */
  readonly #adopted = new Map<string, string>();
  /** New and changed objects that grant a role: their URNs and former values, by uid. */
  readonly #granting = new Map<string, { readonly urn: string; readonly former: LiveObject | undefined }>();
  readonly #references: PlannedReferences;
  /** URNs of resources that keep their objects, by uid. */
  readonly #keepers: ReadonlyMap<string, string>;
  readonly unknown: UnknownEffect[] = [];
  readonly values: PlannedValues;
  readonly actorsChanged: string[] = [];
  readonly existing: { urn: string; uid: string }[] = [];
  readonly refused: Refused[] = [];

  constructor(live: readonly LiveObject[], steps: readonly PlannedStep[]) {
    this.#objects = new Map(live.map((object) => [object.uid, object]));
    const removed = new Set(steps.flatMap(({ op, before }) => (REMOVES.has(op) ? (before?.uid ?? []) : [])));
    this.#keepers = new Map(
      steps.flatMap(({ urn, before }) =>
        before?.uid === undefined || before.isReadOnly || removed.has(before.uid) ? [] : [[before.uid, urn] as const],
      ),
    );
    // A replacement has several steps. The one that creates the object has its values.
    const inOrder = [...steps].sort((a, b) => Number(CREATES.has(a.op)) - Number(CREATES.has(b.op)));
    this.#references = new PlannedReferences(new Map(inOrder.map((step) => [step.urn, step])), this.#adopted);
    this.values = new PlannedValues(this.#references);
  }

  get objects(): LiveObject[] {
    return [...this.#objects.values()];
  }

  apply(steps: readonly PlannedStep[]): void {
    const creating = [...new Map(steps.filter(({ op }) => CREATES.has(op)).map((step) => [step.urn, step])).values()];
    for (const step of creating) this.#adopt(step);
    this.actorsChanged.push(...new Set(steps.filter((step) => this.#changesActors(step)).map(({ urn }) => urn)));
    for (const step of creating) this.#add(step);
    for (const step of steps) {
      if (step.op === "update") this.#update(step);
      else if (!REMOVES.has(step.op) && !CREATES.has(step.op))
        this.unknown.push({
          urn: step.urn,
          why: `this version of pulumi-platform does not know the step "${step.op}"`,
        });
    }
    this.#leaveOutUnseen();
    this.#remove(steps);
  }

  #changesActors(step: PlannedStep): boolean {
    if (storedTypeOf(step.kind, resources) !== identity.type) return false;
    const adopted = this.#adopted.get(step.urn);
    return changesActors(step, adopted === undefined ? undefined : this.#objects.get(adopted)?.values);
  }

  /** A create of an existing object, by uid or by key, takes it over or fails. It never creates a second object. */
  #adopt(step: PlannedStep): void {
    const [spec, after] = [findSpec(step.kind), step.after];
    if (spec === undefined || after === undefined) return;
    const named = after.inputs.adoptUid;
    // A replacement ignores the uid that the resource had before.
    if (typeof named === "string" && named !== "" && named !== step.before?.uid) {
      if (this.#objects.has(named)) this.#adopted.set(step.urn, named);
      else this.unknown.push({ urn: step.urn, why: "the token cannot see the object that it would take over" });
      return;
    }
    const keys = keyFields(spec);
    // With an unknown key, the update may take over an existing object that gives others access.
    const why = keys.flatMap(([name, { type }]) =>
      referredType(type) !== undefined ? [] : (whyUnknown(after, name) ?? []),
    )[0];
    if (why !== undefined) this.unknown.push({ urn: step.urn, why });
    const parent = parentField(spec)?.[0];
    const wanted = this.values.resolved(step, [
      ...keys.map(([name]) => name),
      ...(parent === undefined ? [] : [parent]),
    ]);
    if (wanted === undefined || keys.length === 0) return;
    const found = this.objects.filter(
      ({ uid, spec: { type }, parentUid, values }) =>
        type === storedAs(spec) &&
        uid !== step.before?.uid &&
        !this.#isKept(uid, step.urn) &&
        parentUid === (parent === undefined ? undefined : wanted[parent]) &&
        keys.every(([name, { type: keyType }]) => isEqual(keyType, values[name], wanted[name])),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) return;
    this.#adopted.set(step.urn, only.uid);
    this.existing.push({ urn: step.urn, uid: only.uid });
  }

  /** Whether another resource of the plan keeps an object, so that no create can take it over. */
  #isKept(uid: string, urn: string): boolean {
    const keeper = this.#keepers.get(uid);
    return keeper !== undefined && keeper !== urn;
  }

  #remove(steps: readonly PlannedStep[]): void {
    const adopted = new Set(this.#adopted.values());
    const toDelete = new Map<string, string>();
    for (const { op, urn, before } of steps) {
      if (!REMOVES.has(op) || before?.uid === undefined || before.isRetained || adopted.has(before.uid)) continue;
      toDelete.set(before.uid, urn);
    }
    const unknown = new Set(this.unknown.map(({ urn }) => urn));
    const uncertain = new Set(steps.flatMap(({ urn, before }) => (unknown.has(urn) ? (before?.uid ?? []) : [])));
    // Invites, identity providers and mappings block no delete. They are deleted with the group or provider that they are in.
    const offers = this.objects.filter(isOffer);
    for (const { uid } of offers) this.#objects.delete(uid);
    this.refused.push(...removeAll(this.#objects, toDelete, uncertain));
    const removed = [...toDelete.keys()].filter((uid) => !this.#objects.has(uid));
    for (const offer of offers) {
      if (!removed.some((uid) => isWithin(uid, offer.uid))) this.#objects.set(offer.uid, offer);
    }
  }

  /** The effect of a role binding is unknown if its group or role is not visible. It is left out, or unchanged. */
  #leaveOutUnseen(): void {
    const isSeen = (uid: unknown, { type }: ResourceSpec) =>
      typeof uid === "string" && this.#objects.get(uid)?.spec.type === type;
    for (const [uid, { urn, former }] of this.#granting) {
      const now = this.#objects.get(uid);
      const granted = now && roleGrantOf(now);
      const isIn = isSeen(granted?.groupUid, group);
      if (isIn && isSeen(granted?.roleUid, role)) continue;
      this.unknown.push({ urn, why: isIn ? "its role cannot be read" : "the token cannot see its group" });
      if (former === undefined) this.#objects.delete(uid);
      else this.#objects.set(uid, former);
    }
  }

  #set(urn: string, object: LiveObject): void {
    const { uid } = object;
    if (roleGrantOf(object) !== undefined) this.#granting.set(uid, { urn, former: this.#objects.get(uid) });
    this.#objects.set(uid, object);
  }

  #add(step: PlannedStep): void {
    const { urn, after } = step;
    const spec = findSpec(step.kind);
    if (spec === undefined || after === undefined) return;
    const names = inputFields(spec.fields).map(([name]) => name);
    const values = this.values.resolved(step, names, this.unknown);
    if (values === undefined) return;
    const uid = this.#references.uidOf(step);
    const parent = parentField(spec)?.[0];
    const parentUid = parent === undefined ? undefined : values[parent];
    const former = this.#objects.get(uid);
    this.#set(urn, {
      spec: specOf(storedAs(spec)),
      uid,
      ...(typeof parentUid === "string" ? { parentUid } : {}),
      values: { ...former?.values, ...values, name: values.name ?? nameOfUrn(urn) },
    });
  }

  /** Changes made outside of Pulumi stay, because an update sends only the differences from the recorded state. */
  #update(step: PlannedStep): void {
    const { urn, before, after } = step;
    const [spec, former] = [findSpec(step.kind), this.#objects.get(this.#references.uidOf(step))];
    if (former === undefined) this.unknown.push({ urn, why: "the token cannot see the object that it would update" });
    if (spec === undefined || former === undefined || after === undefined) return;
    const values = this.values.resolved(step, changedInputs(step), this.unknown);
    if (values === undefined) return;
    this.#set(urn, { ...former, values: { ...former.values, ...values, ...keptRule(former.values, values, before) } });
  }
}
