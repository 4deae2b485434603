import { PREVIEW, URN } from "../../../src/hosts/dynamic/hidden-inputs";
import { resources } from "../../../src/resources";
import { EXPLICIT, type SettingName, settingNames } from "../../../src/setting-names";
import { isUnique, nameOf, type ResourceSpec } from "../../../src/spec/resource";
import { CREATES_FIRST } from "../../../src/spec/shell";
import type { Declared } from "../engine";
import { type Props, providerText } from "../host";
import { type Entry, nameOfUrn } from "./state";

/** What stands for an unknown value in the calls of a preview. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What a program asks the engine to do for one resource. */
export interface Goal {
  readonly urn: string;
  /** The entry as the program wants it, before the check. */
  readonly fresh: Entry;
  /** Former URNs. */
  readonly aliases: readonly string[];
  readonly deleteBeforeReplace: boolean | undefined;
  /** id of an object to read. */
  readonly get: string | undefined;
}

/** The id of a registered resource; undefined if it is unknown. */
export type Made = ReadonlyMap<string, { readonly urn: string; readonly id: string | undefined }>;

/** How the program runs. */
export interface ProgramRun {
  readonly isPreview: boolean;
  /** Whether a provider may take over what it finds. */
  takesOver(provider: string): boolean;
}

const OPTIONS = new Set([
  "aliases",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "protect",
  "provider",
  "replacementTrigger",
  "replaceOnChanges",
  "retainOnDelete",
]);

/** Whether a declared resource is an explicit provider. */
export const isProvider = (declared: Declared): boolean => declared.class === "Provider";

/** The config of an explicit provider by full key, as the class `Provider` makes it. */
export function configOf({ name, args, opts }: Declared): Record<string, string> {
  if (opts !== undefined) throw new Error(`${name}: the double knows no options of providers`);
  const entries = Object.entries(args).map(([key, value]) => {
    if (typeof value !== "string" || value.startsWith("${")) throw new Error(`${name}.${key} must be a plain text`);
    // The keys are settings; any other has no entry, which is refused here.
    const setting = settingNames[key as SettingName];
    if (setting === undefined) throw new Error(`${name}.${key} is not a setting`);
    return [setting[0], value] as const;
  });
  return { ...Object.fromEntries(entries), [EXPLICIT.key]: EXPLICIT.value };
}

/** The names of the resources that must be registered before one is. */
export function namesBefore({ args, opts }: Declared): string[] {
  return [...new Set([...namesOf(opts?.dependsOn), ...namesIn(args)])];
}

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function namesIn(value: unknown): string[] {
  const [, name] = /^\$\{(.*)\}$/.exec(typeof value === "string" ? value : "") ?? [];
  if (name !== undefined) return [name];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** What the class and the SDK make of a declared resource. Throws when it uses what the double does not know. */
export function goalOf(declared: Declared, made: Made, run: ProgramRun): Goal {
  const { name, args, opts = {}, get } = declared;
  const spec = specOf(declared);
  const strange = Object.keys(opts).filter((option) => !OPTIONS.has(option));
  if (strange.length > 0) throw new Error(`${name}: the double does not know the option ${strange}`);
  const type = `pulumi-nodejs:dynamic/platform/${spec.type}`;
  const urnsOf = (value: unknown) => namesIn(value).map((other) => made.get(other)?.urn ?? "");
  const order = mayTakeOver(declared, spec, run) ? { [CREATES_FIRST]: opts.deleteBeforeReplace === false } : {};
  const hidden = { [URN]: `${urnOf(type, name)} ${name}`, ...order };
  const inputs = get === undefined ? { ...inputsOf(declared, spec, made, run), ...hidden } : {};
  const propertyDependencies = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, urnsOf(value)]));
  const fresh: Entry = {
    urn: urnOf(type, name),
    type,
    id: get ?? "",
    inputs: { ...inputs, __provider: providerText(spec.type) },
    outputs: {},
    dependencies: namesBefore(declared).map((other) => made.get(other)?.urn ?? ""),
    propertyDependencies,
    provider: String(opts.provider ?? ""),
    initErrors: [],
    external: get !== undefined,
    protect: opts.protect === true,
    retainOnDelete: opts.retainOnDelete === true,
    replaceOnChanges: topLevel(name, opts.replaceOnChanges),
    ignoreChanges: topLevel(name, opts.ignoreChanges),
    replacementTrigger: opts.replacementTrigger ?? null,
    isTainted: false,
    isPendingDelete: false,
    isPendingReplacement: false,
  };
  const aliases = aliasesOf(declared).map((alias) => urnOf(type, alias));
  return { urn: fresh.urn, fresh, aliases, deleteBeforeReplace: deletesFirst(declared, spec, run), get };
}

