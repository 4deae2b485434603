import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostName, ownName, textOfName } from "../../../../src/hosts/shared/host-name";
import { HostFiles, writtenName } from "../../../../src/hosts/shared/other-hosts";

describe("the claims that the host processes of a run share", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "hosts-"));
    folder = join(parent, "hosts");
    mkdirSync(folder, { mode: 0o700 });
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const engine = "127.0.0.1:4000";
  const hosts = () => new HostFiles({ engine, platform: () => "https://a", isAlone: () => false }, folder);
  /** Writes a file of another process, which this one can see or not. */
  const write = (other: Partial<HostName>, claim: string, run = engine) => {
    const file = join(folder, textOfName({ ...ownName(run), start: "", ...other }));
    writeFileSync(file, `${JSON.stringify(["https://a", writtenName("iam:Group x"), claim])}\n`, { mode: 0o600 });
    return file;
  };
  /** Makes a file some hours old. */
  const age = (file: string, hours: number) => {
    const then = new Date(Date.now() - hours * 60 * 60 * 1000);
    utimesSync(file, then, then);
  };
  const ended = () => ({ pid: spawnSync("true").pid });

  it("goes when a run is over, and not while another container may still write it", () => {
    const elsewhere = { space: "pid-1" };
    const [fresh, old] = [write(elsewhere, "held", "127.0.0.1:1"), write(elsewhere, "held", "127.0.0.1:2")];
    const over = write(ended(), "held", "127.0.0.1:3");
    age(old, 48);
    mkdirSync(join(folder, "folder~0"));
    hosts().announce("iam:Group y", "held");
    assert.deepEqual([fresh, old, over].map(existsSync), [true, false, false]);
    assert.equal(readdirSync(folder).length, 3);
  });

  it("does not count when the process is one of another container, or when its pid belongs to another one by now", function () {
    if (process.platform !== "linux") this.skip();
    const parent = { pid: process.ppid };
    write({ ...parent, space: "pid-1" }, "held");
    age(write({ ...parent, start: "1" }, "held"), 2);
    assert.deepEqual([hosts().claimOn("iam:Group x"), hosts().areRunningProgram], [undefined, false]);
  });

  it("count while their process lives, and a process that only releases objects runs no program", () => {
    write({ pid: process.ppid }, "free");
    assert.deepEqual([hosts().claimOn("iam:Group x"), hosts().areRunningProgram], [undefined, false]);
    write({ pid: process.ppid }, "wanted");
    assert.deepEqual([hosts().claimOn("iam:Group x"), hosts().areRunningProgram], ["wanted", true]);
  });

  it("count to the end of the run when their process died, which is a failure (row 217)", () => {
    const own = hosts();
    own.announce("iam:Group y", "held");
    write(ended(), "held");
    assert.deepEqual([own.claimOn("iam:Group x"), own.areRunningProgram, own.haveFailed], ["held", true, true]);
  });

  it("count for a process that starts later, and not hours later (row 217)", () => {
    const dead = write(ended(), "held");
    assert.equal(hosts().claimOn("iam:Group x"), "held");
    for (const file of readdirSync(folder)) if (join(folder, file) !== dead) rmSync(join(folder, file));
    age(dead, 2);
    assert.deepEqual([hosts().claimOn("iam:Group x"), existsSync(dead)], [undefined, false]);
  });

  it("cause an error if the folder cannot be used, unless the process is alone", () => {
    chmodSync(folder, 0o755);
    const lone = new HostFiles({ engine, platform: () => "https://a", isAlone: () => true }, folder);
    lone.announce("iam:Group x", "held");
    assert.equal(lone.claimOn("iam:Group x"), undefined);
    assert.throws(() => hosts().announce("iam:Group x", "held"), /cannot share which objects they manage/);
    assert.throws(() => hosts().claimOn("iam:Group x"), /cannot share which objects they manage/);
  });
});
