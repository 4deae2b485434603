import { appendFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, unlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Claim, OtherHosts } from "./ownership";

/** The process that a HostFiles speaks for. */
interface Self {
  /** Address of the engine: the processes of one run have the same. */
  readonly engine: string;
  /** Address of the platform, as far as it is known: equal uids at another one are other objects. */
  platform(): string;
  /** Whether it serves an explicit provider. */
  isExplicit(): boolean;
}

/**
 * What the host processes of one run tell each other. The engine starts one for each provider of a program
 * (`new platform.Provider`), and a delete in one must not take what a resource in another holds. Each process writes a file
 * of its own into a folder of this user, named by the engine's address and the process, and reads those of the others.
 */
export class HostFiles implements OtherHosts {
  readonly #engine: string;
  #file: string | undefined;

  constructor(
    private readonly self: Self,
    private readonly folder: string = join(
      tmpdir(),
      `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`,
    ),
  ) {
    this.#engine = `${self.engine.replace(/[^\w.]/g, "-")}~`;
  }

  /** Throws an Error when an explicit provider cannot write into the folder: a delete could not know what it holds. */
  tell(object: string, claim: Claim): void {
    try {
      this.#file ??= this.#open();
      appendFileSync(this.#file, `${JSON.stringify([this.self.platform(), object, claim])}\n`, { mode: 0o600 });
    } catch (error) {
      // A program without explicit providers has one process, and needs no folder. One with them fails by theirs.
      if (!this.self.isExplicit()) return;
      throw new Error(
        `the providers of this program cannot tell each other what they hold: ${(error as Error).message}`,
      );
    }
  }

  told(object: string): Claim | undefined {
    const claims = this.#others().flatMap((file) => {
      const lines = linesOf(join(this.folder, file));
      const last = lines.filter(([platform, name]) => platform === this.self.platform() && name === object).at(-1);
      return last === undefined ? [] : [last[2]];
    });
    return claims.find((claim) => claim === "held") ?? claims.find((claim) => claim === "wanted");
  }

  /** A `destroy` runs no program, and only lets go of objects. */
  get areRunningProgram(): boolean {
    return this.#others().some((file) => linesOf(join(this.folder, file)).some(([, , claim]) => claim !== "free"));
  }

  /** Files of the other living processes of this run. A number may come again, but hardly with the same engine. */
  #others(): string[] {
    if (!isPrivate(this.folder)) return [];
    return readdirSync(this.folder).filter(
      (file) => file.startsWith(this.#engine) && processOf(file) !== process.pid && isAlive(processOf(file)),
    );
  }

  #open(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(this.folder)) throw new Error(`the folder ${this.folder} is not this user's alone`);
    for (const name of readdirSync(this.folder)) {
      const file = join(this.folder, name);
      if (!isAlive(processOf(name)) && isLeft(file)) remove(file);
    }
    const file = join(this.folder, `${this.#engine}${process.pid}`);
    process.once("exit", () => remove(file));
    return file;
  }
}

type Line = readonly [platform: string, object: string, claim: Claim];

const processOf = (file: string): number => Number(file.slice(file.lastIndexOf("~") + 1));

/** Whether a folder is there, and nobody else can write into it. */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** The claims in a file. A line that is being written is not yet one, and a process that has ended has none. */
function linesOf(file: string): Line[] {
  try {
    const whole = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return whole.map((line) => JSON.parse(line) as Line); // Only `tell` writes these files.
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Age of a file that no run writes to any more, in milliseconds. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** Whether a file is of a run that is over. Containers may share the folder, and see no processes of each other. */
function isLeft(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && Date.now() - found.mtimeMs > LEFT_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Removes a file that another process may have removed. */
function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
