import {
  type Alias,
  CustomResource,
  type CustomResourceOptions,
  type ID,
  type Input,
  mergeOptions,
  output,
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
import { isOfType } from "./instances";
import { checkSettings, mayTakeOver } from "./missing-settings";
import { previewNote } from "./preview-note";
import { refuseNamedProvider } from "./provider-instance";
import { hideSecretsInDebugMessages } from "./quiet-log";
import { runError } from "./run-error";
import { cheapenStackTraces, watchLastSlot } from "./short-stack";
import { currentHost } from "./stack-settings";
import { formerNames, setLabel } from "./uid-labels";
import { urnText } from "./urn-hash";

hideSecretsInDebugMessages();

export function resourceClass<F extends Fields, O, A>(spec: ResourceSpec<F>): ResourceClass<O, A> {
  const types = { dynamic: `${TYPE_PREFIX}${spec.type}`, plugin: pluginToken(spec) };
  const fields = Object.entries(spec.fields);
  const additionalSecretOutputs = fields.filter(([, { options }]) => options.secret).map(([name]) => name);
  // Declares every output, because the SDK assigns declared ones only.
  const slots = Object.fromEntries(fields.map(([name]) => [name, undefined]));
  const lastField = fields.at(-1)?.[0] ?? PROVIDER;

  const ofHost: Readonly<Record<HostName, CustomResourceOptions>> = {
    dynamic: { additionalSecretOutputs },
    plugin: { pluginDownloadURL: PLUGIN_DOWNLOAD_URL },
  };

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
      return isOfType(value, Object.values(types));
    }

    constructor(name: string, args: Record<string, unknown> | undefined, opts: CustomResourceOptions = {}) {
      const host = currentHost();
      const type = types[host];
      const isDynamic = host === "dynamic";
      if (isDynamic && opts.import !== undefined) throw runError(importText(`${nameOf(spec)} "${name}"`));
      refuseDeletedWith(`${nameOf(spec)} "${name}"`, opts);
      refuseNamedProvider(opts.parent);
      const inputs = { ...withSecrets(spec.fields, args ?? {}) };
      if (isNamed(spec) && args !== undefined) inputs.name ??= name;
      // A forced replacement (`--replace`, a taint) calls no diff, and its create must not adopt the object that it replaces.
      // An adopted SCIM token is rotated instead, so that the former token stays valid for its overlap.
      const mayAdopt = () => inputs.adoptUid !== undefined || (isUnique(spec) && mayTakeOver(type, opts));
      const isAdopting = args !== undefined && spec.lifecycle === undefined && mayAdopt();
      // Pulumi deletes the protected object first, so that its refused delete prevents a second object.
      const order = isAdopting || spec.peculiar?.deletableIf !== undefined ? { deleteBeforeReplace: true } : {};
      const aliases = hostAliases(types[isDynamic ? "plugin" : "dynamic"], opts.aliases);
      const ignored = ignoreChangesOf(spec, opts);
      const options = mergeOptions({ ...order, ...opts, ...ignored }, { ...ofHost[host], aliases });
      checkSettings(type, options);
      // A component sets this itself if it must create first, for an overlap. Then the create adopts nothing. With retainOnDelete the
      // replaced object stays, in whatever order.
      const mayFindReplaced = options.deleteBeforeReplace !== true || options.retainOnDelete === true;
      const createsFirst: Values = isAdopting ? { [CREATES_FIRST]: mayFindReplaced } : {};
      const given = { ...options, mayTakeOver: () => mayTakeOver(type, options), resource: () => this };
      // A resource that is only read has no inputs, so its outputs are compared.
      const notes =
        args === undefined || !isDynamic
          ? {}
          : { ...previewNote(inputs, given), [URN]: urnText(name, type, options.parent) };
      const restore = cheapenStackTraces();
      try {
        const hidden = { ...notes, [PROVIDER]: providerText(spec.type) };
        const { [lastField]: last, ...others } = { ...slots, ...inputs, ...createsFirst };
        super(type, name, { ...others, [lastField]: last, ...(isDynamic ? hidden : {}) }, options);
      } finally {
        restore();
      }
      setLabel(this.id, name, formerNames(name, opts.aliases, opts.parent));
    }
  }
  watchLastSlot(PlatformResource.prototype, [PROVIDER, lastField]);
  // CustomResource defines the fields at run time from `slots`, which the compiler cannot see.
  return PlatformResource as unknown as ResourceClass<O, A>;
}

/** Text of the error about the option `import`. The engine reads the object by its id, which does not contain its kind. */
const importText = (resource: string): string =>
  `${resource}: the option import does not work here, because Pulumi cannot import dynamic resources. ` +
  "Remove it and set the argument adoptUid to the uid of the object. The resource then adopts the object and changes only " +
  "the fields that the program sets to another value";

/** The option ignoreChanges with the inputs in place of `*`, because the engine would also reset the hidden inputs. */
function ignoreChangesOf({ fields }: ResourceSpec, { ignoreChanges }: CustomResourceOptions): CustomResourceOptions {
  if (!ignoreChanges?.includes("*")) return {};
  return { ignoreChanges: [...inputFields(fields).map(([name]) => name), "adoptUid"] };
}

/** Marks the values of secret fields. Marks the whole object if it is an Output with a secret field. */
function withSecrets(fields: Fields, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields[name];
    if (field === undefined || value === undefined || value === null) return [name, value];
    if (field.options.secret) return [name, secret(value)];
    if (field.type.kind !== "message" || !holdsSecret(field.type.fields)) return [name, value];
    const isPlain = isValues(value) && Object.getPrototypeOf(value) === Object.prototype;
    return [name, isPlain ? withSecrets(field.type.fields, value) : secret(value)];
  });
  return Object.fromEntries(entries);
}

const holdsSecret = (fields: Fields): boolean =>
  Object.values(fields).some(
    ({ options, type }) => options.secret === true || (type.kind === "message" && holdsSecret(type.fields)),
  );

type GivenAlias = Input<Urn | Alias>;

/**
 * Returns the aliases that keep a resource's object when the stack changes its host. One has the type of the other host. Each alias of the
 * program is repeated with this type, so that you can also rename a resource in the same update.
 */
export function hostAliases(type: string, given: readonly GivenAlias[] = []): GivenAlias[] {
  const together = given.map((alias) => {
    if (typeof alias === "string") return alias;
    return isPlain(alias) ? withType(alias, type) : output(alias).apply((value) => withType(value as Alias, type)); // `output` resolves its Inputs.
  });
  return [{ type }, ...together.filter((alias) => !given.includes(alias))];
}

const isPlain = (alias: Exclude<GivenAlias, string>): alias is Alias =>
  Object.getPrototypeOf(alias) === Object.prototype;

/** Returns an alias with a type. A URN, or an alias with its own type, stays unchanged. */
const withType = (alias: Urn | Alias, type: string): Urn | Alias =>
  typeof alias === "string" || alias.type !== undefined ? alias : { ...alias, type };
