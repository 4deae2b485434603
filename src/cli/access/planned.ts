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
import { type Refused, removeAll } from "./deletes";
import { accessKinds } from "./model";
import { isOffer } from "./offers";
import { isOpened } from "./opened";
import { changedInputs, type EitherOf, keptRule, PlannedValues, type Untold, whyUnknown } from "./planned-values";
import { uncountedKinds } from "./read";
import { References } from "./references";
import { CREATES, changesOneOf, REMOVES } from "./steps";

/** Objects as they would be after an update. */
export interface Planned {
  readonly objects: readonly LiveObject[];
  /** Steps whose effect on access cannot be told. Their objects are left out, or as they are. */
  readonly untold: readonly Untold[];
  readonly eitherOf: readonly EitherOf[];
  /** URNs of identities that are there, and as which others may act after the update. */
  readonly opened: readonly string[];
  /** Resources to create whose object is there already, by its key. The update takes it over or is refused, as it is told to. */
  readonly taken: readonly { readonly urn: string; readonly uid: string }[];
  /** Deletes that are sure to be refused. Their objects are there as before. */
  readonly refused: readonly Refused[];
}

/** The kinds that access follows from, now or once people come. */
const kinds: readonly ResourceSpec[] = [...accessKinds, ...uncountedKinds];

/**
 * The objects that access follows from as they would be after the planned steps. What cannot be told is never guessed.
 *
 * @param live objects as they are
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
  const why = "it belongs to an explicit provider, whose platform may be another";
  return {
    objects: plan.objects,
    untold: byUrn([...plan.untold, ...[...elsewhere].map((urn) => ({ urn, why }))]),
    eitherOf: byUrn(plan.values.eitherOf),
    opened: [...plan.opened].sort(),
    taken: byUrn(plan.taken),
    refused: byUrn(plan.refused),
  };
}

/** The engine tells its steps in any order. */
const byUrn = <T extends { readonly urn: string }>(items: readonly T[]): T[] => sortedBy(items, ({ urn }) => urn);

class Plan implements Omit<Planned, "eitherOf"> {
  readonly #objects: Map<string, LiveObject>;
  /** uids of new resources whose object is there already, by URN. */
  readonly #adopted = new Map<string, string>();
  /** URNs of new and changed objects that grant a role, and what they were, by uid. */
  readonly #granting = new Map<string, { readonly urn: string; readonly former: LiveObject | undefined }>();
  readonly #references: References;
  /** URNs of resources that keep their objects, by uid. */
  readonly #holders: ReadonlyMap<string, string>;
  readonly untold: Untold[] = [];
  readonly values: PlannedValues;
  readonly opened: string[] = [];
  readonly taken: { urn: string; uid: string }[] = [];
  readonly refused: Refused[] = [];

  constructor(live: readonly LiveObject[], steps: readonly PlannedStep[]) {
    this.#objects = new Map(live.map((object) => [object.uid, object]));
    const removed = new Set(steps.flatMap(({ op, before }) => (REMOVES.has(op) ? (before?.uid ?? []) : [])));
    this.#holders = new Map(
      steps.flatMap(({ urn, before }) =>
        before?.uid === undefined || before.isReadOnly || removed.has(before.uid) ? [] : [[before.uid, urn] as const],
      ),
    );
    // Of the steps of a replacement, the one that makes the object says what it will be.
    const inOrder = [...steps].sort((a, b) => Number(CREATES.has(a.op)) - Number(CREATES.has(b.op)));
    this.#references = new References(new Map(inOrder.map((step) => [step.urn, step])), this.#adopted);
    this.values = new PlannedValues(this.#references);
  }

