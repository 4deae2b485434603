import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostName, ownName, textOfName } from "../../../../src/hosts/shared/host-name";
import { HostFiles, writtenName } from "../../../../src/hosts/shared/other-hosts";

describe("what the host processes of a run tell each other", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "hosts-"));
    folder = join(parent, "hosts");
    mkdirSync(folder, { mode: 0o700 });
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const engine = "127.0.0.1:4000";
  const hosts = () => new HostFiles({ engine, platform: () => "https://a", isExplicit: () => true }, folder);
  /** Writes a file of another process, which this one can see or not. */
  const write = (other: Partial<HostName>, claim: string, run = engine) => {
    const file = join(folder, textOfName({ ...ownName(run), start: "", ...other }));
    writeFileSync(file, `${JSON.stringify(["https://a", writtenName("iam:Group x"), claim])}\n`, { mode: 0o600 });
    return file;
  };
  const ended = () => ({ pid: spawnSync("true").pid });

  it("goes when a run is over, and not while another container may still write it", () => {
    const elsewhere = { space: "pid-1" };
    const [fresh, old] = [write(elsewhere, "held", "127.0.0.1:1"), write(elsewhere, "held", "127.0.0.1:2")];
    const over = write(ended(), "held", "127.0.0.1:3");
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    utimesSync(old, twoDaysAgo, twoDaysAgo);
    mkdirSync(join(folder, "folder~0"));
    hosts().tell("iam:Group y", "held");
    assert.deepEqual([fresh, old, over].map(existsSync), [true, false, false]);
    assert.equal(readdirSync(folder).length, 3);
  });

  it("does not count when the process is one of another container, or when its pid belongs to another one by now", function () {
    if (process.platform !== "linux") this.skip();
    const parent = { pid: process.ppid };
    write({ ...parent, space: "pid-1" }, "held");
    write({ ...parent, start: "1" }, "held");
    assert.deepEqual([hosts().told("iam:Group x"), hosts().areRunningProgram], [undefined, false]);
  });

  it("counts while its process lives, and a process that only lets go runs no program", () => {
    write({ pid: process.ppid }, "free");
    assert.deepEqual([hosts().told("iam:Group x"), hosts().areRunningProgram], [undefined, false]);
    write({ pid: process.ppid }, "wanted");
    assert.deepEqual([hosts().told("iam:Group x"), hosts().areRunningProgram], ["wanted", true]);
  });

  it("counts to the end of the run when its process died, which is a failure (row 217)", () => {
    const own = hosts();
    own.tell("iam:Group y", "held");
    write(ended(), "held");
    assert.deepEqual([own.told("iam:Group x"), own.areRunningProgram, own.haveFailed], ["held", true, true]);
  });

  it("counts for a process that starts later, as long as one of the run lives, and not in a run after that (row 217)", () => {
    const dead = write(ended(), "held");
    write({ pid: process.ppid }, "free");
    assert.equal(hosts().told("iam:Group x"), "held");
    for (const file of readdirSync(folder)) if (join(folder, file) !== dead) rmSync(join(folder, file));
    assert.deepEqual([hosts().told("iam:Group x"), existsSync(dead)], [undefined, false]);
  });
});
