import { type Change, changes } from "../../core/state/changes";
import { putAt, valueAt } from "../../core/state/paths";
import { resources } from "../../description/resources";
import { accountAssociation } from "../../description/resources/account-association";
import { group } from "../../description/resources/group";
import { identity } from "../../description/resources/identity";
import { identityProvider } from "../../description/resources/identity-provider";
import { role } from "../../description/resources/role";
import { scimToken } from "../../description/resources/scim-token";
import { storedAs, storedTypeOf } from "../../description/spec/place";
import { inputFields, keyFields, parentField, type ResourceSpec } from "../../description/spec/resource";
import { referredType } from "../../description/spec/types";
import { containsUnknown } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";
import { isWithin } from "../../description/uid";
import { sortedBy } from "../order";
import { roleGrantOf } from "../organization/grants";
import { findSpec, type LiveObject, specOf } from "../organization/read";
import { isSignedToken, nameOfUrn } from "../stack/export";
import type { PlannedStep } from "../stack/preview";
import { accessKinds, admittingParts, decidesAccess, offerKinds } from "./kinds";
import { creates, isNewObject, removes, type Target, Targets } from "./targets";

export type Planned = ReturnType<typeof applyPlan>;

/**
 * Returns the objects after planned steps, which may be in any order, and sorted by URN what the preview leaves open. The objects of
 * a step with an unknown effect are left out, or unchanged. An unknown uid counts as that of the one resource that it comes from.
 */
export function applyPlan(live: readonly LiveObject[], steps: readonly PlannedStep[]) {
  const changing = steps.filter((step) => changesOneOf(step, [...accessKinds, ...offerKinds]));
  const isOurs = ({ isElsewhere }: PlannedStep) => !isElsewhere;
  const plan = new Plan(live, steps.filter(isOurs));
  for (const { urn } of changing.filter((step) => !isOurs(step)))
    plan.unknown.set(urn, "it belongs to an explicit provider, which may have another platform");
  plan.apply(changing.filter(isOurs));
  const urnsOf = (some: readonly PlannedStep[]) => [...new Set(some.map(({ urn }) => urn))].sort();
  return {
    objects: [...plan.objects.values()],
    unknown: byUrn([...plan.unknown].map(([urn, why]) => ({ urn, why }))),
    // They count in the lowest of several new groups, where their roles count in any case.
    ambiguous: byUrn([...plan.ambiguous].map(([urn, target]) => ({ urn, ...target }))),
    actorsChanged: [...plan.actorsChanged, ...urnsOf(steps.filter(bindsServices))].sort(),
    signInChanged: [...plan.signInChanged].sort(),
    // The update takes these over or fails.
    existing: byUrn([...plan.targets.existing].map(([urn, uid]) => ({ urn, uid }))),
    uncounted: urnsOf(changing.filter((step) => changesOneOf(step, offerKinds))),
    provisioning: urnsOf(steps.filter(provisions)),
  };
}

const KEEPS: ReadonlySet<string> = new Set(
  "same refresh read read-replacement read-discard discard-replaced remove-pending-replace import import-replacement".split(
    " ",
  ),
);

const changesOneOf = (step: PlannedStep, kinds: readonly ResourceSpec[]): boolean =>
  !KEEPS.has(step.op) && kinds.some(({ type }) => type === storedTypeOf(step.kind, resources));

/** Whether a step decides as which identity a service of the platform acts. */
const bindsServices = (step: PlannedStep): boolean =>
  changesOneOf(step, [accountAssociation]) &&
  changesBy(step, accountAssociation, {}).some(({ path }) => decidesAccess(step.kind, path));

/** Whether a step creates or changes a SCIM token that can provision people. */
const provisions = (step: PlannedStep): boolean =>
  changesOneOf(step, [scimToken]) && step.after !== undefined && step.after.inputs.provisioning !== false;

const byUrn = <T extends { readonly urn: string }>(items: readonly T[]): T[] => sortedBy(items, ({ urn }) => urn);

class Plan {
  readonly objects: Map<string, LiveObject>;
  readonly targets: Targets;
  readonly unknown = new Map<string, string>();
  readonly ambiguous = new Map<string, Target>();
  readonly actorsChanged = new Set<string>();
  /** URNs of identity providers. People keep their role bindings, whoever signs in as them from then on. */
  readonly signInChanged = new Set<string>();

  constructor(live: readonly LiveObject[], steps: readonly PlannedStep[]) {
    this.objects = new Map(live.map((object) => [object.uid, object]));
    this.targets = new Targets(live, steps);
  }

