/** Reads texts of Linux's /proc (proc(5)); pure. */

/** Clock ticks in a second, as /proc counts CPU time: 100 on every architecture that Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** What /proc/PID/stat says of a process. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Ticks from the start of the machine to its start: with the pid, what makes a process unique. */
  readonly started: number;
  /** CPU seconds of its own, in user and system mode. */
  readonly cpuSeconds: number;
  /** The same of its children that have ended and been waited for, and of theirs. */
  readonly childCpuSeconds: number;
}

/** A name may hold spaces and parentheses: what follows the last parenthesis is what counts. Undefined for another text. */
export function parseStat(text: string): ProcessStat | undefined {
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const pid = Number.parseInt(text, 10);
  if (end < 0 || fields.length < 20 || !Number.isInteger(pid)) return undefined;
  // `fields` begins with the third field of proc(5): its parent is the 4th, utime the 14th, starttime the 22nd.
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    pid,
    parent: field(4),
    started: field(22),
    cpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND,
    childCpuSeconds: (field(16) + field(17)) / TICKS_PER_SECOND,
  };
}

/** CPU seconds that a machine has spent on processes since its start, by the first line of /proc/stat. */
export function parseBusySeconds(text: string): number | undefined {
  const line = /^cpu +(\d[\d ]*)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  // Time that the host of a virtual machine gave to others (steal) is not ours either.
  const [user = 0, nice = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = line.split(" ").map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}

/** What /proc/PID/io counts, in bytes. */
export interface ProcessIo {
  /** All that was handed to write(2): files, pipes, and sockets. */
  readonly written: number;
  /** What was to reach a disk. 0 on file systems that have none, like tmpfs. */
  readonly writtenToDisk: number;
}

export function parseIo(text: string): ProcessIo | undefined {
  const written = /^wchar: (\d+)$/m.exec(text)?.[1];
  const toDisk = /^write_bytes: (\d+)$/m.exec(text)?.[1];
  return written === undefined || toDisk === undefined
    ? undefined
    : { written: Number(written), writtenToDisk: Number(toDisk) };
}

/** The most memory that a process held at once, in bytes, by its /proc/PID/status. A process that has ended has none. */
export function parsePeakMemory(text: string): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** What a process below the CLI does. */
export type ProcessRole = "program" | "host" | "cli";

/**
 * The role of a process, by its /proc/PID/cmdline: the user's program, the host of the resources, or the CLI with all that
 * it starts besides, like the language host.
 */
export function roleOf(commandLine: string): ProcessRole {
  const words = commandLine.split("\0");
  if (words.some((word) => /\/cmd\/dynamic-provider(\/index\.js)?$|\/pulumi-resource-platform$/.test(word)))
    return "host";
  if (words.some((word) => /\/cmd\/run(\/index\.js)?$|\/peers\/undici\.mjs$/.test(word))) return "program";
  return "cli";
}
