import { setMaxListeners } from "node:events";
import type { Client } from "../../client/api/client";
import { ConfigurationError, PlatformError } from "../../client/api/errors";
import { callerOf, connect } from "../../client/connect";
import { oldConfigHint } from "../../client/hints";
import { type ConfigReader, Settings } from "../../client/settings";
import { readSight } from "../../client/visibility/read-sight";
import { adoptSetting, type Checked, Core, type Diff, type ObjectRef } from "../../core/core";
import type { HostName } from "../../description/names/host-name";
import { resources } from "../../description/resources";
import { isUnique, nameOf, type ResourceSpec } from "../../description/spec/resource";
import { containsUnknown } from "../../description/spec/unknown";
import type { Values } from "../../description/spec/values";
import type { DeclaredRef } from "./declared";
import { OtherHosts } from "./other-hosts";
import { Ownership } from "./ownership";

/** Returns a controller whose signal any number of waits may listen to, because Node warns of more than ten as of a memory leak. */
function newController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

export class Run {
  /** Which objects the program's resources own. It outlives a change of settings. */
  readonly ownership: Ownership;
  readonly #canceled = newController();
  readonly #unchanged: string[] = [];
  #config: ConfigReader = () => undefined;
  #settings: Settings | undefined;
  #core: { readonly core: Core; readonly settings: Settings; readonly fingerprint: string } | undefined;

  /**
   * @param engine address of the engine. Undefined outside of a host's process.
   * @param print shows the user a text that is not an error
   * @param host a program of the dynamic host has one process, unless it has explicit providers or moves to the plugin. The plugin has a
   *   process for each version of the package that the program names.
   */
  constructor(
    engine: string | undefined,
    readonly print: (text: string) => void,
    host: HostName = "dynamic",
  ) {
    const platform = () => this.#address();
    const isAlone = () => host === "dynamic" && !this.settings.isExplicit && this.ownership.hasProgram;
    this.ownership = new Ownership(new OtherHosts(engine === undefined ? undefined : { engine, platform, isAlone }));
  }

  /** Reads the stack's config, or that of an explicit provider. */
  set config(reader: ConfigReader) {
    this.#config = reader;
    this.#settings = undefined;
  }

  get settings(): Settings {
    this.#settings ??= new Settings(this.#config);
    return this.#settings;
  }

  get isCanceled(): boolean {
    return this.#canceled.signal.aborted;
  }

  /** Shows a text about an object that is taken over as it is. Without the debug log, many of them become one line at the end. */
  readonly printUnchanged = (text: string): void => {
    if (this.settings.logsRequests()) this.print(text);
    else this.#unchanged.push(text);
  };

  /** Ends a run. The engine still shows texts. On Windows it ends the process without a signal, so this is not called. */
  end(): void {
    this.ownership.noteEnd();
    const [only, ...others] = this.#unchanged.splice(0);
    if (only === undefined) return;
    const all = `${others.length + 1} objects exist already and are taken over unchanged. PLATFORM_LOG=debug names them`;
    this.print(others.length === 0 ? only : all);
  }

  /** Ends all waits. A request that was sent is finished, so that the engine records its result. */
  cancel(): void {
    this.#canceled.abort();
  }

