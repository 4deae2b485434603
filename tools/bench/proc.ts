/** Parses texts of Linux's /proc (proc(5)), without reading files. */

/** Clock ticks per second of CPU time in /proc: 100 on every architecture that Node runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Contents of /proc/PID/stat. */
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

/** Parses the text after the last parenthesis, because a name may contain spaces and parentheses. Returns undefined for another text. */
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

/** Returns the CPU seconds that a machine has spent on processes since its start, from the first line of /proc/stat. */
export function parseBusySeconds(text: string): number | undefined {
  const line = /^cpu +(\d[\d ]*)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  // Time that the host of a virtual machine gave to others (steal) is not counted either.
  const [user = 0, nice = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = line.split(" ").map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}

/** Contents of /proc/PID/io, in bytes. */
export interface ProcessIo {
  /** Everything passed to write(2): files, pipes and sockets. */
  readonly written: number;
  /** Bytes for a disk. 0 on file systems without a disk, like tmpfs. */
  readonly writtenToDisk: number;
}

export function parseIo(text: string): ProcessIo | undefined {
  const written = /^wchar: (\d+)$/m.exec(text)?.[1];
  const toDisk = /^write_bytes: (\d+)$/m.exec(text)?.[1];
  return written === undefined || toDisk === undefined
    ? undefined
    : { written: Number(written), writtenToDisk: Number(toDisk) };
}

/** Returns the peak memory of a process in bytes, from its /proc/PID/status. A process that has ended has none. */
export function parsePeakMemory(text: string): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Role of a process below the CLI. */
export type ProcessRole = "program" | "host" | "cli";

/**
 * Returns the role of a process by its /proc/PID/cmdline: the user's program, the host of the resources, or the CLI. Other
 * processes that the CLI starts, like the language host, count as the CLI.
 */
export function roleOf(commandLine: string): ProcessRole {
  const words = commandLine.split("\0");
  if (words.some((word) => /\/cmd\/dynamic-provider(\/index\.js)?$|\/pulumi-resource-platform$/.test(word)))
    return "host";
  if (words.some((word) => /\/cmd\/run(\/index\.js)?$|\/peers\/undici\.mjs$/.test(word))) return "program";
  return "cli";
}
