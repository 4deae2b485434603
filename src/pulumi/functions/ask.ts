import { type Input, type Output, output, runtime } from "@pulumi/pulumi";
import type { Client } from "../../api/client";
import type { ResultOf } from "../../lookups/answers";
import type { ArgsOf } from "../../lookups/arguments";
import type { RegistryAccess } from "../../lookups/tag-history";
import type { Operation } from "../../operations/operation";
import type { NestedInput } from "../derive";
import { labelUid } from "../labels";

/** Arguments of a lookup in its Output form: the whole or any part may be an Output. */
type Inputs<T> =
  NonNullable<T> extends (infer I)[]
    ? Input<Inputs<I>[] | Extract<T, undefined>>
    : NonNullable<T> extends object
      ? NestedInput<InputsOf<NonNullable<T>>> | Extract<T, undefined>
      : Input<T>;
type InputsOf<T> = { [K in keyof T]: Inputs<T[K]> };

/** Loads the clients. Programs that call no lookup never load them. */
async function load() {
  const [{ Settings }, access] = await Promise.all([import("../../settings"), import("../../lookups/access")]);
  return { settings: new Settings(runtime.getConfig), access };
}

/** The platform client for the program's settings. Throws ConfigurationError. */
export async function client(): Promise<Client> {
  const { settings, access } = await load();
  return access.platformClient(settings);
}

/** The registry client for the program's settings. Throws ConfigurationError. */
export async function registry(): Promise<RegistryAccess> {
  const { settings, access } = await load();
  return access.registryAccess(settings);
}

/**
 * The client for calls that change something outside of Pulumi's state. Throws ConfigurationError, and an Error in a
 * preview.
 */
export async function changingClient(name: string): Promise<Client> {
  if (!runtime.isDryRun()) return client();
  throw new Error(
    // advice: not-in-a-preview
    `${name} changes the platform at once, and this is a preview: write if (!pulumi.runtime.isDryRun()) before it`,
  );
}

/** Calls an operation. Throws ConfigurationError and the errors of lookups. */
export const ask = <O extends Operation>(operation: O, args?: ArgsOf<O>): Promise<ResultOf<O>> =>
  askBy(client(), operation, args) as Promise<ResultOf<O>>; // The type is the operation's, as in lookups/ask.ts.

/** Calls an operation that changes something. Throws like `ask`, and an Error in a preview. */
export const askToChange = <O extends Operation>(operation: O, args?: ArgsOf<O>): Promise<ResultOf<O>> =>
  askBy(changingClient(operation.functions?.[0] ?? operation.path), operation, args) as Promise<ResultOf<O>>; // As in ask.

async function askBy(by: Promise<Client>, operation: Operation, args?: object): Promise<unknown> {
  const [known, { asking }] = await Promise.all([by, import("../../lookups/ask")]);
  return asking(operation)(known, args);
}

type AllInputs<P extends readonly unknown[]> = { [I in keyof P]: Inputs<P[I]> };

/** The form of lookup L that accepts Outputs. */
export type OutputForm<L extends (...args: never[]) => Promise<unknown>> = (
  ...args: AllInputs<Parameters<L>>
) => Output<Awaited<ReturnType<L>>>;

/** Wraps a lookup so that it accepts Outputs. It is not called while an argument is unknown. */
export const asOutput =
  <L extends (...args: never[]) => Promise<unknown>>(lookup: L): OutputForm<L> =>
  (...args) => {
    // `output` unwraps an Output of parts like an Output of the whole.
    const answer = output(args as unknown[]).apply((known) => lookup(...(known as Parameters<L>)));
    labelUid(answer, args[0]);
    return answer as ReturnType<OutputForm<L>>;
  };
