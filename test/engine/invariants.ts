import assert from "node:assert/strict";
import { kindOfType } from "../../src/command/stack/export";
import { keyFields, nameOf, type ResourceSpec } from "../../src/description/spec/resource";
import { parentOf } from "../../src/description/uid";
import { collections, type Engine, identityOf, objectsOf, succeeded } from "../support/engine";
import { mutations } from "../support/log";

/** Defects that a run may leave; all lists must be empty. */
export interface Findings {
  /** Objects that the stack created and that are not in its state. */
  readonly lost: string[];
  /** Natural keys that two objects share. */
  readonly doubled: string[];
  /** Secrets in the state, in output, or in a URL. */
  readonly leaked: string[];
}

/** The objects in the state, also those that a replacement has yet to delete. */
export async function managedBy({ stack }: Engine): Promise<Set<string>> {
  return new Set(stack.recorded().map(({ type, id }) => identityOf(kindOf(type), id)));
}

/** Compares the platform, the state and all output so far, once the stack has converged and has taken over what an error only named. */
export async function inspect(engine: Engine, secrets: readonly string[] = []): Promise<Findings> {
  const managed = await managedBy(engine);
  const all = collections.flatMap((spec) =>
    objectsOf(engine.emulator, spec).map((object) => ({ spec, object, uid: String(object.uid) })),
  );
  const made = all.filter(({ spec, uid }) => !engine.foreignObjects.has(identityOf(spec.type, uid)));
  const keysOf = (objects: typeof all) => objects.flatMap(({ spec, object, uid }) => keyText(spec, object, uid) ?? []);
  const keys = keysOf(all);
  const urls = engine.emulator.requests.map(({ path, query }) => `${path}?${decodeURIComponent(query)}`).join("\n");
  const places = { state: engine.stack.stateText(), output: engine.shown(), URL: urls };
  return {
    lost: made.map(({ spec, uid }) => identityOf(spec.type, uid)).filter((identity) => !managed.has(identity)),
    doubled: [...new Set(keysOf(made))].filter((key) => keys.filter((other) => other === key).length > 1),
    leaked: [engine.emulator.token, engine.emulator.registryToken, ...secrets].flatMap((secret) =>
      Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`a secret in the ${place}`] : [])),
    ),
  };
}

/** `iam:Group` of `pulumi-nodejs:dynamic/platform/iam:Group` and of `platform:index:Group`. */
const kindOf = (type: string): string => kindOfType(type) ?? type;

/** The natural key of an object as text; undefined for kinds without one. */
function keyText(spec: ResourceSpec, object: Readonly<Record<string, unknown>>, uid: string): string | undefined {
  const keys = keyFields(spec);
  if (keys.length === 0) return undefined;
  const values = keys.map(([name, { options }]) =>
    (options.readFrom ?? name).split(".").reduce<unknown>((inner, step) => (inner as typeof object)?.[step], object),
  );
  return [nameOf(spec), parentOf(uid), ...values.map((value) => JSON.stringify(value))].join(" ");
}

const objectsOn = ({ emulator }: Engine): string[] =>
  collections.flatMap((spec) => objectsOf(emulator, spec).map(({ uid }) => identityOf(spec.type, uid)));

/** Objects that were in the state, still exist, and are not in the state any more: there must be none. */
export async function droppedFromState(engine: Engine, before: ReadonlySet<string>): Promise<string[]> {
  const now = await managedBy(engine);
  return objectsOn(engine).filter((identity) => before.has(identity) && !now.has(identity));
}

/** The objects on the platform that the stack created. */
export const leftovers = (engine: Engine): string[] =>
  objectsOn(engine).filter((identity) => !engine.foreignObjects.has(identity));

/** Asserts that what must hold after any fault does (see `assertConverged`), and that destroying the stack leaves nothing. */
export async function assertInvariants(
  engine: Engine,
  { secrets = [], kept = [] }: { readonly secrets?: readonly string[]; readonly kept?: readonly string[] } = {},
): Promise<void> {
  await assertConverged(engine, secrets);
  succeeded(await engine.stack.destroy());
  assert.deepEqual(leftovers(engine), kept);
}

/**
 * Asserts the invariants after any fault, once the stack has converged. There is one object per key, and each object is in the
 * state. Another `up` or a refresh changes nothing. Masks contain exactly the sent fields. There are few requests, and no
 * secret in the output. The state loads (every command verifies it).
 */
export async function assertConverged(engine: Engine, secrets: readonly string[] = []): Promise<void> {
  const { stack, emulator } = engine;
  assert.deepEqual(await inspect(engine, secrets), { lost: [], doubled: [], leaked: [] });
  const size = (await engine.recorded()).size;
  const before = emulator.requests.length;
  succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  // A read takes one request, or two with a sub-resource; a refresh reads once, and a preview does not read.
  assert.ok(emulator.requests.length - before <= 3 * size + 3, `${emulator.requests.length - before} requests`);
  for (const { method, target, mask, paths } of mutations(emulator.requests)) {
    if (method !== "PATCH") continue;
    assert.ok(mask !== undefined && mask !== "" && mask !== "*", `${target}: the mask is "${mask}"`);
    assert.deepEqual(
      [...(paths ?? [])].sort(),
      mask.split(",").sort(),
      `${target}: the body is not what the mask says`,
    );
  }
}
