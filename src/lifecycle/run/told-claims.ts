import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Claim } from "./ownership";

/** One line of such a file, as JSON: the platform's address, the object, and what the process says of it. */
export type Line = readonly [platform: string, object: string, claim: Claim];

const NEW_LINE = 0x0a;

/**
 * What another host process has told in its file. A process only appends to its file, so each look reads only what is new:
 * a run of many resources asks for each of them.
 */
export class ToldClaims {
  readonly #claims = new Map<string, Claim>();
  /** Bytes that were read: whole lines. */
  #read = 0;
  #hasHeld = false;

  constructor(private readonly file: string) {}

  /** Reads what is new. A line that is being written is not yet one. */
  refresh(): void {
    for (const line of this.#newLines()) {
      const [platform, object, claim] = JSON.parse(line) as Line; // Only HostFiles writes these files.
      this.#claims.set(keyOf(platform, object), claim);
      this.#hasHeld ||= claim !== "free";
    }
  }

  /** The last that was told of an object of a platform. */
  of(platform: string, object: string): Claim | undefined {
    return this.#claims.get(keyOf(platform, object));
  }

  /** Whether the process has ever held or wanted an object. */
  get hasHeld(): boolean {
    return this.#hasHeld;
  }

  #newLines(): string[] {
    const descriptor = openIfThere(this.file);
    if (descriptor === undefined) return [];
    try {
      const added = Buffer.alloc(Math.max(fstatSync(descriptor).size - this.#read, 0));
      const length = readSync(descriptor, added, 0, added.length, this.#read);
      const end = added.subarray(0, length).lastIndexOf(NEW_LINE) + 1;
      this.#read += end;
      return added.toString("utf8", 0, end).split("\n").slice(0, -1);
    } finally {
      closeSync(descriptor);
    }
  }
}

const keyOf = (platform: string, object: string): string => `${platform}\n${object}`;

/** Opens a file to read; nothing when it is not there, for its process has ended. */
function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
