import { difference } from "../../src/command/access/difference";
import { modelOf } from "../../src/command/access/model";
import { groupPath, identityPath } from "../../src/command/access/names";
import { applyPlan } from "../../src/command/access/planned";
import type { PlannedState, PlannedStep } from "../../src/command/stack/preview";
import { smallOrganization } from "./organizations";

export const urn = (name: string) => `urn:pulumi:dev::site::pulumi-nodejs:dynamic/platform/x::${name}`;

export type Inputs = Readonly<Record<string, unknown>>;
/** For each unknown input, the resources that it comes from. */
type From = Readonly<Record<string, string[]>>;

export const state = (inputs: Inputs, from: From = {}, more: Partial<PlannedState> = {}): PlannedState => ({
  inputs,
  outputs: {},
  dependencies: Object.fromEntries(Object.entries(from).map(([name, names]) => [name, names.map(urn)])),
  isRetained: false,
  ...more,
});
export const create = (kind: string, name: string, inputs: Inputs, from?: From): PlannedStep => ({
  op: "create",
  urn: urn(name),
  kind,
  after: state(inputs, from),
});
export const remove = (kind: string, name: string, uid: string, more: Partial<PlannedState> = {}): PlannedStep => ({
  op: "delete",
  urn: urn(name),
  kind,
  before: state({}, {}, { uid, ...more }),
});
export const update = (
  kind: string,
  name: string,
  { uid, from, to }: { uid: string; from: Inputs; to: Inputs },
): PlannedStep => ({
  op: "update",
  urn: urn(name),
  kind,
  before: state(from, {}, { uid, outputs: from }),
  after: state(to, {}, { uid }),
});

/** What steps change, in words, and what they leave open. */
export function effectOf(steps: readonly PlannedStep[], live = smallOrganization()) {
  const planned = applyPlan(live, steps);
  const [before, after] = [modelOf(live), modelOf(planned.objects)];
  const names = {
    ...after,
    groups: new Map([...before.groups, ...after.groups]),
    identities: new Map([...before.identities, ...after.identities]),
  };
  return {
    changes: difference(before, after).map(
      ({ identityUid, isGain, capabilities, groupUids }) =>
        `${identityPath(names, identityUid)} ${isGain ? "gains" : "loses"} ${capabilities.join(" ")} on ${groupUids.map((uid) => groupPath(names, uid)).join(", ")}`,
    ),
    unknown: planned.unknown.map(({ urn: of, why }) => `${of.split("::").at(-1)}: ${why}`),
  };
}

export const changes = (...texts: string[]) => ({ changes: texts, unknown: [] as string[] });
export const unknown = (...texts: string[]) => ({ ...changes(), unknown: texts });
