import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  type ProcessIo,
  type ProcessRole,
  type ProcessStat,
  parseBusySeconds,
  parseIo,
  parsePeakMemory,
  parseStat,
  roleOf,
} from "./proc";

const SAMPLED_EVERY_MS = 100;

/** Resource use of a command and its descendants. */
export interface Spent {
  /** CPU seconds by role. `total` includes processes that ended between two samples. */
  readonly cpuSeconds: Readonly<Record<ProcessRole | "total", number>>;
  /** Peak memory of the processes of a role, in bytes. */
  readonly peakMemory: Readonly<Record<ProcessRole, number>>;
  /** Bytes that all of them wrote to files, mostly the state. On a file system without a disk, all bytes that the CLI wrote. */
  readonly writtenBytes: number;
  /** CPU seconds that unrelated processes used meanwhile. */
  readonly othersCpuSeconds: number;
}

interface Seen {
  readonly role: ProcessRole;
  readonly stat: ProcessStat;
  readonly io: ProcessIo;
  readonly peakMemory: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // The process has ended, or belongs to another user.
  }
};

/** All processes of the machine. */
export const processes = (): ProcessStat[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => parseStat(read(`/proc/${name}/stat`)) ?? []);

/** Returns the processes with these pids and their descendants. */
export function withDescendants(pids: readonly number[], all: readonly ProcessStat[]): ProcessStat[] {
  const family = new Set(pids);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

const NOTHING: ProcessIo = { written: 0, writtenToDisk: 0 };

/** Whether this machine reports the resource use of processes. */
export const canMeasure = existsSync("/proc/self/stat") && existsSync("/proc/self/io");

/**
 * Watches a child of this process and its descendants from now until `end`, by reading /proc ten times a second. Do not start
 * other processes meanwhile.
 */
export class ProcessTree {
  readonly #seen = new Map<string, Seen>();
  readonly #timer: NodeJS.Timeout;
  readonly #before: ReturnType<typeof totals>;

  /**
   * @param root pid of the child
   * @param companions pids of other processes of the benchmark, whose CPU time belongs neither to the child nor to others
   */
  constructor(
    readonly root: number,
    private readonly companions: readonly number[] = [],
  ) {
    this.#before = totals(companions);
    this.#sample();
    this.#timer = setInterval(() => this.#sample(), SAMPLED_EVERY_MS);
  }

  /** The living processes of the tree at the last sample. */
  get alive(): readonly number[] {
    const now = new Set(processes().map(keyOf));
    return [...this.#seen].flatMap(([key, { stat }]) => (now.has(key) ? [stat.pid] : []));
  }

  /** Stops watching. The child must have ended and been waited for. */
  end(): Spent {
    clearInterval(this.#timer);
    const after = totals(this.companions);
    const seen = [...this.#seen.values()];
    const cpu = (role: ProcessRole) => sum(seen.filter((one) => one.role === role).map(({ stat }) => stat.cpuSeconds));
    const memory = (role: ProcessRole) =>
      Math.max(0, ...seen.filter((one) => one.role === role).map(({ peakMemory }) => peakMemory));
    const [program, host] = [cpu("program"), cpu("host")];
    // The kernel's own sum of children has no gaps, but it lacks children without a wait.
    const total = Math.max(after.children - this.#before.children, program + host + cpu("cli"));
    const own = after.own - this.#before.own;
    const wroteAtAll = seen.find(({ stat }) => stat.pid === this.root)?.io.written ?? 0;
    return {
      cpuSeconds: { program, host, cli: total - program - host, total },
      peakMemory: { program: memory("program"), host: memory("host"), cli: memory("cli") },
      writtenBytes: after.writtenToDisk - this.#before.writtenToDisk || wroteAtAll,
      othersCpuSeconds: Math.max(0, after.busy - this.#before.busy - own - total),
    };
  }

  #sample(): void {
    const all = processes();
    // A known process may have lost its parent meanwhile.
    const before = all.filter((stat) => this.#seen.has(keyOf(stat))).map(({ pid }) => pid);
    for (const stat of withDescendants([this.root, ...before], all)) this.#look(stat);
  }

  #look(stat: ProcessStat): void {
    const key = keyOf(stat);
    const before = this.#seen.get(key);
    const commandLine = read(`/proc/${stat.pid}/cmdline`);
    this.#seen.set(key, {
      stat,
      // Between fork and exec, a process has the command line of its parent. After its end, it has none.
      role: commandLine === "" ? (before?.role ?? "cli") : roleOf(commandLine),
      io: parseIo(read(`/proc/${stat.pid}/io`)) ?? before?.io ?? NOTHING,
      peakMemory: parsePeakMemory(read(`/proc/${stat.pid}/status`)) ?? before?.peakMemory ?? 0,
    });
  }
}

const keyOf = ({ pid, started }: ProcessStat): string => `${pid} ${started}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Totals until now: CPU seconds of the machine, of the benchmark's own processes and of ended children, and written bytes. */
function totals(companions: readonly number[]) {
  const stats = [process.pid, ...companions].flatMap((pid) => parseStat(read(`/proc/${pid}/stat`)) ?? []);
  return {
    busy: parseBusySeconds(read("/proc/stat")) ?? 0,
    own: sum(stats.map(({ cpuSeconds }) => cpuSeconds)),
    children: stats[0]?.childCpuSeconds ?? 0,
    // The kernel adds the written bytes of a child after the wait for it.
    writtenToDisk: parseIo(read("/proc/self/io"))?.writtenToDisk ?? 0,
  };
}
