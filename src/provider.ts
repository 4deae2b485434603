import { PlatformError } from "./api/errors";
import { remember, scrub } from "./api/secret";
import { callerOf, connect, issuerOf } from "./connect";
import { IncompleteError } from "./lifecycle/errors";
import { type Context, createContext, forOperation } from "./lifecycle/run/context";
import { Kind } from "./lifecycle/run/handle";
import type { ObjectId } from "./lifecycle/run/ids";
import { HostFiles } from "./lifecycle/run/other-hosts";
import { Ownership } from "./lifecycle/run/ownership";
import { contentsWarning } from "./lifecycle/safety/explain-delete";
import { deletesTooEarly, diff } from "./lifecycle/verbs/diff";
import { Foresight } from "./lifecycle/verbs/foresight";
import { verbsOf } from "./lifecycle/verbs/verbs-of";
import { complaintsAbout, replacedBy, signedToken, signToken, warningAbout } from "./local/signed-token";
import { resources } from "./resources";
import { type ConfigReader, Settings } from "./settings";
import { type CheckFailure, check } from "./spec/check";
import { type PreviewNote, withoutHidden } from "./spec/hidden-inputs";
import { plain } from "./spec/plain";
import { nameOf, type ResourceSpec } from "./spec/resource";
import { impliedInputs, platformComplaints } from "./spec/rules";
import { hiddenTexts } from "./spec/shown";
import type { Fields } from "./spec/types";
import { isValues, type Values } from "./spec/values";
import { readSight } from "./visibility/read-sight";
import { endWithEngine, finishing } from "./watchdog";

/**
 * The provider that the Pulumi host runs. Users' state contains
 * `require("pulumi-platform/provider").dynamic("iam:Group")` for each resource, the same in every release. So exports
 * may be added here, but never changed.
 * All knowledge about the host (`@pulumi/pulumi/cmd/dynamic-provider`) is in this file.
 */

const PROVIDER = "__provider";

type Props = Record<string, unknown>;
/** What the host needs to know of a type. */
type Declared = Pick<ResourceSpec, "type" | "fields">;

/** The verbs that the host calls, with its names: `olds` are recorded outputs, `news` desired inputs. */
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
 * Reads the stack's config. The host calls `configure` on the first call of each type, and concurrent calls do not wait
 * for it. So `configure` only sets this variable.
 */
let config: ConfigReader = () => undefined;
/** Whether this process is Pulumi's host. Its command line ends with the engine's address. */
const isHost = process.argv[1]?.includes("dynamic-provider") === true;
/** This process, for the other ones of the run. */
const self = {
  engine: process.argv[2] ?? "",
  platform: () => {
    const text = new Settings(config).find("baseUrl")?.value ?? "";
    return URL.canParse(text) ? new URL(text).href.replace(/\/+$/, "") : text;
  },
  isExplicit: () => new Settings(config).isExplicit,
};
/** Which objects the program's resources own. A process serves one run, and one provider of its program. */
const ownership = new Ownership(isHost ? new HostFiles(self) : undefined);
/** What a preview tells of the objects that it adopts. */
const foresight = new Foresight((text) => console.log(scrub(text)), ownership);
/** The context of the run, and the settings that it was created from. */
let run: { readonly context: Context; readonly fingerprint: string } | undefined;

/** The context of an operation on the resource of a URN. The run's is created on first use. Failures are not cached: the next call tries again. */
function currentContext(urn?: string): Context {
  const settings = new Settings(config);
  const fingerprint = settings.fingerprint();
  if (run?.fingerprint !== fingerprint) {
    run = {
      context: createContext(connect(settings), resources, {
        ownership,
        sight: async (client) => readSight(client, await callerOf(settings)),
        adoptExisting: settings.adoptExisting(),
      }),
      fingerprint,
    };
  }
  return forOperation(run.context, { urn });
}

