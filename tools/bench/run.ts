import { type Emulator, startEmulator } from "../../src/emulator";
import { OPERATIONS, type Operation, type Row, type Scenario } from "./plan";
import { ProcessTree } from "./process-tree";
import { Project } from "./project";

/** Registers how to end a command at once after an interrupt. Returns a function that unregisters it. */
type OnInterrupt = (end: () => void) => () => void;

/**
 * Runs a scenario. All hosts run each operation in turn, and the next operation begins with another host. Throws at the first
 * command that fails.
 */
export async function runScenario(scenario: Scenario, onInterrupt: OnInterrupt): Promise<Row[]> {
  // It runs in this process, whose CPU time is not counted.
  const emulator = await startEmulator();
  const projects: Project[] = [];
  const rows: Row[] = [];
  try {
    for (const host of scenario.hosts) projects.push(await Project.create(host, scenario, emulator));
    // Object.keys does not know the type of its own keys.
    for (const [turn, operation] of (Object.keys(OPERATIONS) as Operation[]).entries()) {
      const first = turn % projects.length;
      for (const project of [...projects.slice(first), ...projects.slice(0, first)])
        rows.push(await measured({ project, operation, emulator }, onInterrupt));
    }
  } finally {
    for (const project of projects) project.remove();
    await emulator.close();
  }
  return rows;
}

interface Command {
  readonly project: Project;
  readonly operation: Operation;
  readonly emulator: Emulator;
}

async function measured({ project, operation, emulator }: Command, onInterrupt: OnInterrupt): Promise<Row> {
  emulator.clearRequests();
  const started = performance.now();
  const { pid, ended } = project.start(operation);
  const tree = new ProcessTree(pid);
  const forget = onInterrupt(() => tree.alive.forEach(kill));
  const { code, output } = await ended;
  const wallSeconds = (performance.now() - started) / 1000;
  const spent = tree.end();
  forget();
  if (code !== 0) throw new Error(`${operation} by ${project.host} ended with exit code ${code}:\n${output}`);
  project.check(operation, emulator);
  return {
    operation,
    host: project.host,
    wallSeconds,
    cpuSeconds: spent?.cpuSeconds,
    othersShare: spent?.othersShare,
    requests: emulator.requests.length,
    stateBytes: project.stateBytes(),
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
