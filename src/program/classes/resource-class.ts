import { createHash } from "node:crypto";
import {
  type Alias,
  CustomResource,
  type CustomResourceOptions,
  createUrn,
  type ID,
  type Input,
  mergeOptions,
  output,
  type Resource,
  secret,
  type URN as Urn,
} from "@pulumi/pulumi";
import { PROVIDER, providerText, TYPE_PREFIX } from "../../description/names/dynamic";
import { CREATES_FIRST, URN } from "../../description/names/hidden-inputs";
import type { HostName } from "../../description/names/host-name";
import { PLUGIN_DOWNLOAD_URL, pluginToken } from "../../description/names/plugin";
import { inputFields, isNamed, isUnique, nameOf, type ResourceSpec } from "../../description/spec/resource";
import type { Fields } from "../../description/spec/types";
import { isValues, type Values } from "../../description/spec/values";
import { refuseDeletedWith } from "./deleted-with";
import type { ResourceClass } from "./derive";
import { aliasesOf, inheritedAliases, setOtherHost } from "./inherited-aliases";
import { isOfType } from "./instances";
import { checkSettings, mayTakeOver } from "./missing-settings";
import { previewNote } from "./preview-note";
import { refuseNamedProvider } from "./provider-instance";
import { hideSecretsInDebugMessages } from "./quiet-log";
import { runError, signalSuccessOnly } from "./run-error";
import { cheapenStackTraces, watchLastSlot } from "./short-stack";
import { currentHost } from "./stack-settings";
import { formerNames, setLabel } from "./uid-labels";

hideSecretsInDebugMessages();
signalSuccessOnly();

type Construction = ReturnType<typeof constructionOf>;

type OptionRule = (options: CustomResourceOptions, of: Construction) => CustomResourceOptions;

/** What becomes of Pulumi's options. The rules that refuse an option throw RunError. They come first. */
const optionRules: readonly OptionRule[] = [
  (options, of) => {
    if (of.host === "dynamic" && options.import !== undefined) throw runError(importText(textOf(of)));
    refuseDeletedWith(textOf(of), options);
    refuseNamedProvider(options.parent);
    return options;
  },
  // A forced replacement (`--replace`, a taint) calls no diff, and its create must not adopt the object that it replaces. A protected object
  // is deleted first too, so that its refused delete prevents a second object.
  (options, { isAdopting, spec }) =>
    isAdopting || spec.peculiar?.deletableIf !== undefined ? { deleteBeforeReplace: true, ...options } : options,
  // `*` would also make the engine reset the hidden inputs.
  (options, { spec }) =>
    options.ignoreChanges?.includes("*")
      ? { ...options, ignoreChanges: [...inputFields(spec.fields).map(([name]) => name), "adoptUid"] }
      : options,
  (options, { spec, host, type, otherType, name }) =>
    mergeOptions(options, {
      ...(host === "plugin"
        ? { pluginDownloadURL: PLUGIN_DOWNLOAD_URL }
        : { additionalSecretOutputs: secretFields(spec) }),
      aliases: [
        ...inheritedAliases(type, name, options),
        ...hostAliases(otherType, options.aliases),
        ...inheritedAliases(otherType, name, options, true),
      ],
    }),
];

export function resourceClass<O, A>(spec: ResourceSpec): ResourceClass<O, A> {
  // Declares every output, because the SDK assigns declared ones only.
  const slots = Object.fromEntries(Object.keys(spec.fields).map((name) => [name, undefined]));
  const lastField = Object.keys(spec.fields).at(-1) ?? PROVIDER;

  class PlatformResource extends CustomResource {
    static get(
      this: typeof PlatformResource,
      name: string,
      id: Input<ID>,
      opts: CustomResourceOptions = {},
    ): PlatformResource {
      // The SDK would create a resource.
      if (!id) throw runError(`${nameOf(spec)}.get(${JSON.stringify(name)}): id is required`);
      return new this(name, undefined, { ...opts, id });
    }

    static override isInstance(value: unknown): value is CustomResource {
      return isOfType(value, Object.values(typesOf(spec)));
    }

    constructor(name: string, args: Record<string, unknown> | undefined, opts: CustomResourceOptions = {}) {
      const made = constructionOf(spec, [name, opts.id ? undefined : args, opts]);
      const options = optionRules.reduce((changed, rule) => rule(changed, made), opts);
      checkSettings(made.type, options);
      const hidden = made.host === "dynamic" ? hiddenInputs(made, options, () => this) : {};
      const { [lastField]: last, ...others } = { ...slots, ...made.inputs, ...createOrder(made, options) };
      const restore = cheapenStackTraces();
      try {
        super(made.type, name, { ...others, [lastField]: last, ...hidden }, options);
      } finally {
        restore();
      }
      const aliases = aliasesOf(made.type, name, opts);
      setOtherHost(this, aliases.length, options.aliases?.length ?? 0);
      setLabel(this.id, name, formerNames(name, aliases));
    }
  }
  watchLastSlot(PlatformResource.prototype, [PROVIDER, lastField]);
  // CustomResource defines the fields at run time from `slots`, which the compiler cannot see.
  return PlatformResource as unknown as ResourceClass<O, A>;
}

