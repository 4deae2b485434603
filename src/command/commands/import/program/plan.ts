import { GROUP } from "../../../../description/spec/place";
import { parentTypeOf, type ResourceSpec } from "../../../../description/spec/resource";
import { type Directory, keyOfObject, objectOfKey } from "../../../organization/directory";
import type { LiveObject } from "../../../organization/read";
import { camelCase, dashed, kindInWords, Names, variableNames } from "../code/names";
import { roleLookup } from "../code/statement";
import type { Importable } from "../judge";
import type { Manifest, Written } from "../manifest";
import { secretInputs, secretKey } from "../secrets";
import { type Existing, INDEX, namesDeclared, stillIs, wordsIn } from "./existing";
import { inOrder, type Linked } from "./order";
import { mayReferTo, type Reference, referencesIn } from "./properties";

export interface Wanted {
  readonly parent: { readonly uid: string; readonly name: string };
  /** Objects that the program does not have yet. */
  readonly objects: readonly Importable[];
  readonly builtInRoles: readonly LiveObject[];
  readonly directory: Directory;
  readonly existing: Existing;
  readonly protect: boolean;
}

export interface Declaration extends Linked {
  readonly name: string;
  readonly variable: string | undefined;
  /** Keys of the stack's config, by input. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface Lookup {
  readonly role: LiveObject;
  readonly variable: string;
}

export interface ProgramPlan {
  readonly declarations: readonly Declaration[];
  readonly lookups: readonly Lookup[];
  readonly objects: Manifest["objects"];
  /** Returns the key of the declared object that a reference means. Undefined if there is none. */
  readonly keyOf: (reference: Reference) => string | undefined;
}

/** Plans order and names. Pure. */
export function planOf(wanted: Wanted): ProgramPlan {
  const { objects, builtInRoles, directory, existing } = wanted;
  const written = existing.manifest?.objects ?? {};
  const keyOf = resolver([
    ...Object.keys(written),
    ...[...objects.map(({ object }) => object), ...builtInRoles].map(keyOfObject),
  ]);
  const ordered = inOrder(objects.map((one) => linked(one, { directory, keyOf })));
  const used = new Set(ordered.flatMap(({ refersTo }) => refersTo));
  const variables = variableNames(wordsIn(existing.sources.values()));
  const looked = builtInRoles.filter(
    (role) => used.has(keyOfObject(role)) && !isStillLookedUp(role, written[keyOfObject(role)], existing),
  );
  const lookups = looked.map((role): Lookup => {
    const label = directory.labelOf(role);
    return { role, variable: variables.take(candidatesFor(label, role)) };
  });
  const nameIt = resourceNames(wanted);
  const declarations = ordered.map((one): Declaration => {
    const name = nameIt(one);
    const { spec } = one.object;
    const label = directory.labelOf(one.object);
    const variable = used.has(one.key) ? variables.take(candidatesFor(name, one.object)) : undefined;
    const secrets = Object.fromEntries(
      secretInputs(spec.fields, one.inputs).map((input) => [input, secretKey(one.object, label, input)]),
    );
    return { ...one, name, variable, secrets };
  });
  const recorded = Object.fromEntries([
    ...declarations.map((one) => [one.key, recordOf(one)] as const),
    ...lookups.map(({ role, variable }) => [keyOfObject(role), { variable }] as const),
  ]);
  return { declarations, lookups, keyOf, objects: { ...written, ...recorded } };
}

/** Whether the program still looks up a built-in role with its variable. */
const isStillLookedUp = ({ values }: LiveObject, written: Written | undefined, { sources }: Existing): boolean =>
  written?.variable !== undefined &&
  stillIs(sources.get(INDEX) ?? "", written.variable, roleLookup(String(values.name)));

const candidatesFor = (label: string, { spec }: LiveObject): string[] => {
  const kind = kindInWords(spec);
  return [camelCase(label), camelCase(label, kind), camelCase(kind, label)];
};

function resolver(keys: readonly string[]): (reference: Reference) => string | undefined {
  const byUid = new Map<string, string[]>();
  for (const key of keys) {
    const { uid } = objectOfKey(key);
    byUid.set(uid, [...(byUid.get(uid) ?? []), key]);
  }
  return (reference) =>
    byUid.get(reference.uid)?.find((key) => {
      const { spec } = objectOfKey(key);
      return spec !== undefined && mayReferTo(reference, spec);
    });
}

function linked(one: Importable, { directory, keyOf }: Pick<Wanted, "directory"> & Pick<ProgramPlan, "keyOf">): Linked {
  const { object, inputs } = one;
  const key = keyOfObject(object);
  const keys = referencesIn(object.spec.fields, inputs).flatMap((reference) => keyOf(reference) ?? []);
  return { ...one, key, path: directory.pathOf(object), refersTo: [...new Set(keys)].filter((other) => other !== key) };
}

/** Whether a label needs the label of its parent: for kinds outside of groups, like tags, and kinds without names. */
const needsPlace = (spec: ResourceSpec): boolean => parentTypeOf(spec) !== GROUP || spec.fields.name === undefined;

/** Returns a function that makes names of resources. They are unique in the program for each type. */
function resourceNames({ directory, existing }: Wanted): (one: Linked) => string {
  const taken = new Map<string, Names>();
  return ({ object, path }) => {
    const { spec } = object;
    const names = taken.get(spec.type) ?? new Names(namesDeclared(spec, existing.sources.values()));
    taken.set(spec.type, names);
    const label = directory.labelOf(object);
    const place = path.slice(-2);
    const first = needsPlace(spec) ? place : [label];
    const candidates = [first, place, path].map((texts) => dashed(...texts));
    return names.take(candidates.some((name) => name !== "") ? candidates : [dashed(kindInWords(spec))]);
  };
}

const recordOf = ({ name, variable, secrets }: Declaration): Written => ({
  name,
  ...(variable === undefined ? {} : { variable }),
  ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
});
