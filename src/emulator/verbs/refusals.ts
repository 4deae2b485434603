import { isOwnOrganization } from "../../description/spec/place";
import { parentTypeOf, type ResourceSpec } from "../../description/spec/resource";
import { lacksNeeded, ownerOf } from "../../description/spec/rules";
import type { Values } from "../../description/spec/values";
import { failedPrecondition, invalidArgument, notFound, nounsOf, permissionDenied } from "../gateway/errors";
import { snake, wireFields } from "../gateway/names";
import { refuseBrokenRules, validateMessage } from "../gateway/validation";
import { rulesOf } from "../kinds/by-kind";
import type { EmulatorSettings } from "../options";
import { type Resource, rootOf, type Store } from "../store";
import { references } from "./references";

/** Refusals of a platform before it stores anything. Each of these functions throws a StatusError. */

interface Saved {
  readonly spec: ResourceSpec;
  readonly uid: string;
  readonly values: Values;
  /** The stored values. Empty for a create. */
  readonly former: Values;
}

interface Content {
  readonly settings: Pick<EmulatorSettings, "strict">;
  readonly specs: readonly ResourceSpec[];
  readonly store: Store;
}

export function refuseInvalid({ spec, uid, values, former }: Saved, { settings, store }: Content): void {
  const fields = wireFields(spec);
  if (settings.strict) refuseBrokenRules(spec, fields, [former, values]);
  validateMessage(spec, fields, values);
  if (settings.strict) {
    refuseOtherGroup({ spec, uid, values, former });
    refuseWithoutNeeded({ spec, uid, values, former });
    rulesOf(spec).refuse?.({ spec, values, former, store });
  }
  const complaint = rulesOf(spec).complaint?.(uid, values);
  if (complaint !== undefined) throw invalidArgument(spec, ...complaint);
}

function refuseOtherGroup({ spec, uid, values, former }: Saved): void {
  for (const [name, field] of Object.entries(spec.fields)) {
    if (!isOwnOrganization(field) || values[name] === former[name] || values[name] === rootOf(uid)) continue;
    throw invalidArgument(spec, name, `${name} must be the root group of the organization`);
  }
}

function refuseWithoutNeeded({ spec, values, former }: Saved): void {
  for (const [name, field] of Object.entries(spec.fields)) {
    if (!lacksNeeded(spec, [name, field], [former, values])) continue;
    throw invalidArgument(spec, snake(name), `${snake(name)} requires a ${snake(field.options.needs ?? "")}`);
  }
}

/** Refuses a parent that does not exist. Only groups may have no parent. */
export function refuseMissingParent(spec: ResourceSpec, uid: string, { specs, store }: Content): void {
  const parent = specs.find(({ type }) => type === parentTypeOf(spec));
  if (parent === undefined || (uid === "" && parent.type === spec.type)) return;
  if (store.get(parent.type, uid) === undefined) throw notFound(parent, uid);
}

export function refuseBrokenReferences({ spec, values, former }: Saved, { specs, store }: Content): void {
  for (const { name, type } of references(spec)) {
    const target = specs.find((other) => other.type === type);
    const uid = values[name];
    if (target === undefined || typeof uid !== "string" || uid === former[name]) continue;
    if (store.get(type, uid) === undefined && !rulesOf(target).mayBeFuture?.(uid)) throw notFound(target, uid);
  }
}

/** Refuses changes of built-in roles, whose uids have no slash (platform API: IAM-8), and of what SCIM manages (IAM-34). */
export function refuseManaged(spec: ResourceSpec, { uid, values }: Resource, action: string): void {
  const owner = ownerOf(spec, values)?.name;
  if (owner !== undefined)
    throw failedPrecondition(spec, "MANAGED", `${nounsOf(spec)} that ${owner} manages cannot be ${action}`);
  if (uid.includes("/") || spec.uidIsParents || parentTypeOf(spec) === spec.type || spec.peculiar?.rootOf !== undefined)
    return;
  throw permissionDenied(spec, `managed ${nounsOf(spec)} cannot be ${action}`);
}
