import { Client } from "./api/client";
import { RetryBudget } from "./api/retry";
import { scrub } from "./api/secret";
import { createTransport } from "./api/transport";
import { check } from "./lifecycle/check";
import { type Context, createContext } from "./lifecycle/context";
import { create } from "./lifecycle/create";
import { remove } from "./lifecycle/delete";
import { diff } from "./lifecycle/diff";
import { IncompleteError } from "./lifecycle/errors";
import { read } from "./lifecycle/read";
import { update } from "./lifecycle/update";
import { resources } from "./resources";
import { type ConfigReader, Settings } from "./settings";
import type { CheckFailure } from "./spec/check";
import type { ResourceSpec } from "./spec/resource";
import type { Values } from "./spec/values";
import { userAgent } from "./version";

/**
 * The provider that the Pulumi host runs. Users' state holds `require("pulumi-platform/provider").dynamic("iam:Group")`
 * for each resource, in every release the same: what is exported here may grow and never change.
 *
 * Everything that is peculiar to the host (`@pulumi/pulumi/cmd/dynamic-provider`) lives in this file.
 */

const PROVIDER = "__provider";

type Props = Record<string, unknown>;

/** The verbs that the host calls, with its words for things: `olds` are recorded outputs, `news` desired inputs. */
interface DynamicProvider {
  configure(request: { config: { get: ConfigReader } }): Promise<void>;
  check(olds: Props, news: Props): Promise<{ inputs: Props; failures: CheckFailure[] }>;
  diff(
    id: string,
    olds: Props,
    news: Props,
  ): Promise<{ changes?: boolean; replaces: string[]; deleteBeforeReplace: boolean }>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, props: Props): Promise<{ id: string; props: Props; inputs?: Props }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, props: Props): Promise<void>;
}

/** The host sets this while it configures, which the second of two concurrent calls does not wait for: so it is all that `configure` does. */
let config: ConfigReader = () => undefined;
let context: Context | undefined;

/** The run's context, made when the first request needs it. A failure is not kept: the next call tries again. */
function currentContext(): Context {
  if (context === undefined) {
    const settings = new Settings(config);
    const client = new Client({
      transport: createTransport(settings.address("baseUrl")),
      tokens: settings.tokens(),
      userAgent,
      budget: new RetryBudget(),
    });
    context = createContext(client, resources);
  }
  return context;
}

/** The provider of one type, `iam:Group`. */
export function dynamic(type: string): DynamicProvider {
  const spec = resources[type];
  if (spec === undefined) {
    throw new Error(
      `pulumi-platform has no resource of type ${type}: the state was written by a newer version; install that one`,
    );
  }
  silenceHost();
  return {
    async configure(request) {
      config = (key) => request.config.get(key);
      context = undefined;
    },

    async check(_olds, news) {
      // The engine would print the whole value of a property that is named, so the reason tells where and what.
      const failures = check(spec, valuesOf(news)).map(({ property, reason }) => ({
        property: "",
        reason: `${property} ${reason}`,
      }));
      return { inputs: { ...news }, failures };
    },

    async diff(_id, olds, news) {
      // A state that lost its provider (an interrupted create of an older host) is healed by any update.
      if (typeof olds[PROVIDER] !== "string") return { changes: true, replaces: [], deleteBeforeReplace: false };
      const { changed, replaces, deleteBeforeReplace } = diff(spec, valuesOf(olds), valuesOf(news));
      // "Unknown" makes the engine compare the inputs itself: it shows each property, and minds ignoreChanges.
      return { ...(changed ? {} : { changes: false }), replaces: [...replaces], deleteBeforeReplace };
    },

    create: (inputs) =>
      presenting(spec, inputs, async () => {
        const created = await create(currentContext(), spec, valuesOf(inputs));
        return { id: created.uid, outs: plain(created.outputs) };
      }),

    read: (id, props) =>
      presenting(spec, props, async () => {
        const found = await read(currentContext(), spec, id, valuesOf(props));
        if (found === undefined) return { id: "", props: {} };
        return { id, props: plain(found.outputs), inputs: plain(found.inputs) };
      }),

    update: (id, olds, news) =>
      presenting(spec, news, async () => ({
        outs: plain(await update(currentContext(), spec, id, valuesOf(olds), desiredOf(news))),
      })),

    delete: (id, props) => presenting(spec, props, () => remove(currentContext(), spec, id, valuesOf(props))),
  };
}

/** What the host passes, without its own key and without nulls. */
function valuesOf(props: Props): Values {
  return Object.fromEntries(
    Object.entries(props).filter(([name, value]) => name !== PROVIDER && value !== null && value !== undefined),
  );
}

/** Desired inputs of an object that exists, where there is nothing left to adopt. */
function desiredOf(news: Props): Values {
  const { adoptUid: _, ...desired } = valuesOf(news);
  return desired;
}

/** A fresh copy that holds only what the host's protobuf can carry. */
const plain = (values: Values): Props => JSON.parse(JSON.stringify(values)) as Props;

/** Marks lines that the host would print beside the error that the engine shows anyway. */
const MARK = "\u0000pulumi-platform\u0000";

/** Runs a verb and turns what it throws into what the engine shows well: one message, scrubbed, without a stack. */
async function presenting<T>(spec: ResourceSpec, props: Props, verb: () => Promise<T>): Promise<T> {
  try {
    return await verb();
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    const shown: Error & { id?: string; properties?: Props; reasons?: string[] } = new Error(
      scrub(cause.message || `${spec.type} failed`),
    );
    shown.stack = "";
    shown.toString = () => MARK;
    if (cause instanceof IncompleteError) {
      shown.id = cause.id;
      shown.properties = { ...plain(cause.properties), [PROVIDER]: props[PROVIDER] };
      shown.reasons = [shown.message];
    }
    throw shown;
  }
}

let isSilenced = false;

/** The host prints each error of check, diff, read and delete with its stack; the engine prints it too. Once is enough. */
function silenceHost(): void {
  if (isSilenced) return;
  isSilenced = true;
  const print = console.error;
  console.error = (...values: unknown[]) => {
    if (typeof values[0] === "string" && values[0].startsWith(MARK)) return;
    print(...values);
  };
}
