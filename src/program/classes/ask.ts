import { type Input, type Output, output, type Resource, runtime, unsecret } from "@pulumi/pulumi";
import type { Client } from "../../client/api/client";
import { ConfigurationError, PlatformError } from "../../client/api/errors";
import type { ConfigReader, Settings } from "../../client/settings";
import { DYNAMIC_PACKAGE } from "../../description/names/dynamic";
import { PLUGIN_PACKAGE } from "../../description/names/plugin";
import type { Operation } from "../../description/operations/operation";
import type { Fields } from "../../description/spec/types";
import type { Entity, ResultOf } from "../lookups/answers";
import type { ArgsOf } from "../lookups/arguments";
import type { ListArgs, OneArgs } from "../lookups/filters";
import type { EntityListing } from "../lookups/listing";
import type { ByUid } from "../lookups/one";
import type { RegistryAccess } from "../lookups/tag-history";
import type { NestedInput } from "./derive";
import { mockedAnswer } from "./mocks";
import { isProvider, type Provider, refuseNamedProvider, settingsOf } from "./provider-instance";
import { asRunError, runError } from "./run-error";
import { currentHost } from "./stack-settings";
import { labelUid } from "./uid-labels";

export interface LookupOptions {
  /** Provider whose platform is used. By default, the platform of the stack's own settings. */
  readonly provider?: Provider | undefined;
  /** Resource or component whose provider is used. */
  readonly parent?: Resource | undefined;
}

interface LookupCall {
  /** `iam:getRole` */
  readonly name: string;
  readonly args?: object;
  readonly opts: LookupOptions;
}

/** How a function reaches the servers. Each throws ConfigurationError, and the last three the errors of lookups. */
interface Clients {
  readonly client: () => Client;
  readonly registry: () => RegistryAccess;
  readonly ask: <O extends Operation>(operation: O, args?: ArgsOf<O>) => Promise<ResultOf<O>>;
  readonly list: <F extends Fields, T>(listing: EntityListing<F, T>, args: ListArgs<F>) => Promise<T[]>;
  readonly find: <F extends Fields, T extends Entity>(
    listing: EntityListing<F, T>,
    args: ByUid | OneArgs<F>,
  ) => Promise<T>;
}

/** Runs a call with the settings of its provider, or else of the program. Pulumi's mocks return the result of `mocks.call`. */
export async function answer<T>(call: LookupCall, by: (clients: Clients) => Promise<T>): Promise<T> {
  // An inline program of the Automation API ends once its calls of the engine have ended.
  const done = runtime.rpcKeepAlive();
  try {
    const provider = providerOf(call);
    // The test decides the type of a mock's result.
    const mocked = (await mockedAnswer({ ...call, provider })) as { readonly value: T } | undefined;
    return mocked === undefined ? await by(await clientsFor(provider)) : mocked.value;
  } catch (error) {
    await programIsLoaded();
    // An ArgumentError is a ConfigurationError too, but Pulumi shows it with its place in the program.
    const isSetting = error instanceof ConfigurationError && error.constructor === ConfigurationError;
    throw isSetting ? asRunError(error) : error;
  } finally {
    // What waits for the result declares its resources before.
    setImmediate(done);
  }
}

/** Greatest time in milliseconds from the end of a program's code until Pulumi handles the failures of its exports. */
const LISTENS_AFTER_MS = 50;

/** Waits until Pulumi handles the failures of the program's exports. Otherwise Node adds a PromiseRejectionHandledWarning. */
async function programIsLoaded(): Promise<void> {
  // setImmediate waits for the end of the program's synchronous code.
  await new Promise(setImmediate);
  await new Promise((resolve) => setTimeout(resolve, LISTENS_AFTER_MS));
}

/** Runs a call that changes something outside of Pulumi's state. Throws a PlatformError in a preview. */
export async function change<T>(call: LookupCall, by: (clients: Clients) => Promise<T>): Promise<T> {
  if (!runtime.isDryRun()) return answer(call, by);
  throw new PlatformError(
    `${functionName(call)} changes the platform at once and cannot run in a preview. Write if (!pulumi.runtime.isDryRun()) before it`,
  );
}

const functionName = ({ name }: LookupCall): string => name.slice(name.indexOf(":") + 1);

/** Returns the provider of a call. Throws RunError for options that would send the call to the wrong platform. */
function providerOf(call: LookupCall): Provider | undefined {
  const { opts } = call;
  const refuse = (text: string): never => {
    throw runError(`${functionName(call)}: ${text}`);
  };
  const unknown = Object.keys(opts).filter((name) => name !== "provider" && name !== "parent");
  if (isProvider(opts) || unknown.length > 0) refuse("its only options are provider and parent, like { provider: … }");
  if (opts.provider === undefined) refuseNamedProvider(opts.parent);
  const provider = opts.provider ?? opts.parent?.getProvider(lookupType());
  if (provider === undefined || isProvider(provider)) return provider;
  return refuse("the option provider must be a Provider of this package: new platform.Provider(…)");
}

