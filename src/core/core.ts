import type { Client } from "../client/api/client";
import { PlatformError } from "../client/api/errors";
import { sleepUnless } from "../client/api/layers/sleep";
import type { Sight } from "../client/visibility/sight";
import type { AdoptMode } from "../description/spec/adopt-mode";
import { check } from "../description/spec/check";
import { type Complaint, complaintText } from "../description/spec/complaint";
import { missingInputs } from "../description/spec/missing";
import { nameOf, type ResourceSpec } from "../description/spec/resource";
import { impliedInputs } from "../description/spec/rules";
import { UNKNOWN } from "../description/spec/unknown";
import type { Values } from "../description/spec/values";
import { type Context, createContext, forOperation } from "./context";
import { adoptUidOf, type Holders } from "./holders";
import type { ResourceId } from "./ids";
import { type Created, Kind, type Planned, type ReadResult } from "./remote-object";
import { outputsOfGet } from "./state/after-read";
import { plannedOutputs } from "./state/planned";
import type { MayShow } from "./state/shown-changes";
import { contentsWarning } from "./texts/blocked-delete";
import { type Diff, type Difference, diff, differences } from "./verbs/diff";
import { readForImport } from "./verbs/import";
import { refuseMissing, verbsOf } from "./verbs/verbs-of";

export { AdoptionError, AlreadyThereError, IncompleteError, messageOf } from "./errors";
export type { Holder, Holders, Kept } from "./holders";
export { type ObjectId, objectText } from "./ids";
export type { MayShow } from "./state/shown-changes";
export { adoptSetting } from "./texts/adopt-setting";
export { OwnedTwiceError, ownedBecause, ownedTwiceText, placeSharedText, placeTwiceText } from "./texts/owned";
export { refusalText } from "./texts/reason";
export type { Created, Diff, Difference, Planned, ReadResult };
export { adoptUidOf };

export interface Ref extends Pick<ResourceId, "spec"> {
  readonly urn?: ResourceId["urn"];
  /** Time limit of this verb, in milliseconds. Replaces the setting operationTimeout. */
  readonly timeoutMs?: number | undefined;
}

/** A resource whose object exists. */
export interface ObjectRef extends Ref {
  readonly id: string;
}

export interface Host {
  /** Shows the user a text that is not an error. The core has removed known secrets from it. */
  print(text: string): void;
  /** `print` for an object that is taken over unchanged. */
  printUnchanged(text: string): void;
  readonly holders: Holders;
}

export interface Platform {
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  /** Creates the client. The first verb that sends requests calls it, and calls it again if it failed. Throws ConfigurationError. */
  connect(): Client;
  sight(client: Client): Promise<Sight>;
  /** What a create does with an existing object that has its key. Throws ConfigurationError. */
  adoptExisting(): AdoptMode;
  /** Aborted when the user cancels the run, so that waits end at once. Absent if nobody cancels. */
  readonly canceled?: AbortSignal;
  /** Key of the vendor in account associations, if it is set. */
  readonly vendor: string | undefined;
}

export interface Checked {
  readonly inputs: Values;
  /** Why the inputs are refused, each with the path of its input. */
  readonly complaints: readonly string[];
  /** Complaints about inputs that are missing, perhaps due to another resource. A create or an update refuses them. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}

/** What a host can do with the resources of one platform in one run. `check`, `diff`, `differences`, `replacementWarning`, `planned` send nothing. */
export class Core {
  #context: Context | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly host: Host,
  ) {}

  check({ spec }: Ref, recorded: Values, given: Values): Checked {
    const inputs = { ...given, ...impliedInputs(spec, given) };
    const { vendor } = this.platform;
    const found = check(spec, inputs, { recorded, vendor });
    const missing = new Set(missingInputs(spec, inputs, recorded).map(({ property }) => property));
    const isMissing = ({ kind, property }: Complaint) => kind === "missing" && missing.has(property);
    return {
      inputs,
      complaints: found.filter((one) => one.isWarning !== true && !isMissing(one)).map(complaintText),
      missing: found.filter(isMissing).map(complaintText),
      warnings: found.filter((one) => one.isWarning === true).map(complaintText),
    };
  }

