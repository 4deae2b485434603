import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Claim } from "./claims";

/** One line of such a file, as JSON: the platform's address, a hash of the object or place, and what the process says of it. */
export type Line = readonly [platform: string, object: string, claim: Claim | "failed"];

const NEW_LINE = 0x0a;

/**
 * What another host process has written into its file. A process only appends to its file, so each look reads only what is
 * new: a run of many resources asks for each of them.
 */
export class ToldClaims {
  /** By object, and then by the platform's address. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  /** Bytes that were read: whole lines. */
  #read = 0;
  #hasHeld = false;
  #hasFailed = false;

  constructor(private readonly file: string) {}

  /**
   * Reads what is new. A line without its end is still being written. Throws an Error when a line is damaged, each time:
   * what it said is lost, so nothing is known about any object.
   */
  refresh(): void {
    const { lines, end } = this.#newLines();
    for (const [platform, object, claim] of lines.map((line) => parse(line, this.file))) {
      if (claim === "failed") {
        this.#hasFailed = true;
        continue;
      }
      const claims = this.#claims.get(object) ?? new Map<string, Claim>();
      this.#claims.set(object, claims.set(platform, claim));
      this.#hasHeld ||= claim !== "free";
    }
    this.#read = end;
  }

  /** The last claim on an object of a platform. */
  of(platform: string, object: string): Claim | undefined {
    return this.#claims.get(object)?.get(platform);
  }

  /** The address of another platform at which the process manages, or is to adopt, an object of the same uid. */
  elsewhere(platform: string, object: string): string | undefined {
    const claims = [...(this.#claims.get(object) ?? [])];
    return claims.find(([address, claim]) => address !== platform && claim !== "free")?.[0];
  }

  /** Whether the process has ever held or wanted an object. */
  get hasHeld(): boolean {
    return this.#hasHeld;
  }

  /** Whether something failed in the process. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  #newLines(): { lines: string[]; end: number } {
    const descriptor = openIfThere(this.file);
    if (descriptor === undefined) return { lines: [], end: this.#read };
    try {
      const added = Buffer.alloc(Math.max(fstatSync(descriptor).size - this.#read, 0));
      const length = readSync(descriptor, added, 0, added.length, this.#read);
      const end = added.subarray(0, length).lastIndexOf(NEW_LINE) + 1;
      return { lines: added.toString("utf8", 0, end).split("\n").slice(0, -1), end: this.#read + end };
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Reads a line. Only HostFiles writes these files, but a full disk may cut a line short. */
function parse(line: string, file: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (cause) {
    throw new Error(
      `Another provider of this program lists its objects in ${file}, and that file is damaged. Nothing was changed`,
      { cause },
    );
  }
}

/** Opens a file to read; nothing when it is not there, for its process has ended. */
function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
