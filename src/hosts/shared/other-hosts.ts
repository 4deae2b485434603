import { createHash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { isRunning, pidSpace, processName } from "./processes";
import { SharedFile } from "./shared-file";

/** What a process of a run announces about an object or a place: it owns it, wants to adopt or create it, or releases it. */
export type Claim = "held" | "wanted" | "free";

interface Self {
  /** Address of the engine: the processes of one run have the same. */
  readonly engine: string;
  /** Address of the platform, as far as it is known. */
  platform(): string;
  /** Whether no other process can have resources of this program. */
  isAlone(): boolean;
}

type Written = Claim | "failed" | "over";

interface Other {
  readonly process: string;
  /** When it wrote its last line, in milliseconds since the epoch. */
  at: number;
  hasEverClaimed: boolean;
  /** Whether it ended in order. Its claims still hold in its own run. */
  isOver: boolean;
  /** The last claim of each object, by its written name, and then by the address of the platform. */
  readonly claims: Map<string, Map<string, Written>>;
}

/** How long the claims of a dead process count, in milliseconds. A later run may have the same address, although rarely. */
const RUN_MS = 60 * 60 * 1000;

const NO_OBJECT = "-";
/** Stands for no object: a process has opened the file. */
const PRESENT = "0".repeat(32);

const LINE = /^(\d+~\d*) (\d+) (\S*) ([0-9a-f]{32}|-) (held|wanted|free|failed|over)$/;

/**
 * The other host processes of a run. The engine starts one for each provider of a program (`new platform.Provider`), and each sees only its
 * own resources. A delete in one must not delete an object that a resource in another owns. So all of them append to one file in a folder
 * of this user. It is named by the address of the engine and the namespace of their pids, `127.0.0.1-40123~pid-4026531836`. A line has the
 * process, the time in milliseconds since the epoch, the address of the platform, the hash of an object or a place, and the claim:
 *
 *     417~8231 1772000000000 https://api.example.com 9f86d081884c7d659a2feaa0c55ad015 held
 *     502~8377 1772000000412 https://api.example.com - failed
 *
 * The last line of a process about an object counts. At the end of a run, a process says that it is over, and its lines do not count in
 * later runs. A process that is killed leaves its lines, and its objects still belong to their resources. So its lines count for an hour after
 * the last one. A later run at the same port may then keep objects that it should delete. To make that rare, each run removes the files of
 * others whose processes are all dead.
 */
export class OtherHosts {
  readonly #process = processName(process.pid);
  /** When this run began for this process, in milliseconds since the epoch. */
  readonly #since = Date.now();
  readonly #others = new Map<string, Other>();
  #file: SharedFile | undefined;
  #hasFailed = false;
  /** Why an earlier line is missing in the file. */
  #missing: Error | undefined;

  /** @param self absent if there are no others */
  constructor(
    private readonly self?: Self,
    private readonly folder = join(tmpdir(), `pulumi-platform-hosts-${process.getuid?.() ?? userInfo().username}`),
  ) {}

  announce(name: string, claim: Claim): void {
    this.#write(writtenName(name), claim);
  }

  /** Announces what has already happened, so it never fails. If the others cannot be told, the next claim or question fails instead. */
  report(name: string, claim: Claim): void {
    this.#report(writtenName(name), claim);
  }

  /** Reports to the others that something failed, once. */
  reportFailure(): void {
    if (!this.#hasFailed) this.#report(NO_OBJECT, "failed");
    this.#hasFailed = true;
  }

  /** Reports that the run is over, so that no later run at the same port counts the claims of this process. */
  reportEnd(): void {
    if (this.#file !== undefined) this.#report(NO_OBJECT, "over");
  }

  /** The claim of another process on an object or a place. */
  claimOn(name: string): "held" | "wanted" | undefined {
    const platform = this.#platform();
    const claims = this.#claimsOn(name).map((byPlatform) => byPlatform.get(platform));
    return claims.find((claim) => claim === "held") ?? claims.find((claim) => claim === "wanted");
  }

  /** The address of another platform at which another process manages, or should adopt, an object of the same uid. */
  claimedElsewhere(name: string): string | undefined {
    const own = this.#platform();
    const claims = this.#claimsOn(name).flatMap((byPlatform) => [...byPlatform]);
    return claims.find(([platform, claim]) => platform !== own && claim !== "free")?.[0];
  }

  /** Whether one of them runs the program. A `destroy` does not: it only releases objects, and announces no failure. */
  get areRunningProgram(): boolean {
    return this.#counting().some(({ hasEverClaimed }) => hasEverClaimed);
  }

  /** Whether something failed in one of them. A process that died has also failed. */
  get haveFailed(): boolean {
    const hasFailed = ({ process, isOver, claims }: Other) => claims.has(NO_OBJECT) || !(isOver || isRunning(process));
    return this.#counting().some(hasFailed);
  }

  #claimsOn(name: string): ReadonlyMap<string, Written>[] {
    return this.#counting().map(({ claims }) => claims.get(writtenName(name)) ?? new Map());
  }

  #counting(): Other[] {
    this.#use(() => undefined);
    this.#file?.readLines((line) => this.#note(line));
    return [...this.#others.values()].filter(({ process, at }) => Date.now() - at < RUN_MS || isRunning(process));
  }

  /** Notes a line of another process. Returns false if it is not a line of this form. */
  #note(line: string): boolean {
    const [, process, at, platform, name, claim] = LINE.exec(line) ?? [];
    if (process === undefined || platform === undefined || name === undefined) return false;
    // A process that has only opened the file has claimed nothing. If it ends, nothing has failed.
    if (process === this.#process || name === PRESENT) return true;
    if (claim === "over" && Number(at) < this.#since) {
      this.#others.delete(process);
      return true;
    }
    const found = this.#others.get(process);
    const other = found ?? { process, at: 0, hasEverClaimed: false, isOver: false, claims: new Map() };
    this.#others.set(process, other);
    other.at = Number(at);
    other.isOver = claim === "over";
    if (other.isOver) return true;
    other.hasEverClaimed ||= claim !== "free";
    const byPlatform = other.claims.get(name) ?? new Map<string, Written>();
    other.claims.set(name, byPlatform.set(platform, claim as Written)); // LINE accepts no others.
    return true;
  }

  #report(name: string, claim: Written): void {
    try {
      this.#write(name, claim);
    } catch (error) {
      this.#missing = error as Error;
    }
  }

  #write(name: string, claim: Written): void {
    this.#use((file) => file.append(this.#line(name, claim)));
  }

  /** Works with the file. Throws if it cannot be used and there may be others, which could delete what this process owns. */
  #use(work: (file: SharedFile) => void): void {
    const { self } = this;
    if (self === undefined) return;
    if (this.#missing !== undefined) throw this.#missing;
    try {
      this.#file ??= this.#opened(self);
      work(this.#file);
    } catch (error) {
      if (!self.isAlone()) throw new Error(unusableText((error as Error).message));
    }
  }

  /** Opens the file, and writes a line, so that no other run takes it for one whose processes are all dead. */
  #opened({ engine }: Self): SharedFile {
    const file = new SharedFile(this.folder, `${engine.replace(/[^\w.]/g, "-")}~${pidSpace()}`, isOver);
    file.append(this.#line(PRESENT, "free"));
    return file;
  }

  #line = (name: string, claim: Written): string =>
    [this.#process, Date.now(), this.#platform(), name, claim].join(" ");

  #platform(): string {
    return this.self?.platform().replace(/\s/g, "") ?? "";
  }
}

/** Whether all processes that wrote a file are dead. The engine kills its hosts before they could remove it, and its port is used again. */
function isOver(name: string, text: string): boolean {
  const processes = text.split("\n").flatMap((line) => LINE.exec(line)?.[1] ?? []);
  return name.endsWith(`~${pidSpace()}`) && processes.length > 0 && !processes.some(isRunning);
}

const unusableText = (why: string): string =>
  `the providers of this program cannot share which objects they manage: ${why}\n` +
  "- Set TMPDIR (on Windows, TEMP) to a folder that you can write to, and run the same command again.";

/** The name of an object or a place in the file. It is a hash, because the key of an object may be a secret. */
export const writtenName = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 32);
