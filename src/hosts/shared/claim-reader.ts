import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Claim } from "./claims";

/** One line of such a file, as JSON: the platform's address, a hash of the object or place, and the claim. */
export type Line = readonly [platform: string, object: string, claim: Claim | "failed"];

const NEW_LINE = 0x0a;

/**
 * Reads the claims of another host process from its file. A process only appends to its file, so each read continues after the last one.
 * A run of many resources reads it for each of them.
 */
export class ClaimReader {
  /** By object, and then by the platform's address. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  /** Number of bytes of the lines that were read. */
  #read = 0;
  #hasEverClaimed = false;
  #hasFailed = false;

  constructor(private readonly file: string) {}

  /**
   * Reads new lines. A line without an end is still being written. Throws an Error each time if a line is damaged, because its claim is
   * lost, so nothing is known about any object.
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
      this.#hasEverClaimed ||= claim !== "free";
    }
    this.#read = end;
  }

  /** The last claim on an object of a platform. */
  of(platform: string, object: string): Claim | undefined {
    return this.#claims.get(object)?.get(platform);
  }

  /** The address of another platform at which the process manages, or should adopt, an object of the same uid. */
  elsewhere(platform: string, object: string): string | undefined {
    const claims = [...(this.#claims.get(object) ?? [])];
    return claims.find(([address, claim]) => address !== platform && claim !== "free")?.[0];
  }

  /** Whether the process has ever owned or wanted an object. */
  get hasEverClaimed(): boolean {
    return this.#hasEverClaimed;
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

/** Parses a line. Only HostFiles writes these files, but a full disk may cut a line short. */
function parse(line: string, file: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (cause) {
    throw new Error(
      [
        `Nothing was changed, because the file ${file} is damaged. Another provider of this program lists its objects in it.`,
        "- Run the same command again.",
      ].join("\n"),
      { cause },
    );
  }
}

/** Opens a file to read. Undefined if it does not exist, because its process has ended. */
function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
