import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * The file name of a host process: the address of its engine, the namespace of its pid, its start, its pid.
 * `127.0.0.1-40123~pid-4026531836~8231~417`
 */
export interface HostName {
  readonly engine: string;
  /** The namespace of the pid. Two containers may share a folder, and each has its own processes. */
  readonly space: string;
  /** When the process started, in ticks of the machine. Empty if the system does not provide it. */
  readonly start: string;
  readonly pid: number;
}

/** The file name of this process for an engine. */
export const ownName = (engine: string): HostName => ({
  engine: engine.replace(/[^\w.]/g, "-"),
  space,
  start: startOf(process.pid) ?? "",
  pid: process.pid,
});

export const textOfName = ({ engine, space, start, pid }: HostName): string => [engine, space, start, pid].join("~");

/** Reads a file name. Undefined if it has another form. */
export function nameOfText(text: string): HostName | undefined {
  const [, engine, space, start, pid] = /^([^~]+)~([^~]+)~(\d*)~(\d+)$/.exec(text) ?? [];
  if (engine === undefined || space === undefined || start === undefined) return undefined;
  return { engine, space, start, pid: Number(pid) };
}

/** Whether a process runs. Undefined if its pid belongs to another namespace. A pid may belong to a new process. */
export function isRunning({ space: its, start, pid }: HostName): boolean | undefined {
  if (its !== space) return undefined;
  if (!isAlive(pid)) return false;
  const now = startOf(pid);
  return start === "" || now === undefined || now === start;
}

const space =
  ofLinux(() => readlinkSync("/proc/self/ns/pid").replace(/\W+/g, "-")) ?? hostname().replace(/[^\w.]/g, "-");

/** When a process started: the 22nd field of its line. The second field is its name in parentheses, and may contain spaces. */
const startOf = (pid: number): string | undefined =>
  ofLinux(
    () =>
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[19],
  );

/** The result of a read that only works on Linux. Undefined elsewhere. */
function ofLinux<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