/** @param args undefined if the resource is only read */
function constructionOf(
  spec: ResourceSpec,
  [name, args, options]: readonly [name: string, args: Values | undefined, options: CustomResourceOptions],
) {
  const host = currentHost();
  const { [host]: type, [host === "dynamic" ? "plugin" : "dynamic"]: otherType } = typesOf(spec);
  const inputs = withSecrets(spec.fields, args ?? {});
  if (isNamed(spec) && args !== undefined) inputs.name ??= name;
  const mayAdopt = () => inputs.adoptUid !== undefined || (isUnique(spec) && mayTakeOver(type, options));
  // An adopted SCIM token is rotated instead of replaced, so that the former token stays valid for its overlap.
  const isAdopting = args !== undefined && spec.lifecycle === undefined && mayAdopt();
  return { spec, host, type, otherType, name, args, inputs, isAdopting };
}

/** A component's overlap creates first, and adopts nothing. With retainOnDelete the replaced object stays in any order. */
const createOrder = ({ isAdopting }: Construction, options: CustomResourceOptions): Values =>
  isAdopting ? { [CREATES_FIRST]: options.deleteBeforeReplace !== true || options.retainOnDelete === true } : {};

/** The inputs for the dynamic host alone. A resource that is only read has no others, so its outputs are compared. */
function hiddenInputs(
  { spec, type, name, args, inputs }: Construction,
  options: CustomResourceOptions,
  resource: () => CustomResource,
): Values {
  const provider = { [PROVIDER]: providerText(spec.type) };
  if (args === undefined) return provider;
  const note = previewNote(inputs, { ...options, mayTakeOver: () => mayTakeOver(type, options), resource });
  return { ...note, [URN]: urnText(name, type, options.parent), ...provider };
}

/** Letters of the hash. 48 bits distinguish the resources of one program. */
const HASH_LENGTH = 8;

/** A short hash of a resource's URN, a space, and its name. A promise instead of an Output, so that no dependency on the parent results. */
const urnText = (name: string, type: string, parent: Resource | undefined): Promise<string> =>
  new Promise((resolve) => {
    const hashOf = (urn: string) => createHash("sha256").update(urn).digest("base64url").slice(0, HASH_LENGTH);
    createUrn(name, type, parent).apply((urn) => resolve(`${hashOf(urn)} ${name}`));
  });

const typesOf = (spec: ResourceSpec): Readonly<Record<HostName, string>> => ({
  dynamic: `${TYPE_PREFIX}${spec.type}`,
  plugin: pluginToken(spec),
});

const textOf = ({ spec, name }: Construction): string => `${nameOf(spec)} "${name}"`;

const secretFields = ({ fields }: ResourceSpec): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.options.secret);

/** The engine would read the object by its id, which does not contain its kind. */
const importText = (resource: string): string =>
  `${resource}: the option import does not work here, because Pulumi cannot import dynamic resources. ` +
  "Remove it and set the argument adoptUid to the uid of the object. The resource then adopts the object and changes only " +
  "the fields that the program sets to another value";

/** Marks the values of secret fields. Marks the whole object if it is an Output with a secret field. */
function withSecrets(fields: Fields, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields[name];
    if (field === undefined || value === undefined || value === null) return [name, value];
    if (field.options.secret) return [name, secret(value)];
    if (field.type.kind !== "message" || !hasSecretField(field.type.fields)) return [name, value];
    const isPlain = isValues(value) && Object.getPrototypeOf(value) === Object.prototype;
    return [name, isPlain ? withSecrets(field.type.fields, value) : secret(value)];
  });
  return Object.fromEntries(entries);
}

const hasSecretField = (fields: Fields): boolean =>
  Object.values(fields).some(
    ({ options, type }) => options.secret === true || (type.kind === "message" && hasSecretField(type.fields)),
  );

type GivenAlias = Input<Urn | Alias>;

/** For a change of the host: its type, and each alias of the program with it, so that a rename works in the same update. */
export function hostAliases(type: string, given: readonly GivenAlias[] = []): GivenAlias[] {
  const together = given.map((alias) => {
    if (typeof alias === "string") return alias;
    return isPlain(alias) ? withType(alias, type) : output(alias).apply((value) => withType(value as Alias, type)); // `output` resolves its Inputs.
  });
  return [{ type }, ...together.filter((alias) => !given.includes(alias))];
}

const isPlain = (alias: Exclude<GivenAlias, string>): alias is Alias =>
  Object.getPrototypeOf(alias) === Object.prototype;

const withType = (alias: Urn | Alias, type: string): Urn | Alias =>
  typeof alias === "string" || alias.type !== undefined ? alias : { ...alias, type };