  diff({ spec }: Ref, recorded: Values, desired: Values): Diff {
    return diff(spec, recorded, desired);
  }

  differences({ spec }: Ref, recorded: Values, desired: Values): Difference[] {
    return differences(spec, recorded, desired);
  }

  replacementWarning({ spec, id }: ObjectRef, recorded: Values, replaces: readonly string[]): string | undefined {
    return contentsWarning(Object.values(this.platform.resources), { spec, uid: id }, { recorded, replaces });
  }

  /** Plans within `limitMs` ms what a create adopts. Undefined: a new object. Throws AdoptionError or AlreadyThereError. */
  async plan(
    ref: Ref,
    inputs: Values,
    { mayShow, limitMs }: { readonly mayShow: MayShow; readonly limitMs?: number },
  ): Promise<Planned | undefined> {
    const { plan } = verbsOf(ref.spec);
    if (plan === undefined) return undefined;
    if (adoptUidOf(this.host.holders, { urn: undefined, ...ref }, inputs) === UNKNOWN)
      return { text: "adopts an object that is not known yet" };
    return plan(this.#kind(ref, limitMs), inputs, mayShow);
  }

  /** The outputs of an update, or of a create if nothing is recorded, as far as known. Throws PlatformError for a missing input. */
  planned({ spec }: Ref, recorded: Values | undefined, inputs: Values): Values {
    refuseMissing(spec, inputs, recorded);
    const { adoptUid: _, ...desired } = inputs;
    return plannedOutputs(spec, recorded, desired);
  }

  /** Creates, adopts or takes over an object. Throws IncompleteError once its uid is known. */
  create(ref: Ref, inputs: Values): Promise<Created> {
    this.host.holders.noteCreateBegun({ urn: undefined, ...ref });
    return verbsOf(ref.spec).create(this.#kind(ref), inputs);
  }

  /**
   * Reads an object. Undefined if it no longer exists. Nothing is recorded of a resource that is only read (`get`). It has no values that
   * the server changes by itself, because the engine would report each change of them at a refresh. Throws PlatformError if it never existed.
   */
  async read(ref: ObjectRef, recorded: Values): Promise<ReadResult | undefined> {
    const read = () => verbsOf(ref.spec).read(this.#kind(ref).at(ref.id), recorded);
    if (Object.keys(recorded).length > 0) return read();
    this.host.holders.noteGet({ spec: ref.spec, uid: ref.id });
    const found = foundFirst(ref, await read());
    return { ...found, outputs: outputsOfGet(ref.spec.fields, found.outputs) };
  }

  /** Reads an object that a resource imports. Throws PlatformError if it does not exist. */
  async readForImport(ref: ObjectRef): Promise<ReadResult> {
    return foundFirst(ref, await readForImport(this.#kind(ref).at(ref.id)));
  }

  /** Returns the outputs to record. Throws IncompleteError if the object was updated only in part. */
  update(ref: ObjectRef, recorded: Values, { adoptUid: _, ...desired }: Values): Promise<Values> {
    return verbsOf(ref.spec).update(this.#kind(ref).at(ref.id), recorded, desired);
  }

  /** Deletes an object, unless another resource of the program manages it. Succeeds if it no longer exists. */
  delete(ref: ObjectRef, recorded: Values): Promise<void> {
    return verbsOf(ref.spec).delete(this.#kind(ref).at(ref.id), recorded);
  }

  #kind({ spec, urn, timeoutMs }: Ref, limitMs?: number): Kind {
    this.#context ??= createContext(this.platform.connect(), this.platform.resources, {
      print: (text) => this.host.print(text),
      printUnchanged: (text) => this.host.printUnchanged(text),
      holders: this.host.holders,
      sight: (client) => this.platform.sight(client),
      adoptExisting: this.platform.adoptExisting(),
      sleep: sleepUnless(this.platform.canceled),
    });
    return new Kind(forOperation(this.#context, { urn, limitMs, timeoutMs }), spec);
  }
}

/** What a first read found. The engine would fail without an object too, so that is an error like any other. Throws PlatformError. */
function foundFirst({ spec, id }: ObjectRef, found: ReadResult | undefined): ReadResult {
  if (found === undefined) throw new PlatformError(`${nameOf(spec)} ${id} does not exist`);
  return found;
}
