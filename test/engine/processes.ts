import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of this machine: from /proc if possible, because a slim container has no `ps`. */
const processes = (): Process[] => (existsSync("/proc/self/stat") ? fromProc() : fromPs());

const fromProc = (): Process[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      // One that has ended and waits to be reaped has no command line.
      return command === "" ? [] : [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // It ended while it was being looked at.
    }
  });

const fromPs = (): Process[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });

/** pids of the hosts of resources below a process: dynamic provider hosts, and plugins. */
export function hostProcessesBelow(pid: number): number[] {
  const all = processes();
  const below = new Set([pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid: own, parent } of all) if (below.has(parent)) below.add(own);
  }
  return all.flatMap(({ pid: own, command }) =>
    below.has(own) && /^\S*node\S* .*(cmd\/dynamic-provider|pulumi-resource-platform\b)/.test(command) ? [own] : [],
  );
}

export async function waitUntilEnded(pids: readonly number[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const alive = new Set(processes().map(({ pid }) => pid));
    const left = pids.filter((pid) => alive.has(pid));
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still alive after ${withinMs / 1000} s: ${left.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
