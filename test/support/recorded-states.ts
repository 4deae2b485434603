import { Kind } from "../../src/core/remote-object";
import { verbsOf } from "../../src/core/verbs/verbs-of";
import { resources } from "../../src/description/resources";
import type { ResourceSpec } from "../../src/description/spec/resource";
import type { Emulator } from "../../src/emulator";
import { type Props, providerText } from "./host";
import { nextRun, startPlatform } from "./platform";
import { maximalInputs, minimalInputs, sampleTimes } from "./samples";

/** Which inputs a program gives: only the required ones, or all. */
export const extents = { minimal: minimalInputs, maximal: maximalInputs } as const;
export type Extent = keyof typeof extents;

/** One resource as a release recorded it in the state of a stack. uids are written as names: `{iam:Role world-a}`. */
export interface RecordedState {
  readonly type: string;
  readonly extent: Extent;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** The names of the emulator's objects, by uid, and of the times in samples; the later of two with one kind and name wins. */
function namesOf(emulator: Emulator): [uid: string, name: string][] {
  const named = Object.keys(resources).flatMap((type) =>
    emulator.list(type).flatMap(({ uid, name }) => (name === undefined ? [] : [[uid, `{${type} ${name}}`] as const])),
  );
  const times = sampleTimes.map((time, i): [string, string] => [time, `{time ${i}}`]);
  // The uid of an object begins with the uid of its parent.
  return named
    .map(([uid, name]): [string, string] => [String(uid), name])
    .sort(([a], [b]) => b.length - a.length)
    .concat(times);
}

function withNames<T>(value: T, names: readonly (readonly [uid: string, name: string])[]): T {
  return JSON.parse(names.reduce((text, [uid, name]) => text.replaceAll(uid, name), JSON.stringify(value)));
}

/** A value with the uids of an emulator in the place of names. */
export function withUids<T>(value: T, emulator: Emulator): T {
  return JSON.parse(namesOf(emulator).reduce((text, [uid, name]) => text.replaceAll(name, uid), JSON.stringify(value)));
}

const withoutSecrets = (spec: ResourceSpec, outputs: Props): Props =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, spec.fields[name]?.options.secret ? "told-once" : value]),
  );

/** The states that the current code records, for every kind of resource. */
export async function recordStates(): Promise<RecordedState[]> {
  const states: RecordedState[] = [];
  for (const extent of Object.keys(extents) as Extent[]) {
    const { emulator, world, context, close } = await startPlatform();
    for (const spec of Object.values(resources)) {
      const provider = { __provider: providerText(spec.type) };
      const inputs = { ...provider, ...extents[extent](world, spec) };
      const { __provider: _, ...desired } = inputs;
      const { uid, outputs } = await verbsOf(spec).create(new Kind(context, spec), desired);
      const state = {
        type: spec.type,
        extent,
        id: uid,
        inputs,
        outputs: { ...withoutSecrets(spec, outputs), ...provider },
      };
      const names = namesOf(emulator);
      const isOwn = !Object.values(world.uids).flat().includes(uid) && uid !== emulator.organization.uid;
      states.push(withNames(state, isOwn ? [[uid, "{id}"], ...names] : names));
      await verbsOf(spec).delete(new Kind(nextRun(context), spec).at(uid), outputs);
    }
    await close();
  }
  return states;
}
