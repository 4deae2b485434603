import { remember, scrub } from "./api/secret";
import { connect } from "./connect";
import { IncompleteError } from "./lifecycle/errors";
import { type Context, createContext, forOperation } from "./lifecycle/run/context";
import { Kind } from "./lifecycle/run/handle";
import { type ObjectId, Ownership } from "./lifecycle/run/ownership";
import { contentsWarning } from "./lifecycle/safety/explain-delete";
import { diff } from "./lifecycle/verbs/diff";
import { verbsOf } from "./lifecycle/verbs/verbs-of";
import { resources } from "./resources";
import { type ConfigReader, Settings } from "./settings";
import { type CheckFailure, check } from "./spec/check";
import { plain } from "./spec/plain";
import type { ResourceSpec } from "./spec/resource";
import { hiddenTexts } from "./spec/shown";
import type { Fields } from "./spec/types";
import { isValues, type Values } from "./spec/values";
import { endWithEngine, finishing } from "./watchdog";

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

/**
 * How the stack's config is read. The host calls `configure` at the first call of each type, and a concurrent call does not
 * wait for it: so `configure` sets this and does nothing else.
 */
let config: ConfigReader = () => undefined;
/** What the resources of the program own: the same for the whole life of this process, which is one run. */
const ownership = new Ownership();
/** What all resources of the run share, and the settings that it was made from. */
let run: { readonly context: Context; readonly fingerprint: string } | undefined;

/** The run's context for one verb, made when the first request needs it. A failure is not kept: the next call tries again. */
function currentContext(): Context {
  const settings = new Settings(config);
  const fingerprint = settings.fingerprint();
  if (run?.fingerprint !== fingerprint) {
    run = { context: createContext(connect(settings), resources, { ownership }), fingerprint };
  }
  return forOperation(run.context);
}

/** The provider of one type, `iam:Group`. */
export function dynamic(type: string): DynamicProvider {
  prepareHost();
  const spec = resources[type];
  if (spec === undefined) {
    throw new Error(
      // advice: install-newer
      `pulumi-platform has no resource of type ${type}: the state was written by a newer version; install that one`,
    );
  }
  const verbs = verbsOf(spec);
  const currentKind = () => new Kind(currentContext(), spec);
  return {
    async configure(request) {
      config = (key) => request.config.get(key);
    },

    check: (olds, news) =>
      presentErrors(spec, news, async () => {
        const inputs = valuesOf(news);
        const owned = ownership.noteCheck(spec, inputs, Object.keys(olds).length > 0);
        const complaints = check(spec, inputs).map(({ property, reason }) => `${property} ${reason}`);
        if (owned !== undefined) complaints.push(`adoptUid cannot be had: ${owned}`);
        if (complaints.length > 0) ownership.noteFailure(spec, inputs);
        // The engine would print the whole value of a property that is named, so the reason tells where and what.
        return { inputs: { ...news }, failures: complaints.map((reason) => ({ property: "", reason })) };
      }),

    diff: (id, olds, news) =>
      presentErrors(spec, news, async () => {
        const [recorded, desired] = [valuesOf(olds), valuesOf(news)];
        const { changed, isHidden, replaces, deleteBeforeReplace } = diff(spec, recorded, desired);
        const outcome = replaces.length > 0 ? "replacing" : "kept";
        const isOfProgram = ownership.noteDiff({ spec, uid: id }, outcome, desired);
        if (isOfProgram && outcome === "replacing") warnOfContents({ spec, uid: id }, replaces);
        const rest = { replaces: [...replaces], deleteBeforeReplace };
        // A state that lost its provider (an interrupted create of an older host) is healed by any update.
        if (typeof olds[PROVIDER] !== "string" || isHidden) return { changes: true, ...rest };
        // "Unknown" makes the engine compare the inputs itself: it shows each property, and obeys ignoreChanges.
        return changed ? rest : { changes: false, ...rest };
      }),

    create: (inputs) =>
      presentErrors(spec, inputs, async () => {
        const created = await verbs.create(currentKind(), valuesOf(inputs));
        return { id: created.uid, outs: forHost(spec, created.outputs) };
      }),

    read: (id, props) =>
      presentErrors(spec, props, async () => {
        const found = await verbs.read(currentKind().object(id), valuesOf(props));
        if (found === undefined) return { id: "", props: {} };
        return { id, props: forHost(spec, found.outputs), inputs: forHost(spec, found.inputs) };
      }),

    update: (id, olds, news) =>
      presentErrors(spec, news, async () => {
        rememberSecrets(spec.fields, olds);
        return { outs: forHost(spec, await verbs.update(currentKind().object(id), valuesOf(olds), desiredOf(news))) };
      }),

    delete: (id, props) => presentErrors(spec, props, () => verbs.delete(currentKind().object(id), valuesOf(props))),
  };
}

/** Shows in the plan that a replacement replaces what is inside too. */
function warnOfContents(object: ObjectId, replaces: readonly string[]): void {
  const text = contentsWarning(Object.values(resources), object, replaces);
  if (text !== undefined) console.log(text);
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

/** A fresh copy that holds only what the host's protobuf can carry, with secrets marked for the engine to encrypt. */
function forHost(spec: ResourceSpec, values: Values): Props {
  rememberSecrets(spec.fields, values);
  return markSecrets(spec.fields, plain(values));
}

/** The keys by which the engine knows a secret on the wire. The host unwraps them again before it calls a verb. */
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

function markSecrets(fields: Fields, values: Props): Props {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields[name];
    if (field?.options.secret && value !== undefined) return [name, { ...SECRET, value }];
    return [name, field?.type.kind === "message" && isValues(value) ? markSecrets(field.type.fields, value) : value];
  });
  return Object.fromEntries(entries);
}

/** Notes the secrets among some values, so that none is shown from now on: a server may repeat one in an error. */
function rememberSecrets(fields: Fields, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.options.secret && typeof value === "string") remember(value);
    for (const text of field === undefined ? [] : hiddenTexts(field.type, value)) remember(text);
    if (field?.type.kind === "message" && isValues(value)) rememberSecrets(field.type.fields, value);
  }
}

/** Marks lines that the host prints in addition to the error that the engine shows anyway. */
const MARK = "\u0000pulumi-platform\u0000";

/** Runs a verb and turns what it throws into what the engine shows well: one message, scrubbed, without a stack. */
async function presentErrors<T>(spec: ResourceSpec, props: Props, verb: () => Promise<T>): Promise<T> {
  try {
    rememberSecrets(spec.fields, props);
    return await finishing(verb);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    const shown: Error & { id?: string; properties?: Props; reasons?: string[] } = new Error(
      scrub(cause.message || `${spec.type} failed`),
    );
    shown.stack = "";
    shown.toString = () => MARK;
    if (cause instanceof IncompleteError) {
      shown.id = cause.id;
      shown.properties = { ...forHost(spec, cause.properties), [PROVIDER]: props[PROVIDER] };
      shown.reasons = [shown.message];
    }
    throw shown;
  }
}

let isPrepared = false;

/**
 * Prepares the host's process, once. It prints each error of check, diff, read and delete with its stack, which the engine
 * prints too: once is enough. And it must end when its engine is gone.
 */
function prepareHost(): void {
  if (isPrepared) return;
  isPrepared = true;
  if (process.argv[1]?.includes("dynamic-provider")) endWithEngine(process.argv[2]);
  const print = console.error;
  console.error = (...values: unknown[]) => {
    if (typeof values[0] === "string" && values[0].startsWith(MARK)) return;
    print(...values);
  };
}
