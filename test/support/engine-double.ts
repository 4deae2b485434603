import { type EmulatorOptions, startEmulator } from "../../src/emulator";
import { settingNames } from "../../src/setting-names";
import { configOf, isProvider } from "./double-program";
import { refresh } from "./double-refresh";
import { Run, type RunOptions, type RunParts } from "./double-run";
import { type Entry, nameOfUrn, Snapshot } from "./double-state";
import type { Call } from "./double-steps";
import { type Declared, type PlayedEngine, trackingForeignObjects } from "./engine";
import { type Host, startHost } from "./host";
import { populate } from "./platform";
import type { CommandResult, StateResource } from "./stack";

/** How a command of the double ended. */
export interface DoubleResult extends CommandResult {
  /** The calls that the provider got, in order: `check team`, `create team`. */
  readonly calls: readonly string[];
}

/** A running command of the double. */
export interface RunningDouble {
  /** Kills the engine and its hosts. The state is what was recorded by then. */
  kill(): Promise<void>;
  readonly ended: Promise<DoubleResult>;
}

type Command = "up" | "preview" | "refresh" | "destroy";

/** Plays the commands of the CLI; arguments are those of the CLI, and one that it does not know throws. */
export interface DoubleStack {
  up(...args: string[]): Promise<DoubleResult>;
  preview(...args: string[]): Promise<DoubleResult>;
  refresh(...args: string[]): Promise<DoubleResult>;
  destroy(...args: string[]): Promise<DoubleResult>;
  /** Starts a command that can be killed. */
  start(command: Command, ...args: string[]): RunningDouble;
  /** The stack's config by full key, `platform:baseUrl`. A refresh and a destroy use what the last `up` recorded of it. */
  config: Readonly<Record<string, string>>;
  /** The next `up` replaces the resource. */
  taint(urn: string): void;
  recorded(): readonly StateResource[];
  /** The state as text, without the settings of providers. Secrets are not encrypted. */
  stateText(): string;
}

/** An emulator, and what plays the engine: its calls to real provider hosts in its order, with a state in memory. */
export interface EngineDouble extends Omit<PlayedEngine, "stack"> {
  readonly stack: DoubleStack;
  readonly root: string;
}

export interface DoubleOptions extends EmulatorOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

/** Providers by name, "" for the default one: config by full key. */
type Providers = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Starts an emulator and a double of the engine 3.230. What the double cannot play it throws on. */
export async function startDouble({ environment = {}, ...options }: DoubleOptions = {}): Promise<EngineDouble> {
  const { emulator, foreignObjects } = trackingForeignObjects(await startEmulator(options));
  const world = populate(emulator);
  const stack = new PlayedStack({ ...emulator.environment, ...environment });
  return {
    emulator,
    world,
    stack,
    root: emulator.organization.uid,
    foreignObjects,
    shown: () => stack.shown,
    declare: (resources) => {
      stack.program = resources;
    },
    recorded: async () => new Map(stack.recorded().map((resource) => [nameOfUrn(resource.urn), resource])),
    close: () => emulator.close(),
  };
}

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

function flagsOf(args: readonly string[]): Flags {
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

class PlayedStack implements DoubleStack {
  program: readonly Declared[] = [];
  config: Readonly<Record<string, string>> = {};
  shown = "";
  #entries: readonly Entry[] = [];
  #providers: Providers = new Map([["", {}]]);

  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  up = (...args: string[]) => this.#run("up", args).ended;
  preview = (...args: string[]) => this.#run("preview", args).ended;
  refresh = (...args: string[]) => this.#run("refresh", args).ended;
  destroy = (...args: string[]) => this.#run("destroy", args).ended;
  start = (command: Command, ...args: string[]) => this.#run(command, args, true);

  taint(urn: string): void {
    this.#entries = this.#entries.map((entry) => (entry.urn === urn ? { ...entry, isTainted: true } : entry));
  }

  recorded(): readonly StateResource[] {
    return this.#entries.map(({ urn, type, id, external, inputs, outputs, initErrors }) => {
      return { urn, type, id, custom: true, external, inputs, outputs, initErrors: [...initErrors] };
    });
  }

  stateText(): string {
    return JSON.stringify(this.#entries);
  }

  /** The providers of a command: `up` and `preview` have those of the program before those of the state. */
  #providersOf(command: Command): Providers {
    if (command === "refresh" || command === "destroy") return this.#providers;
    const declared = this.program.filter(isProvider).map((one) => [one.name, configOf(one)] as const);
    return new Map([...this.#providers, ["", this.config], ...declared]);
  }

  #run(command: Command, args: readonly string[], isKillable = false): RunningDouble {
    const providers = this.#providersOf(command);
    const hosts = new Hosts({ providers, environment: this.environment, ownProcess: isKillable });
    const play = new Play(command, flagsOf(args), hosts);
    let isKilled = false;
    const keep = (entries: readonly Entry[]) => {
      if (isKilled || play.isPreview) return;
      this.#entries = entries;
      const used = new Set(entries.map(({ provider }) => provider));
      this.#providers = new Map([...providers].filter(([name]) => name === "" || used.has(name)));
    };
    const run = async (): Promise<DoubleResult> => {
      try {
        keep(await play.run(this.#entries, this.program));
      } finally {
        await hosts.close();
      }
      const result = play.result();
      this.shown += result.output;
      return result;
    };
    const ended = run();
    const kill = async () => {
      keep(play.entries());
      isKilled = true;
      await hosts.close();
      await ended;
    };
    return { kill, ended };
  }
}

/** One command. */
class Play {
  readonly isPreview: boolean;
  readonly #calls: string[] = [];
  readonly #messages: string[] = [];
  readonly #changes: string[] = [];
  #snapshot = new Snapshot([]);
  #code = 0;

  constructor(
    private readonly command: Command,
    private readonly flags: Flags,
    private readonly hosts: Hosts,
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
    const output = `${[this.hosts.printed(), ...this.#changes, ...this.#messages].join("\n")}\n`;
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
      takesOver: (provider) => this.hosts.takesOver(provider),
    };
    const call: Call = async (verb, entry, run) => {
      const host = await this.hosts.of(entry.provider);
      this.#calls.push(`${verb} ${nameOfUrn(entry.urn)}`);
      return run(host);
    };
    return {
      snapshot: this.#snapshot,
      call,
      options,
      report: (message) => this.#messages.push(message),
      changed: (what) => this.#changes.push(what),
    };
  }
}

/** The provider hosts of one command: one for each provider, started when it is first used. */
class Hosts {
  readonly #hosts = new Map<string, Promise<Host>>();
  #printed = "";

  constructor(
    private readonly options: {
      readonly providers: Providers;
      readonly environment: Readonly<Record<string, string>>;
      readonly ownProcess: boolean;
    },
  ) {}

  of(provider: string): Promise<Host> {
    const { providers, environment, ownProcess } = this.options;
    const config = providers.get(provider);
    if (config === undefined) throw new Error(`no resource declares the provider ${provider}`);
    const known = this.#hosts.get(provider);
    if (known !== undefined) return known;
    const [first] = this.#hosts.values();
    const start = async () => {
      const beside = await first;
      return startHost({ config, environment, ownProcess, ...(beside === undefined ? {} : { beside }) });
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
