import { availableParallelism } from "node:os";
import { type EmulatorProcess, startEmulatorProcess } from "./emulator";
import type { Operation, Peer, Scenario } from "./plan";
import { canMeasure, ProcessTree, type Spent } from "./process-tree";
import { createProject, type Project, type ProjectOptions } from "./project";
import type { Row } from "./rows";
import { hasRequests, scriptProject } from "./script";

/** Surroundings of a run. */
export interface Surroundings {
  /** Folder of the Pulumi CLI. */
  readonly pulumi: string;
  /** Called with each row after its measurement. */
  onRow(row: Row): void;
  /** Registers how to end a command at once after an interrupt. Returns a function that unregisters it. */
  onInterrupt(end: () => void): () => void;
}

/** A peer of a scenario during its run. */
interface Runner {
  readonly peer: Peer;
  readonly project: Project;
  /** uid of the group of its identities. */
  readonly parent: string;
}

/** A refusal before the platform handles a request, like that of a gateway. */
const THROTTLED = {
  every: 2,
  times: Number.POSITIVE_INFINITY,
  action: { kind: "status", code: "RESOURCE_EXHAUSTED", headers: { "retry-after": "1" } },
} as const;

/** Runs a scenario. All peers run each operation in turn, and the next operation begins with another peer. */
export async function runScenario(scenario: Scenario, surroundings: Surroundings): Promise<void> {
  const emulator = await startEmulatorProcess({ latencyMs: scenario.latencyMs });
  const runners: Runner[] = [];
  try {
    for (const peer of scenario.peers) runners.push(await prepared(peer, scenario, { emulator, surroundings }));
    if (scenario.setting.isThrottled) await emulator.fault(THROTTLED);
    const failed = new Set<Peer>();
    for (const [turn, operation] of scenario.operations.entries()) {
      const first = turn % runners.length;
      for (const runner of [...runners.slice(first), ...runners.slice(0, first)]) {
        if (failed.has(runner.peer) || (runner.peer === "undici" && !hasRequests(operation))) continue;
        const row = await measured({ scenario, operation, runner, emulator }, surroundings);
        surroundings.onRow(row);
        if (row.error !== undefined) failed.add(runner.peer);
      }
    }
  } finally {
    for (const { project } of runners) project.remove();
    await emulator.close();
  }
}

/** Creates the program of a peer with its own group, so that the lists of other peers do not contain its objects. */
async function prepared(
  peer: Peer,
  scenario: Scenario,
  { emulator, surroundings }: { readonly emulator: EmulatorProcess; readonly surroundings: Surroundings },
): Promise<Runner> {
  const parent = await emulator.group(peer);
  const environment = {
    ...emulator.environment,
    BENCH_PEER: peer,
    BENCH_PARENT: parent,
    BENCH_COUNT: String(scenario.count),
  };
  const options: ProjectOptions = { peer, scenario, pulumi: surroundings.pulumi, environment };
  return { peer, parent, project: peer === "undici" ? scriptProject(options) : await createProject(options) };
}

interface Command {
  readonly scenario: Scenario;
  readonly operation: Operation;
  readonly runner: Runner;
  readonly emulator: EmulatorProcess;
}

/** Runs a command to its end and returns its result. */
async function measured(command: Command, { onInterrupt }: Surroundings): Promise<Row> {
  const { scenario, operation, runner, emulator } = command;
  await emulator.reset();
  const started = performance.now();
  const { pid, ended } = runner.project.start(operation);
  const tree = canMeasure ? new ProcessTree(pid, [emulator.pid]) : undefined;
  const forget = onInterrupt(() => killAll(tree?.alive ?? [pid]));
  const { code, output } = await ended;
  const wallSeconds = (performance.now() - started) / 1000;
  forget();
  const spent = tree?.end();
  const outcome = await outcomeOf(command);
  const error = errorOf(command, { code, output, outcome });
  return {
    scenario: scenario.name,
    setting: scenario.setting.name,
    latencyMs: scenario.latencyMs,
    count: scenario.count,
    operation,
    peer: runner.peer,
    wallSeconds,
    ...(spent === undefined ? {} : told(spent, wallSeconds)),
    ...(await emulator.counted()),
    ...outcome,
    ...(error === undefined ? {} : { error }),
  };
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

const told = ({ cpuSeconds, peakMemory, writtenBytes, othersCpuSeconds }: Spent, wallSeconds: number) => ({
  cpuSeconds,
  peakMemory,
  writtenBytes,
  othersShare: othersCpuSeconds / (wallSeconds * availableParallelism()),
});

type Outcome = Pick<Row, "failed" | "unwanted"> & { readonly stateBytes?: number };

/** Compares the state and the platform with the requested resources. */
async function outcomeOf({ scenario, operation, runner, emulator }: Command): Promise<Outcome> {
  const wanted = operation === "destroy" ? 0 : scenario.count;
  const state = runner.project.state();
  const recorded = state?.names?.length ?? wanted;
  const stateBytes = state?.bytesEach === undefined ? {} : { stateBytes: state.bytesEach };
  if (runner.peer === "noop") return { failed: Math.abs(wanted - recorded), unwanted: 0, ...stateBytes };
  const there = await emulator.identities(runner.parent);
  const right = operation === "update" ? there.filter(({ description }) => description.endsWith("revision 2")) : there;
  return {
    failed: Math.max(Math.abs(wanted - recorded), recorded - right.length),
    unwanted: Math.max(0, there.length - recorded),
    ...stateBytes,
  };
}

/** Returns why a command failed. */
function errorOf(
  { operation, runner }: Command,
  { code, output, outcome }: { readonly code: number; readonly output: string; readonly outcome: Outcome },
): string | undefined {
  const { failed, unwanted } = outcome;
  if (code === 0 && failed === 0 && unwanted === 0) return undefined;
  const [line = "it printed no error"] = /^.*\berror\b.*$/im.exec(output) ?? [];
  return `${operation} by ${runner.peer}: exit code ${code}, ${failed} failed, ${unwanted} unwanted: ${line.trim()}`;
}
