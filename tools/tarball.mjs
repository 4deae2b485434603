import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const BLOCK = 512;
/** The time of every file, in seconds: 1985, as npm has it, because some tools refuse the year 1970. */
const TIME = 499_162_500;
/** The byte of a gzip header that names the system. This value means "unknown", so that every system writes the same bytes. */
const SYSTEM = { at: 9, unknown: 255 };

/**
 * Makes a .tar.gz of files. The same files make the same bytes: names are sorted, and times, owners and modes are fixed.
 *
 * @param folder where the files are
 * @param names names of files in it, each with `isExecutable`
 */
export function tarballOf(folder, names) {
  const entries = Object.keys(names)
    .sort()
    .flatMap((name) => entryOf(name, readFileSync(join(folder, name)), names[name].isExecutable ? 0o755 : 0o644));
  const packed = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  packed[SYSTEM.at] = SYSTEM.unknown;
  return packed;
}

/** One file in the format ustar: a header, and the content up to a whole block. */
function entryOf(name, content, mode) {
  const header = Buffer.alloc(BLOCK);
  const octal = (value, length) => value.toString(8).padStart(length, "0");
  header.write(name, 0, 100);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(TIME, 11), 136);
  // The sum counts its own field as spaces.
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
