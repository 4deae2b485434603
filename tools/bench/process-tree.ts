import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const SAMPLED_EVERY_MS = 200;

/** Clock ticks per second of CPU time in /proc: 100 on every architecture that Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Contents of Linux's /proc/PID/stat (proc(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Ticks from the start of the machine to its start. With the pid, this identifies a process. */
  readonly started: number;
  /** Its own CPU seconds, in user and system mode. */
  readonly cpuSeconds: number;
  /** Like the time above, for ended children and their children. */
  readonly childCpuSeconds: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // The process has ended, or belongs to another user.
  }
};

/** A process, or nothing if it has ended. */
function statOf(pid: string | number): ProcessStat[] {
  const text = read(`/proc/${pid}/stat`);
  if (text === "") return [];
  // The fields follow the name, which may contain spaces and parentheses. They begin with the third of proc(5).
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): number => Number(fields[number - 3]);
  return [
    {
      pid: Number(pid),
      parent: field(4),
      started: field(22),
      cpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND,
      childCpuSeconds: (field(16) + field(17)) / TICKS_PER_SECOND,
    },
  ];
}

export const processes = (): ProcessStat[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);

export function withDescendants(pids: readonly number[], all: readonly ProcessStat[]): ProcessStat[] {
  const family = new Set(pids);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

const canMeasure = existsSync("/proc/self/stat");

export interface Spent {
  readonly cpuSeconds: number;
  /** Share of the machine's cores that unrelated processes used meanwhile, from 0 to 1. */
  readonly othersShare: number;
}

/**
 * Watches a child of this process and its descendants from now until `end`, by reading /proc. Do not start other processes
 * meanwhile.
 */
export class ProcessTree {
  readonly #seen = new Map<string, ProcessStat>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #before = totals();
  readonly #started = performance.now();

  constructor(private readonly root: number) {
    if (!canMeasure) return;
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), SAMPLED_EVERY_MS);
  }

  /** The living processes of the tree at the last sample. */
  get alive(): readonly number[] {
    if (!canMeasure) return [this.root];
    const now = new Set(processes().map(keyOf));
    return [...this.#seen].flatMap(([key, { pid }]) => (now.has(key) ? [pid] : []));
  }

  /** Stops watching. The child must have ended and been waited for. Returns undefined if the machine has no /proc. */
  end(): Spent | undefined {
    clearInterval(this.#timer);
    if (!canMeasure) return undefined;
    const after = totals();
    const sampled = [...this.#seen.values()].reduce((sum, one) => sum + one.cpuSeconds, 0);
    // The kernel's own sum of children has no gaps, but it lacks children without a wait.
    const cpuSeconds = Math.max(after.children - this.#before.children, sampled);
    const coreSeconds = ((performance.now() - this.#started) / 1000) * availableParallelism();
    const others = after.busy - this.#before.busy - (after.own - this.#before.own) - cpuSeconds;
    return { cpuSeconds, othersShare: Math.max(0, others) / coreSeconds };
  }

  #sample(): void {
    const all = processes();
    // A known process may have lost its parent meanwhile.
    const known = all.filter((stat) => this.#seen.has(keyOf(stat))).map(({ pid }) => pid);
    for (const stat of withDescendants([this.root, ...known], all)) this.#seen.set(keyOf(stat), stat);
  }
}

const keyOf = ({ pid, started }: ProcessStat): string => `${pid} ${started}`;

/** CPU seconds until now: of the machine, of this process, and of its ended children. */
function totals() {
  const [, line = ""] = /^cpu +(\d[\d ]*)$/m.exec(read("/proc/stat")) ?? [];
  // Time that the host of a virtual machine gave to others (steal) is not counted either.
  const [user = 0, nice = 0, system = 0, _idle, _wait, irq = 0, softirq = 0, steal = 0] = line.split(" ").map(Number);
  const [self] = statOf(process.pid);
  return {
    busy: (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND,
    own: self?.cpuSeconds ?? 0,
    children: self?.childCpuSeconds ?? 0,
  };
}