/** Type that finds the provider which the children of a parent inherit. */
const lookupType = (): string => `${currentHost() === "plugin" ? PLUGIN_PACKAGE : DYNAMIC_PACKAGE}:platform:lookup`;

/** Loads the clients lazily, because most programs call no lookup. */
async function clientsFor(provider: Provider | undefined): Promise<Clients> {
  const [settings, access] = await Promise.all([settingsFor(provider), import("../lookups/access")]);
  const client = () => access.platformClient(settings);
  const ask = async (operation: Operation, args?: object): Promise<unknown> => {
    const { asking } = await import("../lookups/ask");
    return asking(operation)(client(), args);
  };
  return {
    client,
    registry: () => access.registryAccess(settings),
    // The type is the operation's, as in lookups/ask.ts.
    ask: ask as unknown as Clients["ask"],
    list: async (listing, args) => (await import("../lookups/listing")).list(client(), listing, args),
    find: async (listing, args) => (await import("../lookups/one")).singular(listing)(client(), args),
  };
}

async function settingsFor(provider: Provider | undefined): Promise<Settings> {
  const [{ Settings }, config] = await Promise.all([
    import("../../client/settings"),
    provider === undefined ? runtime.getConfig : configOf(provider),
  ]);
  return new Settings(config);
}

/** Returns the host of the registry from the settings of a component's provider. Throws a ConfigurationError if it is not set. */
export const registryHostOf = (parent: Resource): Output<string> =>
  output([settingsIn({ parent })]).apply(async () => {
    try {
      const settings = await settingsFor(providerOf({ name: "platform:PullToken", opts: { parent } }));
      return settings.address("registryUrl").host;
    } catch (error) {
      throw error instanceof ConfigurationError ? asRunError(error) : error;
    }
  });

/** Throws an Error if the settings are unknown in this preview. */
async function configOf(provider: Provider): Promise<ConfigReader> {
  // `isKnown` and `promise` are internal to the SDK. `apply` would wait forever for unknown settings.
  const settings = settingsOf(provider) as unknown as {
    readonly isKnown: Promise<boolean>;
    promise(): Promise<Readonly<Record<string, string>>>;
  };
  const values = await settings.promise();
  if (await settings.isKnown) return (key) => values[key];
  throw runError(
    "the settings of the provider are unknown in this preview. Use the function's form for Outputs, like getRoleOutput",
  );
}

/** Arguments of a lookup in its Output form. The whole or any part may be an Output. */
type Inputs<T> =
  NonNullable<T> extends (infer I)[]
    ? Input<Inputs<I>[] | Extract<T, undefined>>
    : NonNullable<T> extends object
      ? NestedInput<InputsOf<NonNullable<T>>> | Extract<T, undefined>
      : Input<T>;
type InputsOf<T> = { [K in keyof T]: Inputs<T[K]> };

/** The parameters with the first one as Inputs. The options stay plain. */
type AllInputs<P extends readonly unknown[]> = { [I in keyof P]: I extends "0" ? Inputs<P[I]> : P[I] };

export type OutputForm<L extends (...args: never[]) => Promise<unknown>> = (
  ...args: AllInputs<Parameters<L>>
) => Output<Awaited<ReturnType<L>>>;

export type PlainOutputForm<L extends (opts?: LookupOptions) => Promise<unknown>> = (
  opts?: LookupOptions,
) => Output<Awaited<ReturnType<L>>>;

/** Wraps a lookup so that it accepts Outputs. The lookup runs once its arguments and the settings of its provider are known. */
export const asOutput = <L extends (...args: never[]) => Promise<unknown>>(lookup: L): OutputForm<L> => {
  // The compiler cannot see the parameters of L in the mapped type.
  const ask = lookup as unknown as (args: unknown, opts?: LookupOptions) => Promise<unknown>;
  const form = (args: unknown, opts?: LookupOptions): Output<unknown> => {
    // `output` unwraps an Output of parts in the same way as an Output of the whole.
    const found = output([args, settingsIn(opts)]).apply(([known]) => ask(known, opts));
    labelUid(found, args);
    return found;
  };
  return form as OutputForm<L>;
};

export const asPlainOutput =
  <R>(lookup: (opts?: LookupOptions) => Promise<R>): ((opts?: LookupOptions) => Output<Awaited<R>>) =>
  (opts) =>
    output([settingsIn(opts)]).apply(() => lookup(opts)) as Output<Awaited<R>>; // The compiler does not unwrap R.

/** Returns the settings that a lookup waits for. They are not secret here, so that a secret token does not make the result secret. */
function settingsIn(opts: LookupOptions | undefined): Output<unknown> | undefined {
  const provider = opts?.provider ?? opts?.parent?.getProvider(lookupType());
  return isProvider(provider) ? unsecret(settingsOf(provider)) : undefined;
}
