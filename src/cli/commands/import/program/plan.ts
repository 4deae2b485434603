import { GROUP } from "../../../../spec/place";
import { parentTypeOf, type ResourceSpec } from "../../../../spec/resource";
import { type Directory, keyOfObject, objectOfKey } from "../../../organization/directory";
import type { LiveObject } from "../../../organization/read";
import { camelCase, dashed, kindInWords, Names, variableNames } from "../code/names";
import type { Importable } from "../judge";
import type { Manifest, Written } from "../manifest";
import { isReferredTo, mayReferTo, type Reference, referencesIn } from "../references";
import { secretInputs } from "../secrets";
import { declares, type Existing, namesDeclared, wordsIn } from "./existing";
import { inOrder, type Linked } from "./order";
import { filesOf, INDEX, type Layout, layoutFor, SHARED } from "./places";

/** What a program is to declare. */
export interface Wanted {
  /** uid and name of the group that all lies in. */
  readonly parent: { readonly uid: string; readonly name: string };
  /** What the program does not have yet. */
  readonly objects: readonly Importable[];
  readonly builtInRoles: readonly LiveObject[];
  readonly directory: Directory;
  readonly existing: Existing;
  /** Whether objects that others lie in get the option `protect: true`. */
  readonly protect: boolean;
}

/** A declaration to be written. */
export interface Declaration extends Linked {
  readonly file: string;
  /** Name of the Pulumi resource. */
  readonly name: string;
  readonly variable: string | undefined;
  /** Keys of the stack's config, by the input that comes from it. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** A built-in role to be looked up. */
export interface Lookup {
  readonly role: LiveObject;
  readonly file: string;
  readonly variable: string;
}

/** What is written, and where. */
export interface Plan {
  readonly layout: Layout;
  /** In the order of their declarations. */
  readonly declarations: readonly Declaration[];
  readonly lookups: readonly Lookup[];
  /** What the program holds afterwards, by key. */
  readonly objects: Manifest["objects"];
  /** Key of what the program declares and a reference means; undefined where it declares none. */
  readonly keyOf: (reference: Reference) => string | undefined;
  /** Makes names of further variables. */
  readonly variables: Names;
}

/** Decides on order, files and names. Pure. */
export function planOf(wanted: Wanted): Plan {
  const { objects, builtInRoles, directory, existing } = wanted;
  const written = existing.manifest?.objects ?? {};
  const layout =
    existing.manifest?.layout ??
    layoutFor(
      objects.map(({ object }) => object),
      directory,
    );
  const shared = layout === "one file" ? INDEX : SHARED;
  const keyOf = resolver([
    ...Object.keys(written),
    ...[...objects.map(({ object }) => object), ...builtInRoles].map(keyOfObject),
  ]);
  const ordered = inOrder(objects.map((one) => linked(one, { directory, keyOf })));
  const files = filesOf(ordered, { layout, directory, written });
  const used = new Set(ordered.flatMap(({ refersTo }) => refersTo));
  const variables = variableNames(wordsIn(existing.sources.values()));
  const looked = builtInRoles.filter(
    (role) => used.has(keyOfObject(role)) && !stands(written[keyOfObject(role)], existing),
  );
  const lookups = looked.map((role): Lookup => {
    const label = directory.labelOf(role);
    return { role, file: shared, variable: variables.take(candidatesFor(label, role)) };
  });
  const nameIt = resourceNames(wanted);
  const declarations = ordered.map((one): Declaration => {
    const name = nameIt(one);
    const { spec } = one.object;
    const isNamed = layout === "one file" ? used.has(one.key) : isReferredTo(spec);
    const variable = isNamed ? variables.take(candidatesFor(name, one.object)) : undefined;
    const secrets = Object.fromEntries(
      secretInputs(spec.fields, one.inputs).map((input) => [input, variables.take(keysFor(name, one.object, input))]),
    );
    return { ...one, file: files.get(one.key) ?? shared, name, variable, secrets };
  });
  return {
    layout,
    declarations,
    lookups,
    keyOf,
    variables,
    objects: { ...written, ...recorded(declarations, lookups) },
  };
}

/** Whether what was written of an object is still there for others to use. */
const stands = (written: Written | undefined, { sources }: Existing): boolean =>
  written?.variable !== undefined && declares(sources.get(written.file) ?? "", written.variable, false);

const candidatesFor = (label: string, { spec }: LiveObject): string[] => {
  const kind = kindInWords(spec);
  return [camelCase(label), camelCase(label, kind), camelCase(kind, label)];
};

const keysFor = (label: string, { spec }: LiveObject, input: string): string[] => [
  camelCase(label, input),
  camelCase(kindInWords(spec), label, input),
];

/** Finds what a reference means among what a program declares. */
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

function linked(one: Importable, { directory, keyOf }: Pick<Wanted, "directory"> & Pick<Plan, "keyOf">): Linked {
  const { object, inputs } = one;
  const key = keyOfObject(object);
  const keys = referencesIn(object.spec.fields, inputs).flatMap((reference) => keyOf(reference) ?? []);
  return { ...one, key, path: directory.pathOf(object), refersTo: [...new Set(keys)].filter((other) => other !== key) };
}

/** Whether the label of a kind says little without that of what it lies in: a tag's, and that of what has no name. */
const needsPlace = (spec: ResourceSpec): boolean => parentTypeOf(spec) !== GROUP || spec.fields.name === undefined;

/** Makes names of resources, unique among those of a type; hand-written ones count too. */
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

const recorded = (declarations: readonly Declaration[], lookups: readonly Lookup[]): Manifest["objects"] =>
  Object.fromEntries([
    ...declarations.map(({ key, file, name, variable, secrets }) => [
      key,
      {
        file,
        name,
        ...(variable === undefined ? {} : { variable }),
        ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
      },
    ]),
    ...lookups.map(({ role, file, variable }) => [keyOfObject(role), { file, variable }]),
  ]);
