import { settingNames } from "../../../src/setting-names";
import type { Declared } from "../engine";
import { type Host, type Props, startHost } from "../host";
import type { Shell } from "../hosts";
import { type PluginHost, startPlugin } from "../plugin-host";
import type { CommandResult } from "../stack";
import type { RunOptions, RunParts } from "./apply";
import { callsInPlugin } from "./plugin-calls";
import { refresh } from "./refresh";
import { Run } from "./run";
import { type Entry, nameOfUrn, Snapshot } from "./state";
import type { Call, CalledHost } from "./steps";

/** How a command of the double ended. */
export interface DoubleResult extends CommandResult {
  /** The calls that the provider got, in order: `check team`, `create team`. */
  readonly calls: readonly string[];
}

export type Command = "up" | "preview" | "refresh" | "destroy";

/** Providers by name, "" for the default one: config by full key. */
export type Providers = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface Flags {
  readonly continueOnError: boolean;
  readonly expectNoChanges: boolean;
  readonly refreshes: boolean;
  readonly previewOnly: boolean;
  readonly parallel: number;
  readonly targets: ReadonlySet<string>;
  readonly replace: ReadonlySet<string>;
}

/** What the CLI takes for a machine with two processors. */
const PARALLEL = 8;

export function flagsOf(args: readonly string[]): Flags {
  const values = (name: string) => args.filter((_, at) => args[at - 1] === name);
  const isValue = (at: number) => ["--parallel", "--target", "--replace"].includes(args[at - 1] ?? "");
  const known = [
    "--continue-on-error",
    "--expect-no-changes",
    "--parallel",
    "--preview-only",
    "--refresh",
    "--replace",
  ];
  const silent = ["--skip-preview", "--target", "--yes"];
  const strange = args.find((arg, at) => !isValue(at) && ![...known, ...silent].includes(arg));
  if (strange !== undefined) throw new Error(`the double does not know the argument ${strange}`);
  return {
    continueOnError: args.includes("--continue-on-error"),
    expectNoChanges: args.includes("--expect-no-changes"),
    refreshes: args.includes("--refresh"),
    previewOnly: args.includes("--preview-only"),
    parallel: Number(values("--parallel").at(-1) ?? PARALLEL),
    targets: new Set(values("--target")),
    replace: new Set(values("--replace")),
  };
}

/** One command. */
export class Play {
  readonly isPreview: boolean;
  readonly #calls: string[] = [];
  readonly #messages: string[] = [];
  readonly #changes: string[] = [];
  #snapshot = new Snapshot([]);
  #code = 0;

  constructor(
    private readonly command: Command,
    private readonly flags: Flags,
    private readonly parts: { readonly hosts: Hosts; readonly shuffled: RunParts["shuffled"] },
  ) {
    this.isPreview = command === "preview" || flags.previewOnly;
  }

  entries = (): Entry[] => this.#snapshot.entries();

  async run(before: readonly Entry[], program: readonly Declared[]): Promise<readonly Entry[]> {
    this.#snapshot = new Snapshot(before.map((entry) => ({ ...entry })));
    if (this.command === "refresh" || this.flags.refreshes) {
      const read = await refresh({ ...this.#parts(), failed: () => this.#fail() });
      this.#snapshot = new Snapshot(read);
      if (this.command === "refresh" || this.#code !== 0) return read;
    }
    const run = new Run(this.#parts());
    await run.play(this.command === "destroy" ? [] : program);
    if (run.hasFailed) this.#fail();
    return this.entries();
  }

  /** The result, once the hosts have ended. */
  result(): DoubleResult {
    if (this.flags.expectNoChanges && this.#changes.length > 0) {
      this.#messages.push(`error: no changes were expected but there are: ${this.#changes.join(", ")}`);
      this.#fail();
    }
    const output = `${[this.parts.hosts.printed(), ...this.#changes, ...this.#messages].join("\n")}\n`;
    return { code: this.#code, stdout: output, output, calls: this.#calls };
  }

  #fail(): void {
    this.#code = 1;
  }

  #parts(): RunParts {
    const { continueOnError, parallel, targets, replace } = this.flags;
    const options: RunOptions = {
      continueOnError,
      parallel,
      targets,
      replace,
      isPreview: this.isPreview,
      takesOver: (provider) => this.parts.hosts.takesOver(provider),
    };
    const call: Call = async (verb, entry, run) => {
      const host = await this.parts.hosts.of(entry);
      this.#calls.push(`${verb} ${nameOfUrn(entry.urn)}`);
      return run(host);
    };
    return {
      snapshot: this.#snapshot,
      call,
      options,
      shuffled: this.parts.shuffled,
      report: (message) => this.#messages.push(message),
      changed: (what) => this.#changes.push(what),
    };
  }
}

/** A process of a host. */
interface StartedHost extends Pick<Host, "engine" | "printed" | "close"> {
  of(entry: Entry): CalledHost;
}

const startedPlugin = (plugin: PluginHost): StartedHost => ({
  ...plugin,
  of: (entry) => callsInPlugin(plugin, entry),
  printed: () => plugin.shown.map(({ text }) => text).join("\n"),
});

/** The config of a provider, as the engine sends it to the plugin. */
const withoutPrefix = (config: Readonly<Record<string, string>>): Props =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key.slice(key.indexOf(":") + 1), value]));

/** The provider hosts of one command: one for each provider, started when it is first used. */
export class Hosts {
  readonly #hosts = new Map<string, Promise<StartedHost>>();
  #printed = "";

  constructor(
    private readonly options: {
      readonly providers: Providers;
      readonly environment: Readonly<Record<string, string>>;
      readonly ownProcess: boolean;
      readonly shell: Shell;
    },
  ) {}

  /** The host of an entry. */
  async of(entry: Entry): Promise<CalledHost> {
    return (await this.#started(entry.provider)).of(entry);
  }

  #started(provider: string): Promise<StartedHost> {
    const { providers, environment, ownProcess, shell } = this.options;
    const config = providers.get(provider);
    if (config === undefined) throw new Error(`no resource declares the provider ${provider}`);
    const known = this.#hosts.get(provider);
    if (known !== undefined) return known;
    const [first] = this.#hosts.values();
    const start = async () => {
      const beside = await first;
      const options = { config, environment, ...(beside === undefined ? {} : { beside }) };
      if (shell === "plugin") return startedPlugin(await startPlugin({ ...options, config: withoutPrefix(config) }));
      const host = await startHost({ ...options, ownProcess });
      return { ...host, of: () => host };
    };
    const host = start();
    this.#hosts.set(provider, host);
    return host;
  }

  takesOver(provider: string): boolean {
    const { providers, environment } = this.options;
    const [key, variable] = settingNames.adoptExisting;
    const configured = providers.get(provider)?.[key];
    const mode = provider === "" ? (environment[variable] ?? configured) : configured;
    return !["never", "", undefined].includes(mode);
  }

  async close(): Promise<void> {
    const hosts = await Promise.all(this.#hosts.values());
    this.#hosts.clear();
    for (const host of hosts.reverse()) {
      await host.close();
      this.#printed += host.printed();
    }
  }

  printed = (): string => this.#printed;
}