  /** Runs a call of the engine, except for a delete, and notes if it fails. */
  async noting<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.ownership.noteFailure();
      throw error;
    }
  }

  get core(): Core {
    const { settings } = this;
    if (this.#core?.settings === settings) return this.#core.core;
    // The dynamic host sets the same config once for each kind. All kinds share a core.
    const fingerprint = settings.fingerprint();
    const core = this.#core?.fingerprint === fingerprint ? this.#core.core : this.#newCore(settings);
    this.#core = { core, settings, fingerprint };
    return core;
  }

  /**
   * Checks inputs, and notes that the program declares the resource. Missing inputs are complaints only in what is known to be a preview,
   * because in an update the cause may be another resource. The engine then skips this one, but a complaint would end the run.
   */
  check(
    ref: DeclaredRef & { readonly isPreview?: boolean },
    [recorded, given]: readonly [recorded: Values, given: Values],
    isRecorded: boolean,
  ): Checked {
    const checked = this.core.check(ref, recorded, given);
    const { inputs, missing } = checked;
    const isIncomplete = missing.length > 0;
    const owned = this.ownership.noteCheck({ ...ref, isIncomplete, recorded }, inputs, isRecorded);
    const complaints = [
      ...checked.complaints,
      ...(ref.isPreview ? missing : []),
      ...(owned === undefined ? [] : [owned]),
    ];
    const shared = isRecorded ? this.ownership.sharedPlaceWarning(ref, inputs) : undefined;
    return {
      ...checked,
      complaints,
      warnings: shared === undefined ? checked.warnings : [...checked.warnings, shared],
    };
  }

  /** Compares outputs with inputs, and notes the object. Throws OwnedTwiceError, and PlatformError for a replacement that deletes first. */
  diff(ref: ObjectRef, recorded: Values, desired: Values): Diff & { readonly warning?: string | undefined } {
    const { spec, id } = ref;
    const found = this.core.diff(ref, recorded, desired);
    const { replaces } = found;
    const isOfProgram = this.ownership.noteDiff({ ...ref, uid: id }, replaces.length > 0 ? "replacing" : "kept");
    if (!isOfProgram) return found;
    const declared = this.ownership.declared.find(ref);
    if (declared !== undefined) declared.recorded = recorded;
    if (declared?.createsFirst === false && declared.adopts !== "again" && shouldCreateFirst(spec, found, desired)) {
      throw new PlatformError(deletedFirstText(`${nameOf(spec)} ${id}`, replaces, declared.adopts === "anew"));
    }
    if (replaces.length === 0) return found;
    return { ...found, warning: this.core.replacementWarning({ spec, id }, recorded, replaces) };
  }

  #newCore(settings: Settings): Core {
    return new Core(
      {
        resources,
        connect: () => this.#connect(settings),
        canceled: this.#canceled.signal,
        sight: async (client) => readSight(client, await callerOf(settings, undefined, client), true),
        adoptExisting: () => settings.adoptExisting(),
        vendor: settings.find("vendor")?.value,
      },
      { print: this.print, printUnchanged: this.printUnchanged, holders: this.ownership },
    );
  }

  /** Creates the client. Throws ConfigurationError, which says that a run without the program has an old config. */
  #connect(settings: Settings): Client {
    try {
      return connect(settings, this.#canceled.signal);
    } catch (error) {
      const isOld = !settings.isExplicit && !this.ownership.isProgramRun;
      if (isOld && error instanceof ConfigurationError && /pulumi config set/.test(error.message)) {
        error.message += `. ${oldConfigHint}`;
      }
      throw error;
    }
  }

  /** Address of the platform without user name and password, as far as it is known. */
  #address(): string {
    const text = this.settings.find("baseUrl")?.value ?? "";
    if (!URL.canParse(text)) return text;
    const address = new URL(text);
    address.username = "";
    address.password = "";
    return address.href.replace(/\/+$/, "");
  }
}

/**
 * Whether a replacement should create first, but would delete first. The new object has another place, so both could exist. But where
 * creates may take over existing objects, the class makes the engine delete first (src/program/classes/resource-class.ts). False for a place that is
 * not known yet, because it may be the old one. A program without our classes creates first.
 */
function shouldCreateFirst(spec: ResourceSpec, { replaces, deleteBeforeReplace }: Diff, desired: Values): boolean {
  const isByClass = isUnique(spec) && spec.lifecycle === undefined && spec.peculiar?.deletableIf === undefined;
  const isKnown = replaces.length > 0 && !replaces.some((name) => containsUnknown(desired[name]));
  return isByClass && isKnown && !deleteBeforeReplace;
}

const deletedFirstText = (object: string, replaces: readonly string[], adopts = false): string =>
  [
    `Changing ${replaces.join(", ")} replaces the ${object}. Nothing was changed, because with ${adopts ? "adoptUid" : "platform:adoptExisting"} Pulumi would delete the old object before it creates the new one, and the create may fail.`,
    adopts
      ? "- Remove adoptUid, or, to adopt that object, give this resource a new name in the program, without aliases."
      : `- Run this change with ${adoptSetting("never")}.`,
  ].join("\n");
