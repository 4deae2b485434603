import { type EmulatorOptions, startEmulator } from "../../../src/emulator";
import { seededRandom } from "../../../src/emulator/faults/seeded-random";
import { minutesAgo } from "../clock";
import { type Declared, type PlayedEngine, trackingForeignObjects } from "../engine";
import type { Shell } from "../hosts";
import { populate } from "../platform";
import type { StateResource } from "../stack";
import type { RunParts } from "./apply";
import { type Command, type DoubleResult, flagsOf, Hosts, Play, type Providers } from "./command";
import { configOf, isProvider } from "./program";
import { type Entry, nameOfUrn } from "./state";

/** A running command of the double. */
export interface RunningDouble {
  /** Kills the engine and its hosts. The state is what was recorded by then. */
  kill(): Promise<void>;
  readonly ended: Promise<DoubleResult>;
}

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
  /** The engine takes deletes that may run together in any order: in a random one of this seed, or in that of the state. */
  readonly seed?: number;
  /** The host of all resources; the dynamic host, if it is not given. */
  readonly shell?: Shell;
}

/** Starts an emulator and a double of the engine 3.230. What the double cannot play it throws on. */
export async function startDouble({
  environment = {},
  seed,
  shell = "dynamic",
  ...options
}: DoubleOptions = {}): Promise<EngineDouble> {
  const { emulator, foreignObjects } = trackingForeignObjects(await startEmulator({ now: minutesAgo, ...options }));
  const world = populate(emulator);
  const stack = new PlayedStack({ ...emulator.environment, ...environment }, shuffler(seed), shell);
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

/** Puts entries into a random order; into none without a seed. */
function shuffler(seed: number | undefined): RunParts["shuffled"] {
  if (seed === undefined) return (entries) => entries;
  const draw = seededRandom(seed);
  return (entries) =>
    entries
      .map((entry) => ({ entry, at: draw() }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry);
}

class PlayedStack implements DoubleStack {
  program: readonly Declared[] = [];
  config: Readonly<Record<string, string>> = {};
  shown = "";
  #entries: readonly Entry[] = [];
  #providers: Providers = new Map([["", {}]]);

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly shuffled: RunParts["shuffled"],
    private readonly shell: Shell,
  ) {}

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
    const hosts = new Hosts({ providers, environment: this.environment, ownProcess: isKillable, shell: this.shell });
    const play = new Play(command, flagsOf(args), { hosts, shuffled: this.shuffled });
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