  apply(steps: readonly PlannedStep[]): void {
    const former = new Map(this.objects);
    const changed = new Map<string, string>();
    for (const step of steps) {
      if (removes(step) && !creates(step)) continue;
      const object = this.#objectAfter(step);
      if (typeof object === "string") {
        this.unknown.set(step.urn, object);
      } else {
        this.objects.set(object.uid, object);
        changed.set(object.uid, step.urn);
      }
    }
    for (const [uid, urn] of changed) {
      const why = this.#whyUnseen(uid);
      if (why === undefined) continue;
      this.unknown.set(urn, why);
      const object = former.get(uid);
      if (object === undefined) this.objects.delete(uid);
      else this.objects.set(uid, object);
    }
    this.#remove(steps);
  }

  /** Returns the object after a step that creates or updates it, or why it is unknown. */
  #objectAfter(step: PlannedStep): LiveObject | string {
    const { urn, op, kind, after } = step;
    const spec = findSpec(kind);
    if (!creates(step) && op !== "update") return `this version of pulumi-platform does not know the step "${op}"`;
    if (spec === undefined || after === undefined) return "the preview does not show its values";
    const uid = this.targets.uidOf(step);
    const former = this.objects.get(uid);
    const changed = changesBy(step, spec, former?.values ?? {});
    if (kind === identity.type && !isNewObject(uid) && changed.some(({ path }) => decidesAccess(kind, path)))
      this.actorsChanged.add(urn);
    if (former === undefined && !isNewObject(uid))
      return `the token cannot see the object that it would ${op === "update" ? "update" : "take over"}`;
    const values: Record<string, unknown> = { ...former?.values };
    for (const { path } of changed) putAt(values, path, valueAt(after.inputs, path));
    // A secret in it makes all of oidc unknown, so its parts are compared.
    const [before, now] = [former?.values, values].map((one) => JSON.stringify(admittingParts(one?.oidc)));
    if (former !== undefined && before !== now) this.signInChanged.add(urn);
    const hidden = this.#resolve(step, spec, values);
    if (hidden !== undefined) return `the preview does not show its ${hidden}`;
    const parentUid = former === undefined ? values[parentField(spec)?.[0] ?? ""] : former.parentUid;
    return {
      spec: specOf(storedAs(spec)),
      uid,
      ...(typeof parentUid === "string" ? { parentUid } : {}),
      values: { ...values, name: values.name ?? nameOfUrn(urn) },
    };
  }

  /** Replaces unknown references by uids, and removes other unknown values. Returns the name of one that decides access or what is taken over. */
  #resolve(step: PlannedStep, spec: ResourceSpec, values: Record<string, unknown>): string | undefined {
    // A token that is made here draws the name of its identity at random, so it takes nothing over.
    const isDrawn = (name: string) => (step.after?.dependencies[name] ?? []).some(isSignedToken);
    const keys = creates(step) ? keyFields(spec).map(([name]) => name) : [];
    const decisive = ["capabilities", "oidc", ...keys.filter((name) => !isDrawn(name))];
    for (const [name, { type }] of inputFields(spec.fields)) {
      if (!containsUnknown(name === "oidc" ? admittingParts(values[name]) : values[name])) continue;
      const isReference = referredType(type) !== undefined;
      const target = isReference ? this.targets.find(step, name) : undefined;
      if (target === undefined && (isReference || decisive.includes(name))) return name;
      putAt(values, [name], target?.uid);
      if (target !== undefined && target.orElse.length > 0) this.ambiguous.set(step.urn, target);
    }
    return undefined;
  }

  /** Returns why the effect of a grant is unknown. Undefined if its group and its role are known. */
  #whyUnseen(uid: string): string | undefined {
    const object = this.objects.get(uid);
    const granted = object && roleGrantOf(object);
    const isSeen = (one: string, { type }: ResourceSpec) => this.objects.get(one)?.spec.type === type;
    if (granted === undefined) return undefined;
    if (!isSeen(granted.groupUid, group)) return "the token cannot see its group";
    return isSeen(granted.roleUid, role) ? undefined : "its role cannot be read";
  }

  /** Removes what the steps delete, and everything in it. */
  #remove(steps: readonly PlannedStep[]): void {
    const { kept } = this.targets;
    for (const step of steps.filter(removes)) {
      const { uid, isRetained } = step.before ?? { isRetained: false };
      if (uid === undefined) this.unknown.set(step.urn, "the preview does not show its object");
      if (uid === undefined || isRetained || kept.has(uid)) continue;
      for (const inside of [...this.objects.keys()].filter((one) => isWithin(uid, one))) this.objects.delete(inside);
      if (step.kind === identityProvider.type) this.signInChanged.add(step.urn);
    }
  }
}

/** Returns what a step changes of an object, as the provider would send it. An adoption clears nothing. */
function changesBy({ op, before, after }: PlannedStep, { fields }: ResourceSpec, live: Values): Change[] {
  const { inputs = {}, outputs = {} } = before ?? {};
  const desired = after?.inputs ?? {};
  if (op === "update") return changes(fields, Object.keys(outputs).length > 0 ? outputs : inputs, desired);
  return changes(fields, live, desired).filter(({ path }) => valueAt(desired, path) !== undefined);
}
