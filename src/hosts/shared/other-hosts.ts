import { createHash } from "node:crypto";
import { appendFileSync, existsSync, lstatSync, mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ClaimReader, type Line } from "./claim-reader";
import type { Claim, OtherHosts } from "./claims";
import { type HostName, isRunning, nameOfText, ownName, textOfName } from "./host-name";

/** The process that a HostFiles belongs to. */
interface Self {
  /** Address of the engine: the processes of one run have the same. */
  readonly engine: string;
  /** Address of the platform, as far as it is known. */
  platform(): string;
  /** Whether no other process can have resources of this program. */
  isAlone(): boolean;
}

/**
 * Shares claims between the host processes of one run. The engine starts one for each provider of a program (`new platform.Provider`). A
 * delete in one must not delete an object that a resource in another owns. Each process writes a file of its own, named by the engine's
 * address and the process, into a folder of this user. It reads the files of the others.
 *
 * A process that dies leaves its file, and its objects still belong to their resources. So the file counts until the end of the run. A
 * process first removes the files of other runs whose processes have died. A later run may have the same address, although rarely. So a
 * file of the same engine counts for an hour after its last line: that keeps one object too many, and never loses one.
 */
export class HostFiles implements OtherHosts {
  readonly #own: HostName;
  #file: string | undefined;
  /** By file name. */
  readonly #claims = new Map<string, ClaimReader>();

  constructor(
    private readonly self: Self,
    private readonly folder: string = join(
      tmpdir(),
      `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`,
    ),
  ) {
    this.#own = ownName(self.engine);
  }

  announce(object: string, claim: Claim): void {
    this.#write([this.self.platform(), writtenName(object), claim]);
  }

  announceFailure(): void {
    this.#write([this.self.platform(), "", "failed"]);
  }

  /** Throws an Error if a process that may not be alone cannot write, because other processes could delete what it owns. */
  #write(line: Line): void {
    this.#withFile((file) => appendFileSync(file, `${JSON.stringify(line)}\n`));
  }

  /** Runs `work` with the file of this process. Returns whether there is one. */
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

  claimOn(object: string): Claim | undefined {
    const platform = this.self.platform();
    const name = writtenName(object);
    const claims = this.#others().map(({ claims }) => claims.of(platform, name));
    return claims.find((claim) => claim === "held") ?? claims.find((claim) => claim === "wanted");
  }

  claimedElsewhere(object: string): string | undefined {
    const platform = this.self.platform();
    const name = writtenName(object);
    return this.#others()
      .map(({ claims }) => claims.elsewhere(platform, name))
      .find((address) => address !== undefined);
  }

  /** A `destroy` runs no program, and only releases objects. */
  get areRunningProgram(): boolean {
    return this.#others().some(({ claims }) => claims.hasEverClaimed);
  }

  /** A process that died has also failed. */
  get haveFailed(): boolean {
    return this.#others().some(({ name, claims }) => claims.hasFailed || isRunning(name) === false);
  }

  /** The current claims of the other processes of this run. All of them have the same pid namespace. */
  #others(): { readonly name: HostName; readonly claims: ClaimReader }[] {
    const { engine, space, pid } = this.#own;
    if (!this.#withFile(() => undefined)) return [];
    return readdirSync(this.folder).flatMap((file) => {
      const name = nameOfText(file);
      if (name?.engine !== engine || name.space !== space || name.pid === pid) return [];
      const claims = this.#claims.get(file) ?? new ClaimReader(join(this.folder, file));
      this.#claims.set(file, claims);
      claims.refresh();
      return [{ name, claims }];
    });
  }

  #open(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(this.folder)) throw new Error(`other users can open the folder ${this.folder}`);
    removeFormer(this.folder, this.#own.engine);
    const file = join(this.folder, textOfName(this.#own));
    // It shows to a process that starts later that this run is not over.
    appendFileSync(file, "", { mode: 0o600 });
    process.once("exit", () => remove(file));
    return file;
  }
}

/** Says that the processes of a run cannot share what they know. */
const unusableText = (why: string): string =>
  `the providers of this program cannot share which objects they manage: ${why}\n` +
  "- Set TMPDIR (on Windows, TEMP) to a folder that you can write to, and run the same command again.";

/** The name of an object or a place in a file. It is a hash, because the key of an object may be a secret. */
export const writtenName = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32);

/** Whether a folder exists, and only this user can use it. */
function isPrivate(folder: string): boolean {
  const found = existsSync(folder) ? lstatSync(folder) : undefined;
  if (found?.isDirectory() !== true) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** How long the file of a dead process counts for an engine of the same address, in milliseconds. */
const RUN_MS = 60 * 60 * 1000;

/** Age of a file that no run writes to any more, in milliseconds. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the files of finished runs, because the engine kills its hosts before they can. For the files of another container, only the age
 * shows that a run is finished.
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

/** Removes a file, which another process may have removed. */
function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
