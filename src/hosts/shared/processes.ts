import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The namespace of the pids of this process. Two containers may share a folder, and each has its own processes. */
export const pidSpace = (): string =>
  (ofLinux(() => readlinkSync("/proc/self/ns/pid")) ?? hostname()).replace(/[^\w.]+/g, "-");

/** The 22nd field of the line of a process. The second field is its name in parentheses, and may contain spaces. */
const START = /^.*\) (?:\S+ ){19}(\d+)/s;

/** `417~8231`: a pid, and the start of its process in ticks of the machine. The start is empty if the system does not provide it. */
export const processName = (pid: number): string =>
  `${pid}~${ofLinux(() => START.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]) ?? ""}`;

/** Whether a process of this namespace runs. Its pid may belong to a new process by now. */
export function isRunning(name: string): boolean {
  const [pid, start] = name.split("~");
  if (start !== "") return processName(Number(pid)) === name;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The result of a read that only works on Linux. Undefined elsewhere. */
function ofLinux<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
