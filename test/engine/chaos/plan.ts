import fc from "fast-check";
import { resources } from "../../../src/description/resources";
import { keyFields, nameOf, parentField, type ResourceSpec } from "../../../src/description/spec/resource";
import type { Values } from "../../../src/description/spec/values";
import type { Fault, FaultAction } from "../../../src/emulator/faults/fault";
import type { Declared } from "../../support/engine";
import { choicesOf, maximalInputs, minimalInputs, type World } from "../../support/samples";

/** What the engine is doing while things go wrong. */
export const operations = ["create", "change", "refresh", "destroy", "kill the CLI", "kill the host"] as const;

/** One run: a program, the same program after a change, what is done, and what goes wrong meanwhile. */
export interface Plan {
  readonly operation: (typeof operations)[number];
  readonly before: readonly Declared[];
  readonly after: readonly Declared[];
  readonly faults: readonly Fault[];
  /** Which request that changes something a kill waits for, from 1. */
  readonly killAt: number;
}

/** Kinds that can be declared any number of times, each with its parent's kind. */
const kinds = Object.values(resources).filter(({ lifecycle }) => lifecycle !== "acceptance");

/** Groups, in which everything lives; the others are drawn. */
const isContainer = ({ type }: ResourceSpec): boolean =>
  ["iam:Group", "iam:IdentityProvider", "registry:Repo"].includes(type);

/** Where a run that skips checkpoints is killed, beside what its plan says. */
export interface Kill {
  readonly victim: "CLI" | "host";
  /** Which request the kill waits for, of whatever method, from 1. */
  readonly nth: number;
  /** Whether the platform has done by then what the request asks. */
  readonly when: "before" | "after";
}

/** The kill of a seed, always the same. */
export function killOf(seed: number, { before, after }: Pick<Plan, "before" | "after">): Kill {
  // An object takes a look and a write at least.
  const most = 3 * Math.max(before.length, after.length, 1);
  const kills = fc.record({
    victim: fc.constantFrom("CLI" as const, "host" as const),
    nth: fc.integer({ min: 1, max: most }),
    when: fc.constantFrom("before" as const, "after" as const),
  });
  const [kill] = fc.sample(kills, { seed, numRuns: 1 });
  if (kill === undefined) throw new Error(`seed ${seed} makes no kill`);
  return kill;
}

/** The plan of a seed, always the same. */
export function planOf(seed: number, world: World, root: string): Plan {
  const [plan] = fc.sample(plans(world, root), { seed, numRuns: 1 });
  if (plan === undefined) throw new Error(`seed ${seed} makes no plan`);
  return plan;
}

const plans = (world: World, root: string): fc.Arbitrary<Plan> =>
  fc.tuple(programs(world, root), fc.constantFrom(...operations)).chain(([drafts, operation]) =>
    fc.record({
      operation: fc.constant(operation),
      before: fc.constant(drafts.flatMap(({ before }) => before ?? [])),
      after: fc.constant(drafts.flatMap(({ after }) => after ?? [])),
      // The oldest that is due takes a request, so the rare ones come first.
      faults: fc.tuple(fc.array(worse(operation), { maxLength: 3 }), flapping).map(([rare, often]) => [...rare, often]),
      killAt: fc.integer({ min: 1, max: Math.max(1, drafts.length) }),
    }),
  );

/** A resource before and after the change; one of them may be missing. */
interface Draft {
  readonly before?: Declared;
  readonly after?: Declared;
}

/** Choices for one resource: its kind, its place among the containers so far, its inputs, and whether it comes or goes. */
const choice = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.nat(7),
  variant: fc.nat(7),
  isRich: fc.boolean(),
  change: fc.constantFrom("none", "none", "inputs", "inputs", "comes", "goes"),
});