/** The provider of one type, `iam:Group`. */
export function dynamic(type: string): DynamicProvider {
  prepareHost();
  if (type === signedToken.type) return signedTokens;
  const spec = resources[type];
  if (spec === undefined) {
    throw new Error(
      // advice: install-newer
      `pulumi-platform has no resource of type ${type}: the state was written by a newer version; install that one`,
    );
  }
  const verbs = verbsOf(spec);
  const currentKind = (urn?: string) => new Kind(currentContext(urn), spec);
  /** Prints in a preview what a create will adopt or take over. Returns why it would be refused. */
  const foreseen = async (inputs: Values, urn: string, note: PreviewNote | undefined): Promise<string[]> => {
    if (note === undefined) return [];
    const refusal = await foresight.tell({ note, urn, inputs, verbs }, spec, () => currentKind(urn));
    return refusal === undefined ? [] : [refusal];
  };
  return {
    async configure(request) {
      config = (key) => request.config.get(key);
    },

    check: (olds, news) =>
      presentErrors(spec, news, async () => {
        const { inputs: given, urn, resource, createsFirst, note } = withoutHidden(news);
        if (urn === undefined) return { inputs: news, failures: [{ property: "", reason: NO_URN }] };
        const implied = impliedInputs(spec, given);
        const inputs = valuesOf({ ...given, ...implied });
        const isRecorded = Object.keys(olds).length > 0;
        const owned = ownership.noteCheck({ spec, urn, createsFirst }, inputs, isRecorded);
        const vendor = new Settings(config).find("vendor")?.value;
        const found = [
          ...check(spec, inputs),
          ...platformComplaints(spec, inputs, { recorded: valuesOf(olds), vendor }),
        ];
        const complaints = found.filter(({ isWarning }) => !isWarning).map(textOf);
        if (owned !== undefined) complaints.push(owned);
        if (complaints.length === 0 && !isRecorded) complaints.push(...(await foreseen(inputs, urn, note)));
        if (complaints.length > 0) ownership.noteFailure({ spec, urn });
        for (const warning of found.filter(({ isWarning }) => isWarning)) {
          console.log(warningText(spec, resource, warning));
        }
        // The engine prints the whole value of a named property, so the path is part of the reason.
        return {
          inputs: { ...given, ...implied },
          failures: complaints.map((reason) => ({ property: "", reason })),
        };
      }),

    diff: (id, olds, news) =>
      presentErrors(spec, news, async () => {
        const [recorded, desired] = [valuesOf(olds), valuesOf(news)];
        const found = diff(spec, recorded, desired);
        const { changed, isHidden, replaces, deleteBeforeReplace } = found;
        const outcome = replaces.length > 0 ? "replacing" : "kept";
        const isOfProgram = ownership.noteDiff({ spec, uid: id, urn: ownership.urnOf(spec, desired, "diff") }, outcome);
        const mayTakeOver = isOfProgram && new Settings(config).adoptExisting() !== "never";
        if (mayTakeOver && deletesTooEarly(spec, found, desired)) {
          ownership.noteFailure({ spec });
          throw new PlatformError(tooEarlyText(`${nameOf(spec)} ${id}`, replaces));
        }
        if (isOfProgram && outcome === "replacing") warnOfContents({ spec, uid: id }, { recorded, replaces });
        const rest = { replaces: [...replaces], deleteBeforeReplace };
        // State without a provider (from an interrupted create of an older host) is repaired by any update.
        if (typeof olds[PROVIDER] !== "string" || isHidden) return { changes: true, ...rest };
        // For "unknown" the engine compares the inputs itself, shows each property, and respects ignoreChanges.
        return changed ? rest : { changes: false, ...rest };
      }),

    create: (inputs) =>
      presentErrors(spec, inputs, async () => {
        const desired = valuesOf(inputs);
        const created = await verbs.create(currentKind(ownership.urnOf(spec, desired, "create")), desired);
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

/** The provider of signed tokens, which are made here: no verb sends a request. */
const signedTokens: DynamicProvider = {
  async configure(request) {
    config = (key) => request.config.get(key);
  },

  check: (_, news) =>
    presentErrors(signedToken, news, async () => ({
      inputs: news,
      failures: complaintsAbout(valuesOf(news)).map((reason) => ({ property: "", reason })),
    })),

  diff: (_, olds, news) =>
    presentErrors(signedToken, news, async () => {
      const [recorded, desired] = [valuesOf(olds), valuesOf(news)];
      const replaces = replacedBy(recorded, desired, Date.now());
      const warning = replaces.length > 0 ? undefined : warningAbout(recorded, desired, Date.now());
      if (warning !== undefined) console.log(warning);
      // The new token is made first, so that the former one works until everything has the new one.
      return { changes: replaces.length > 0, replaces, deleteBeforeReplace: false };
    }),

  create: (inputs) =>
    presentErrors(signedToken, inputs, async () => {
      const issuer = issuerOf(new Settings(config));
      const { id, outputs } = await signToken(valuesOf(inputs), { issuer, now: Date.now() });
      return { id, outs: forHost(signedToken, outputs) };
    }),

  read: async (id, props) => ({ id, props: forHost(signedToken, valuesOf(props)) }),
  update: async (_, olds) => ({ outs: forHost(signedToken, valuesOf(olds)) }),
  delete: async () => {},
};

const textOf = ({ property, reason }: CheckFailure): string => (property === "" ? reason : `${property} ${reason}`);

/** @param resource name of the Pulumi resource, if the program gives it */
const warningText = (spec: ResourceSpec, resource: string | undefined, warning: CheckFailure): string =>
  `warning: ${nameOf(spec)}${resource === undefined ? "" : ` ${JSON.stringify(resource)}`}: ${textOf(warning)}`;

/** Warns in the plan that a replacement also replaces the object's contents. */
function warnOfContents(object: ObjectId, change: Parameters<typeof contentsWarning>[2]): void {
  const text = contentsWarning(Object.values(resources), object, change);
  if (text !== undefined) console.log(text);
}

const tooEarlyText = (object: string, replaces: readonly string[]): string =>
  `Changing ${replaces.join(", ")} replaces the ${object}. While platform:adoptExisting is set, the old object would be deleted before the new one is ` +
  // advice: replace-without-adopting
  "created, and the create may fail. Nothing was changed. Run this change with PLATFORM_ADOPT_EXISTING=never";

const NO_URN =
  "The program declares this resource with another version of pulumi-platform than that of the provider. " +
  // advice: one-version
  "Install one version, and remove the other copies from node_modules";

/** The host's properties, without its own key and without nulls. */
function valuesOf(props: Props): Values {
  return Object.fromEntries(
    Object.entries(props).filter(([name, value]) => name !== PROVIDER && value !== null && value !== undefined),
  );
}

/** The desired inputs of an existing object, without `adoptUid`. */
function desiredOf(news: Props): Values {
  const { adoptUid: _, ...desired } = valuesOf(news);
  return desired;
}

/** A deep copy with values that the host's protobuf supports, and secrets marked for encryption. */
function forHost(spec: Declared, values: Values): Props {
  rememberSecrets(spec.fields, values);
  return markSecrets(spec.fields, plain(values));
}

/** Marks a secret in the engine's protocol. The host unwraps secrets before it calls a verb. */
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

function markSecrets(fields: Fields, values: Props): Props {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = fields[name];
    if (field?.options.secret && value !== undefined) return [name, { ...SECRET, value }];
    return [name, field?.type.kind === "message" && isValues(value) ? markSecrets(field.type.fields, value) : value];
  });
  return Object.fromEntries(entries);
}

/** Remembers secret values for scrubbing, since a server may echo them in errors. */
function rememberSecrets(fields: Fields, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.options.secret && typeof value === "string") remember(value);
    for (const text of field === undefined ? [] : hiddenTexts(field.type, value)) remember(text);
    if (field?.type.kind === "message" && isValues(value)) rememberSecrets(field.type.fields, value);
  }
}

/** Marks lines that the host prints in addition to the engine's error message. */
const MARK = "\u0000pulumi-platform\u0000";

/** Runs a verb and prepares its errors for the engine: one scrubbed message without a stack. */
async function presentErrors<T>(spec: Declared, props: Props, verb: () => Promise<T>): Promise<T> {
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
 * Prepares the host's process, once. Suppresses the host's own output for errors of check, diff, read and delete,
 * because the engine prints them too. Ends the process when the engine is gone.
 */
function prepareHost(): void {
  if (isPrepared) return;
  isPrepared = true;
  if (isHost) endWithEngine(process.argv[2]);
  const print = console.error;
  console.error = (...values: unknown[]) => {
    if (typeof values[0] === "string" && values[0].startsWith(MARK)) return;
    print(...values);
  };
}
