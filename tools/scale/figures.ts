import { startEmulator } from "../../src/emulator";
import { succeeded } from "../../test/support/engine";
import type { CommandResult } from "../../test/support/stack";
import { ProcessTree } from "../bench/process-tree";
import { type Backend, type Machine, startMachine } from "./machine";
import { tableOf } from "./table";

/** A command on a stack, measured. */
export interface Figure {
  readonly backend: string;
  readonly setting: string;
  readonly command: string;
  readonly seconds: number;
  /** Of the CLI and all that it started. */
  readonly cpuSeconds: number;
  /** Bytes written to the backend, its locks and history included. */
  readonly bytes: number;
}

/** A backend whose traffic can be counted; files are counted as what the CLI wrote. */
export interface CountedBackend extends Backend {
  readonly sent?: () => number;
}

const COMMANDS = [
  ["create", "up --yes --skip-preview"],
  ["up again", "up --yes --skip-preview --expect-no-changes"],
  ["refresh", "refresh --yes --skip-preview --expect-no-changes"],
] as const;

/** Measures a stack on a backend: its creation, `up` with nothing to do, and a refresh. */
export async function measure(
  backend: CountedBackend,
  count: number,
  [settings, setting]: readonly [Readonly<Record<string, string>>, string],
): Promise<Figure[]> {
  const emulator = await startEmulator();
  // A project of its own: no two stacks of one name on one backend.
  const project = `figures-${setting.replace(/\W/g, "-")}-${backend.name.replace(/\W/g, "-")}`.toLowerCase();
  const machine = startMachine(backend, { project, count, emulator, environment: settings });
  try {
    succeeded(await machine.stack.init());
    const figures: Figure[] = [];
    for (const [command, line] of COMMANDS) {
      const { seconds, cpuSeconds, bytes } = await timed(machine, backend, `${line} --suppress-progress`.split(" "));
      figures.push({ backend: backend.name, setting, command, seconds, cpuSeconds, bytes });
    }
    succeeded(await machine.stack.destroy());
    return figures;
  } finally {
    machine.remove();
    await emulator.close();
  }
}

async function timed({ stack }: Machine, { sent }: CountedBackend, args: readonly string[]) {
  const before = sent?.() ?? 0;
  const started = performance.now();
  const running = stack.start(args);
  const tree = new ProcessTree(running.pid);
  const result: CommandResult = await running.ended;
  const seconds = (performance.now() - started) / 1000;
  const { cpuSeconds, writtenBytes } = tree.end();
  succeeded(result);
  return { seconds, cpuSeconds: cpuSeconds.total, bytes: sent === undefined ? writtenBytes : sent() - before };
}

/** The figures as a table of Markdown. */
export const figuresTable = (figures: readonly Figure[]): string =>
  tableOf(
    ["state on", "settings", "command", "wall s", "CPU s", "MB written"],
    figures.map(({ backend, setting, command, seconds, cpuSeconds, bytes }) => [
      backend,
      setting,
      command,
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      (bytes / 1e6).toFixed(2),
    ]),
  );
