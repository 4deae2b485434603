import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedFile } from "../../../src/hosts/shared/shared-file";
import { repositoryRoot } from "../../support/workspace";

describe("a file to which several processes append", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = fs.mkdtempSync(join(tmpdir(), "shared-"));
    folder = join(parent, "hosts");
  });
  afterEach(() => fs.rmSync(parent, { recursive: true }));

  const open = () => new SharedFile(folder, "lines", () => false);
  const path = () => join(folder, "lines");
  /** The new lines of a file. */
  const linesOf = (file: SharedFile) => {
    const lines: string[] = [];
    file.readLines((line) => lines.push(line) > 0);
    return lines;
  };

  it("has the lines of all of them, and each line is read once", () => {
    const [a, b] = [open(), open()];
    a.append("é 1");
    b.append("2");
    assert.deepEqual(
      [linesOf(a), linesOf(b)],
      [
        ["é 1", "2"],
        ["é 1", "2"],
      ],
    );
    b.append("3");
    assert.deepEqual([linesOf(a), linesOf(b), linesOf(b)], [["3"], ["3"], []]);
  });

  it("is readable for this user alone", () => {
    open().append("x");
    assert.deepEqual([fs.statSync(folder).mode & 0o777, fs.statSync(path()).mode & 0o777], [0o700, 0o600]);
  });

  it("is not used in a folder that is a link, a file, or open to others", () => {
    const other = join(parent, "other");
    fs.mkdirSync(other, { mode: 0o700 });
    fs.symlinkSync(other, folder);
    assert.throws(open, /other users can open the folder/);
    fs.rmSync(folder);
    fs.writeFileSync(folder, "");
    assert.throws(open, /EEXIST/);
    fs.rmSync(folder);
    fs.mkdirSync(folder);
    for (const mode of [0o755, 0o710, 0o701, 0o707]) {
      fs.chmodSync(folder, mode);
      assert.throws(open, /other users can open the folder/);
    }
    assert.deepEqual(fs.readdirSync(other), []);
  });

  it("keeps the half line of a killed process apart, so that no reader takes it for a whole one (row 132)", () => {
    const [a, b] = [open(), open()];
    a.append("before");
    for (const half of ["\nhalf", "\nwhole but for its end"]) {
      fs.appendFileSync(path(), half);
      const lines = linesOf(b);
      assert.equal(lines.at(-1), half.slice(1), "it is a line of its own, for its reader to judge");
      a.append("after");
      assert.deepEqual(linesOf(b), ["after"]);
    }
  });

  it("fails each time for a line that its reader does not know (row 132)", () => {
    const file = open();
    file.append("whole");
    fs.appendFileSync(path(), "\nhalf");
    for (const _ of [1, 2])
      assert.throws(() => file.readLines((line) => line === "whole"), /The file \S+, in which .*, is damaged/);
  });

  it("fails once somebody has removed or shortened it, because lines are missing (row 132)", () => {
    const [a, b] = [open(), open()];
    a.append("x");
    linesOf(a);
    fs.truncateSync(path(), 1);
    assert.throws(() => linesOf(a), /is damaged/);
    fs.rmSync(path());
    open().append("in another file");
    assert.throws(() => linesOf(b), /is damaged/);
  });

  it("gets all lines of a process again with its next one, if somebody has removed it", () => {
    const [a, b] = [open(), open()];
    for (const line of ["1", "2"]) a.append(line);
    b.append("b");
    fs.rmSync(folder, { recursive: true });
    a.append("3");
    const later = open();
    a.append("4");
    assert.deepEqual(linesOf(later), ["1", "2", "3", "4"]);
    for (const file of [a, b]) assert.throws(() => linesOf(file), /is damaged/);
  });

  it("is removed a day after its last line, with all other old files", () => {
    open().append("old");
    const former = join(folder, "127.0.0.1-1~pid-1~2~3");
    const fresh = join(folder, "fresh");
    for (const file of [former, fresh]) fs.writeFileSync(file, "");
    fs.mkdirSync(join(folder, "folder"));
    const then = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const file of [path(), former, join(folder, "folder")]) fs.utimesSync(file, then, then);
    assert.deepEqual(linesOf(open()), []);
    assert.deepEqual([path(), former, fresh, join(folder, "folder")].map(fs.existsSync), [true, false, true, true]);
  });

  it("has every line of six processes that write at once, also of one that is killed (row 217)", async () => {
    const script = `
      require(${JSON.stringify(join(repositoryRoot, "tools/typescript.cjs"))});
      const { SharedFile } = require(${JSON.stringify(require.resolve("../../../src/hosts/shared/shared-file"))});
      const file = new SharedFile(process.argv[1], "lines", () => false);
      const count = Number(process.argv[3]);
      for (let n = 0; n < count; n++) file.append(process.argv[2] + " " + n + " " + "x".repeat(n % 300) + " end");
    `;
    const write = (name: string, count: number) => spawn(process.execPath, ["-e", script, folder, name, String(count)]);
    open();
    const killed = write("k", 1e9);
    const writers = ["a", "b", "c", "d", "e"].map((name) => write(name, 400));
    const reader = open();
    const lines: string[] = [];
    let running = writers.length;
    const ended = writers.map(async (writer) => {
      const [code] = await once(writer, "exit");
      running -= 1;
      assert.equal(code, 0);
    });
    while (running > 0) {
      lines.push(...linesOf(reader));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    killed.kill("SIGKILL");
    await Promise.all([...ended, once(killed, "exit")]);
    lines.push(...linesOf(reader));
    const isWhole = (line: string) => /^[a-ek] (\d+) (x*) end$/.test(line);
    assert.deepEqual(lines.filter((line) => !isWhole(line)).slice(1), [], "at most the last line of the killed one");
    for (const name of ["a", "b", "c", "d", "e"]) {
      const numbers = lines.filter((line) => line.startsWith(`${name} `)).map((line) => Number(line.split(" ")[1]));
      assert.deepEqual(
        numbers,
        Array.from({ length: 400 }, (_, n) => n),
      );
    }
    assert.ok(fs.readFileSync(path(), "utf8").length > 0 && lines.some((line) => line.startsWith("k ")));
  }).timeout(60_000);

  it("says so when the disk is full", function () {
    if (!fs.existsSync("/dev/full")) this.skip();
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.symlinkSync("/dev/full", path());
    const file = open();
    assert.throws(() => file.append("x"), /ENOSPC|no space/);
  });
});