const programs = (world: World, root: string): fc.Arbitrary<Draft[]> =>
  fc.array(choice, { minLength: 2, maxLength: 12 }).map((choices) => {
    const places = new Map([["iam:Group", [root]]]);
    const taken = new Set<string>();
    return choices.flatMap(({ kind, place, variant, isRich, change }, index): Draft[] => {
      const [parentName = "", parent] = parentField(kind) ?? [];
      const wanted = parent?.type.kind === "string" ? (parent.type.refersTo ?? "") : "";
      const open = places.get(wanted) ?? [];
      const parentUid = open[place % open.length];
      if (parentUid === undefined) return [];
      // There is one of these per parent, or it has a key without a name.
      const slot = `${kind.type} ${parentUid}`;
      if (!isNamed(kind) && taken.has(slot)) return [];
      taken.add(slot);
      const name = `${nameOf(kind).toLowerCase()}-${index}`;
      const declared = (rich: boolean): Declared => ({
        name,
        class: nameOf(kind),
        args: { ...inputsOf(world, kind, name, variant, rich), [parentName]: parentUid },
      });
      // What others live in stays.
      if (isContainer(kind)) places.set(kind.type, [...(places.get(kind.type) ?? []), `\${${name}}`]);
      const moves = isContainer(kind) && change !== "inputs" ? "none" : change;
      return [
        {
          ...(moves === "comes" ? {} : { before: declared(isRich) }),
          ...(moves === "goes" ? {} : { after: declared(moves === "inputs" ? !isRich : isRich) }),
        },
      ];
    });
  });

/** Whether resources of a kind differ by a name that the program chooses. */
const isNamed = (spec: ResourceSpec): boolean =>
  keyFields(spec).some(([, { type }]) => type.kind === "string" && type.refersTo === undefined);

function inputsOf(world: World, spec: ResourceSpec, name: string, variant: number, isRich: boolean): Values {
  const inputs = (isRich ? maximalInputs : minimalInputs)(world, spec, variant % choicesOf(spec));
  const keys = keyFields(spec).flatMap(([key, { type }]): [string, string][] => {
    if (type.kind !== "string" || type.refersTo !== undefined) return [];
    return [[key, type.format === "sink" ? `https://${name}.example.com/` : name]];
  });
  return { ...inputs, ...Object.fromEntries(keys) };
}

/** What may come before or after the platform has done what was asked. */
const passing: readonly FaultAction[] = [
  { kind: "reset" },
  { kind: "status", code: "UNAVAILABLE" },
  { kind: "status", code: "INTERNAL" },
  { kind: "status", code: "ABORTED" },
  { kind: "status", code: "DEADLINE_EXCEEDED" },
  { kind: "body", status: 502, headers: { "content-type": "text/html" }, body: "<html>Bad gateway</html>" },
  { kind: "body", status: 200, headers: { "content-type": "text/html" }, body: "<html>Please sign in</html>" },
  { kind: "body", status: 200, headers: { "content-type": "application/json" }, body: "{}" },
  { kind: "truncate", bytes: 9 },
  { kind: "delay", ms: 300 },
];

/** What says that nothing was done: a platform does not say so afterwards. */
const refusing: readonly FaultAction[] = [
  { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "1" } },
  { kind: "status", code: "PERMISSION_DENIED" },
  { kind: "body", status: 404, headers: { "content-type": "text/html" }, body: "<html>Not found</html>" },
  { kind: "body", status: 302, headers: { location: "/login" }, body: "" },
  { kind: "late", ms: 700 },
];

const anyMoment = fc.record({
  when: fc.constantFrom("before" as const, "after" as const),
  action: fc.constantFrom(...passing),
});
const moment = fc.oneof(
  { weight: 2, arbitrary: anyMoment },
  { weight: 1, arbitrary: fc.record({ when: fc.constant("before" as const), action: fc.constantFrom(...refusing) }) },
);

const seed = fc.nat(2 ** 31 - 1);
const forever = fc.constant(Number.POSITIVE_INFINITY);

/** One call in five goes wrong in some way that passes. */
const flapping: fc.Arbitrary<Fault> = fc
  .record({ moment: anyMoment, times: forever, chance: fc.constant(0.2), seed })
  .map(({ moment: at, ...rule }) => ({ ...rule, ...at }));

const methodsOf = (operation: Plan["operation"]): readonly string[] =>
  ({ destroy: ["DELETE", "GET"], refresh: ["GET"], change: ["PATCH", "POST", "DELETE", "GET"] })[
    operation as string
  ] ?? ["POST", "POST", "GET", "PATCH"];

/** Something worse: at a certain request of a method and the next ones. */
const worse = (operation: Plan["operation"]): fc.Arbitrary<Fault> =>
  fc
    .record({
      method: fc.constantFrom(...methodsOf(operation)),
      moment,
      nth: fc.integer({ min: 1, max: 6 }),
      times: fc.oneof(fc.constantFrom(1, 1, 2, 5), forever),
    })
    .map(({ moment: at, ...rule }) => ({ ...rule, ...at }));