const urnOf = (type: string, name: string): string => `urn:pulumi:test::test::${type}::${name}`;

function specOf({ name, class: wanted }: Declared): ResourceSpec {
  const spec = Object.values(resources).find((one) => nameOf(one) === wanted);
  if (spec === undefined) throw new Error(`${name}: no resource has the class ${wanted}`);
  return spec;
}

/** Paths of inputs, of which the double knows those of one step. */
function topLevel(name: string, value: unknown): string[] {
  const paths = namesOf(value);
  const deep = paths.find((path) => !/^\w+$/.test(path));
  if (deep !== undefined) throw new Error(`${name}: the double does not know the path ${deep}`);
  return paths;
}

function aliasesOf({ name, opts }: Declared): string[] {
  const aliases = opts?.aliases ?? [];
  if (!Array.isArray(aliases)) throw new Error(`${name}: aliases must be a list`);
  return aliases.map((alias: { name?: unknown }) => {
    if (Object.keys(alias).join() !== "name") throw new Error(`${name}: the double knows aliases by name only`);
    return String(alias.name);
  });
}

/** The order of a replacement: what the program says, or what the class sets (src/pulumi/resource-class.ts). */
function deletesFirst(declared: Declared, spec: ResourceSpec, run: ProgramRun): boolean | undefined {
  const { opts } = declared;
  if (typeof opts?.deleteBeforeReplace === "boolean") return opts.deleteBeforeReplace;
  return mayTakeOver(declared, spec, run) || spec.deletableIf !== undefined ? true : undefined;
}

/** Whether the create of a resource may adopt an object or take one over. */
function mayTakeOver({ args, opts }: Declared, spec: ResourceSpec, run: ProgramRun): boolean {
  const mayAdopt = args.adoptUid !== undefined || (isUnique(spec) && run.takesOver(String(opts?.provider ?? "")));
  return mayAdopt && spec.lifecycle === undefined;
}

function inputsOf({ name, args, opts }: Declared, spec: ResourceSpec, made: Made, run: ProgramRun): Props {
  const named = spec.fields.name?.presence === "required" ? { name, ...args } : args;
  const inputs = resolved(named, made, run.isPreview) as Props;
  if (!run.isPreview || (args.adoptUid === undefined && !run.takesOver(String(opts?.provider ?? "")))) return inputs;
  const isPlain = ([key]: [string, unknown]) =>
    spec.fields[key]?.options.secret !== true && !JSON.stringify(args[key] ?? null).includes("$secret");
  return {
    ...inputs,
    [PREVIEW]: Object.fromEntries(Object.entries(inputs).filter(isPlain)),
  };
}

/** A value of the program as the engine gets it. Outside of previews the SDK leaves out what is unknown. */
function resolved(value: unknown, made: Made, isPreview: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => resolved(item, made, isPreview));
    if (items.includes(undefined)) throw new Error("the double does not know unknown items of lists");
    return items;
  }
  if (typeof value === "object" && value !== null) {
    if ("$secret" in value) return value.$secret;
    const entries = Object.entries(value).map(([key, inner]) => [key, resolved(inner, made, isPreview)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
  }
  const [name] = namesIn(value);
  return name === undefined ? value : (made.get(name)?.id ?? (isPreview ? UNKNOWN : undefined));
}

/** The type and name of a resource, as messages of the engine have them. */
export const labelOf = ({ type, urn }: Pick<Entry, "type" | "urn">): string => `${type} (${nameOfUrn(urn)})`;
