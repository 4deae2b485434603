import { createHash } from "node:crypto";
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Claim, OtherHosts } from "./claims";
import { type HostName, isRunning, nameOfText, ownName, textOfName } from "./host-name";
import { type Line, ToldClaims } from "./told-claims";

/** The process that a HostFiles speaks for. */
interface Self {
  /** Address of the engine: the processes of one run have the same. */
  readonly engine: string;
  /** Address of the platform, as far as it is known. */
  platform(): string;
  /** Whether no other process can have resources of this program. */
  isAlone(): boolean;
}

/**
 * What the host processes of one run tell each other. The engine starts one for each provider of a program
 * (`new platform.Provider`), and a delete in one must not take what a resource in another holds. Each process writes a file
 * of its own into a folder of this user, named by the engine's address and the process, and reads those of the others.
 *
 * A process that dies leaves its file, and its objects still belong to their resources: so the file counts to the end of the run. A
 * process first removes the files of other runs, whose processes have died. A later run may have the same address, if rarely. So a file of
 * the same engine counts for an hour after its last line: an object too many is kept then, and none is lost.
 */
export class HostFiles implements OtherHosts {
  readonly #own: HostName;
  #file: string | undefined;
  /** By the name of the file. */
  readonly #claims = new Map<string, ToldClaims>();

  constructor(
    private readonly self: Self,
    private readonly folder: string = join(
      tmpdir(),
      `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`,
    ),
  ) {
    this.#own = ownName(self.engine);
  }

  tell(object: string, claim: Claim): void {
    this.#write([this.self.platform(), writtenName(object), claim]);
  }

  tellFailure(): void {
    this.#write([this.self.platform(), "", "failed"]);
  }

  /** Throws an Error when a process that may not be alone cannot write into the folder: a delete could not know what it holds. */
  #write(line: Line): void {
    this.#withFile((file) => appendFileSync(file, `${JSON.stringify(line)}\n`));
  }

  /** Does something with the file of this process. Returns whether there is one. */
  #withFile(work: (file: string) => void): boolean {
    try {
      this.#file ??= this.#open();
      work(this.#file);
      return true;
    } catch (error) {
      if (this.self.isAlone()) return false;
      throw new Error(unusableText((error as Error).message));
    }
  }

  told(object: string): Claim | undefined {
    const platform = this.self.platform();
    const name = writtenName(object);
    const claims = this.#others().map(({ claims }) => claims.of(platform, name));
    return claims.find((claim) => claim === "held") ?? claims.find((claim) => claim === "wanted");
  }

  toldElsewhere(object: string): string | undefined {
    const platform = this.self.platform();
    const name = writtenName(object);
    return this.#others()
      .map(({ claims }) => claims.elsewhere(platform, name))
      .find((address) => address !== undefined);
  }

  /** A `destroy` runs no program, and only lets go of objects. */
  get areRunningProgram(): boolean {
    return this.#others().some(({ claims }) => claims.hasHeld);
  }

  /** A process that died has failed, too. */
  get haveFailed(): boolean {
    return this.#others().some(({ name, claims }) => claims.hasFailed || isRunning(name) === false);
  }

  /** What the other processes of this run have told by now. They are all where the pid of this one counts. */
  #others(): { readonly name: HostName; readonly claims: ToldClaims }[] {
    const { engine, space, pid } = this.#own;
    if (!this.#withFile(() => undefined)) return [];
    return readdirSync(this.folder).flatMap((file) => {
      const name = nameOfText(file);
      if (name?.engine !== engine || name.space !== space || name.pid === pid) return [];
      const claims = this.#claims.get(file) ?? new ToldClaims(join(this.folder, file));
      this.#claims.set(file, claims);
      claims.refresh();
      return [{ name, claims }];
    });
  }

  #open(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(this.folder)) throw new Error(`the folder ${this.folder} is not this user's alone`);
    removeFormer(this.folder, this.#own.engine);
    const file = join(this.folder, textOfName(this.#own));
    // A process that starts later sees by it that this run is not over.
    appendFileSync(file, "", { mode: 0o600 });
    process.once("exit", () => remove(file));
    return file;
  }
}

/** That the processes of a run cannot exchange what they know. */
// advice: set-tmpdir
const unusableText = (why: string): string =>
  `the providers of this program cannot tell each other what they hold: ${why}\n` +
  "- Set TMPDIR (on Windows, TEMP) to a folder that you can write to, and run the command again.";

/** What stands in a file for an object or a place. Processes only compare it, and the key of an object may be a secret. */
export const writtenName = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32);

/** Whether a folder is there, and nobody else can write into it. */
function isPrivate(folder: string): boolean {
  const found = existsSync(folder) ? lstatSync(folder) : undefined;
  if (found?.isDirectory() !== true) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** How long a file of a process that has died counts for an engine of the same address, in milliseconds. */
const RUN_MS = 60 * 60 * 1000;

/** Age of a file that no run writes to any more, in milliseconds. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the files of runs that are over. The engine kills its hosts, so that most do not remove their own. Only age can say so
 * of a container that shares the folder.
 */
function removeFormer(folder: string, engine: string): void {
  const files = readdirSync(folder).filter((text) =>
    lstatSync(join(folder, text), { throwIfNoEntry: false })?.isFile(),
  );
  const names = files.map((text) => ({ file: join(folder, text), name: nameOfText(text) }));
  const living = new Set(names.flatMap(({ name }) => (name !== undefined && isRunning(name) ? [name.engine] : [])));
  for (const { file, name } of names) {
    const isOver = name !== undefined && isRunning(name) === false && !living.has(name.engine);
    const mayBeOfThisRun = name?.engine === engine && !isOlderThan(RUN_MS, file);
    if ((isOver && !mayBeOfThisRun) || isOlderThan(LEFT_MS, file)) remove(file);
  }
}

const isOlderThan = (age: number, file: string): boolean =>
  Date.now() - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > age;

/** Removes a file that another process may have removed. */
function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