  get objects(): LiveObject[] {
    return [...this.#objects.values()];
  }

  apply(steps: readonly PlannedStep[]): void {
    const creating = [...new Map(steps.filter(({ op }) => CREATES.has(op)).map((step) => [step.urn, step])).values()];
    for (const step of creating) this.#adopt(step);
    this.opened.push(...new Set(steps.filter((step) => this.#isOpened(step)).map(({ urn }) => urn)));
    for (const step of creating) this.#add(step);
    for (const step of steps) {
      if (step.op === "update") this.#update(step);
      else if (!REMOVES.has(step.op) && !CREATES.has(step.op))
        this.untold.push({ urn: step.urn, why: `this version does not know the step "${step.op}"` });
    }
    this.#leaveOutUnseen();
    this.#remove(steps);
  }

  #isOpened(step: PlannedStep): boolean {
    if (storedTypeOf(step.kind, resources) !== identity.type) return false;
    const adopted = this.#adopted.get(step.urn);
    return isOpened(step, adopted === undefined ? undefined : this.#objects.get(adopted)?.values);
  }

  /** A create of what is there already, by uid or by key, adopts it or is refused: it makes no second object. */
  #adopt(step: PlannedStep): void {
    const [spec, after] = [findSpec(step.kind), step.after];
    if (spec === undefined || after === undefined) return;
    const named = after.inputs.adoptUid;
    // Of a replacement, what it has adopted before counts for nothing.
    if (typeof named === "string" && named !== "" && named !== step.before?.uid) {
      if (this.#objects.has(named)) this.#adopted.set(step.urn, named);
      else this.untold.push({ urn: step.urn, why: "the object that it would adopt cannot be seen" });
      return;
    }
    const keys = keyFields(spec);
    // Its key may be that of an object which others have access by, and which the update takes over then.
    const why = keys.flatMap(([name, { type }]) =>
      referredType(type) !== undefined ? [] : (whyUnknown(after, name) ?? []),
    )[0];
    if (why !== undefined) this.untold.push({ urn: step.urn, why });
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
    this.taken.push({ urn: step.urn, uid: only.uid });
  }

  /** Whether another resource of the plan keeps an object: no create takes that over. */
  #isKept(uid: string, urn: string): boolean {
    const holder = this.#holders.get(uid);
    return holder !== undefined && holder !== urn;
  }

  #remove(steps: readonly PlannedStep[]): void {
    const adopted = new Set(this.#adopted.values());
    const doomed = new Map<string, string>();
    for (const { op, urn, before } of steps) {
      if (!REMOVES.has(op) || before?.uid === undefined || before.isRetained || adopted.has(before.uid)) continue;
      doomed.set(before.uid, urn);
    }
    const untold = new Set(this.untold.map(({ urn }) => urn));
    const uncertain = new Set(steps.flatMap(({ urn, before }) => (untold.has(urn) ? (before?.uid ?? []) : [])));
    // What people may come by is in the way of no delete here, and ends with what it lies in.
    const offers = this.objects.filter(isOffer);
    for (const { uid } of offers) this.#objects.delete(uid);
    this.refused.push(...removeAll(this.#objects, doomed, uncertain));
    const removed = [...doomed.keys()].filter((uid) => !this.#objects.has(uid));
    for (const offer of offers) {
      if (!removed.some((uid) => isWithin(uid, offer.uid))) this.#objects.set(offer.uid, offer);
    }
  }

  /** Nobody can tell what a grant gives whose group or role cannot be seen: it is left out, or as it is. */
  #leaveOutUnseen(): void {
    const isSeen = (uid: unknown, { type }: ResourceSpec) =>
      typeof uid === "string" && this.#objects.get(uid)?.spec.type === type;
    for (const [uid, { urn, former }] of this.#granting) {
      const now = this.#objects.get(uid);
      const granted = now && roleGrantOf(now);
      const isIn = isSeen(granted?.groupUid, group);
      if (isIn && isSeen(granted?.roleUid, role)) continue;
      this.untold.push({ urn, why: isIn ? "what its role grants cannot be read" : "its group cannot be seen" });
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
    const values = this.values.resolved(step, names, this.untold);
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

  /** What others changed meanwhile stays: only what differs from the recorded state is sent. */
  #update(step: PlannedStep): void {
    const { urn, before, after } = step;
    const [spec, former] = [findSpec(step.kind), this.#objects.get(this.#references.uidOf(step))];
    if (former === undefined) this.untold.push({ urn, why: "the object that it would update cannot be seen" });
    if (spec === undefined || former === undefined || after === undefined) return;
    const values = this.values.resolved(step, changedInputs(step), this.untold);
    if (values === undefined) return;
    this.#set(urn, { ...former, values: { ...former.values, ...values, ...keptRule(former.values, values, before) } });
  }
}
