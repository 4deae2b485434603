import {
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Age of a file that no run writes to any more, in milliseconds. */
const LEFT_MS = 24 * 60 * 60 * 1000;
const NEW_LINE = 0x0a;

/**
 * A file of lines in a folder of this user, to which several processes append. Each line is one write, which begins and ends with a new
 * line. So the half line of a killed process stays a line of its own, and is never taken for a whole one.
 */
export class SharedFile {
  readonly #path: string;
  readonly #reading: number;
  #writing: number;
  /** All that this process has appended. */
  #own = "";
  #read = 0;

  /** Opens or creates the file, and removes others that are over or a day old. Throws an Error if other users can open the folder. */
  constructor(folder: string, name: string, isOver: (other: string, text: string) => boolean) {
    makePrivate(folder);
    for (const other of readdirSync(folder)) {
      const path = join(folder, other);
      removeIf(path, (age) => age > LEFT_MS || (other !== name && isOver(other, readFileSync(path, "utf8"))));
    }
    this.#path = join(folder, name);
    this.#reading = openSync(this.#path, "a+", 0o600);
    this.#writing = this.#reading;
  }

  /** Appends a line. If somebody has removed the file, others may have opened a new one. So all lines of this process are written again. */
  append(line: string): void {
    const text = `\n${line}\n`;
    this.#own += text;
    write(this.#writing, text);
    if (fstatSync(this.#writing).nlink > 0) return;
    makePrivate(dirname(this.#path));
    this.#writing = openSync(this.#path, "a", 0o600);
    write(this.#writing, this.#own);
  }

  /** Reads the lines that were not read before. Throws an Error each time if `read` does not know a line, or if the file was removed. */
  readLines(read: (line: string) => boolean): void {
    let added = this.#added();
    // Another process is writing a line, or died while it did. A write waits for the former, and ends the line of the latter.
    while (added.length > 0 && added.at(-1) !== NEW_LINE) {
      this.append("");
      added = this.#added();
    }
    for (const line of added.toString().split("\n")) if (line !== "" && !read(line)) throw this.#damaged();
    this.#read += added.length;
  }

  #added(): Buffer {
    const { size, nlink } = fstatSync(this.#reading);
    if (nlink === 0 || size < this.#read) throw this.#damaged();
    const added = Buffer.alloc(size - this.#read);
    return added.subarray(0, readSync(this.#reading, added, 0, added.length, this.#read));
  }

  #damaged(): Error {
    const why = `The file ${this.#path}, in which the providers of this program list their objects, is damaged`;
    return new Error(`${why}\n- Run the same command again.`);
  }
}

function write(descriptor: number, text: string): void {
  if (writeSync(descriptor, text) < Buffer.byteLength(text)) throw new Error("no space is left on the device");
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isPrivate(folder)) throw new Error(`other users can open the folder ${folder}`);
}

function isPrivate(folder: string): boolean {
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** Removes a file, which another process may remove at the same time. @param isLeft is given its age in milliseconds */
function removeIf(path: string, isLeft: (age: number) => boolean): void {
  try {
    const found = lstatSync(path);
    if (found.isFile() && isLeft(Date.now() - found.mtimeMs)) rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
