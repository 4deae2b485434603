import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OtherHosts, writtenName } from "../../../src/hosts/shared/other-hosts";
import { processName } from "../../../src/hosts/shared/processes";

const HOUR_MS = 60 * 60 * 1000;
const x = "iam:Group x";

describe("the claims that the host processes of a run share", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "hosts-"));
    folder = join(parent, "hosts");
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const hosts = ({ engine = "127.0.0.1:4000", platform = "https://a", isAlone = false } = {}) =>
    new OtherHosts({ engine, platform: () => platform, isAlone: () => isAlone }, folder);
  const file = () => join(folder, readdirSync(folder)[0] ?? "");
  const living = processName(process.ppid);
  const dead = () => processName(spawnSync("true").pid);
  interface Other {
    readonly process?: string;
    readonly name?: string;
    readonly platform?: string;
    readonly hoursAgo?: number;
  }
  /** Appends the line of another process. */
  const write = (claim: string, { process = living, name = x, platform = "https://a", hoursAgo = 0 }: Other = {}) => {
    hosts().announce("other", "free"); // Creates the file.
    const written = name === "-" ? name : writtenName(name);
    appendFileSync(file(), `\n${process} ${Date.now() - hoursAgo * HOUR_MS} ${platform} ${written} ${claim}\n`);
  };

  it("are lines of one file for each engine, without the names of objects", () => {
    const mine = hosts();
    mine.announce(x, "held");
    hosts().reportFailure();
    mine.reportFailure();
    mine.reportFailure();
    hosts({ engine: "127.0.0.1:4001" }).announce(x, "wanted");
    assert.equal(readdirSync(folder).length, 2);
    assert.match(readdirSync(folder)[0] ?? "", /^127\.0\.0\.1-4000~[\w.-]+$/);
    const lines = readFileSync(file(), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.endsWith(`${"0".repeat(32)} free`));
    assert.equal(lines.length, 3, "one failure of each");
    const start = process.platform === "linux" ? "\\d+" : "\\d*";
    assert.match(lines[0] ?? "", new RegExp(`^${process.pid}~${start} \\d{13} https://a ${writtenName(x)} held$`));
    assert.match(lines[1] ?? "", / https:\/\/a - failed$/);
  });

  it("are those of other processes, the last one about an object", () => {
    const own = hosts();
    own.announce(x, "held");
    assert.deepEqual([own.claimOn(x), own.areRunningProgram, own.haveFailed], [undefined, false, false]);
    write("wanted");
    assert.equal(own.claimOn(x), "wanted");
    write("held", { process: dead() });
    assert.equal(own.claimOn(x), "held");
    write("free");
    write("free", { platform: "https://b" });
    assert.deepEqual(
      [own.claimOn(x), own.claimOn("iam:Group y"), own.claimedElsewhere(x)],
      ["held", undefined, undefined],
    );
  });

  it("name the address of another platform that has the object", () => {
    const own = hosts();
    write("wanted", { platform: "https://b" });
    assert.deepEqual([own.claimOn(x), own.claimedElsewhere(x)], [undefined, "https://b"]);
    write("free", { platform: "https://b" });
    assert.equal(own.claimedElsewhere(x), undefined);
  });

  it("show that something failed in another process", () => {
    const own = hosts();
    write("free");
    assert.equal(own.haveFailed, false);
    write("failed", { name: "-" });
    assert.deepEqual([own.haveFailed, own.areRunningProgram], [true, true], "a destroy announces no failure");
  });

  it("count while their process lives, and a process that only releases objects runs no program", () => {
    write("free", { hoursAgo: 3 });
    assert.deepEqual([hosts().claimOn(x), hosts().areRunningProgram], [undefined, false]);
    write("wanted", { hoursAgo: 2 });
    assert.deepEqual([hosts().claimOn(x), hosts().areRunningProgram, hosts().haveFailed], ["wanted", true, false]);
  });

  it("count to the end of the run when their process died, which is a failure (row 217)", () => {
    const own = hosts();
    own.announce("iam:Group y", "held");
    write("held", { process: dead() });
    for (const each of [own, hosts()])
      assert.deepEqual([each.claimOn(x), each.areRunningProgram, each.haveFailed], ["held", true, true]);
  });

  it("do not count an hour after the last line of a dead process, although its pid may be in use again (row 217)", () => {
    write("held", { process: dead(), hoursAgo: 1.1 });
    if (process.platform === "linux") write("held", { process: `${process.ppid}~1`, hoursAgo: 1.1 });
    assert.deepEqual([hosts().claimOn(x), hosts().areRunningProgram, hosts().haveFailed], [undefined, false, false]);
    const late = dead();
    write("held", { process: late, hoursAgo: 1.1 });
    write("free", { process: late, hoursAgo: 0.9, name: "iam:Group y" });
    assert.equal(hosts().claimOn(x), "held");
  });

  it("do not count once their process has said at the end of its run that it is over, because a later engine may get its port (row 217)", () => {
    const former = dead();
    write("held", { process: former, hoursAgo: 0.5 });
    write("over", { process: former, name: "-", hoursAgo: 0.5 });
    assert.deepEqual([hosts().claimOn(x), hosts().areRunningProgram, hosts().haveFailed], [undefined, false, false]);
    const own = hosts();
    own.reportEnd();
    own.announce(x, "held");
    own.reportEnd();
    assert.match(readFileSync(file(), "utf8"), / - over\n$/);
    assert.equal(readFileSync(file(), "utf8").match(/over/g)?.length, 2, "a process without a line needs none");
  });

  it("count to the end of the run when their process has ended before the others, which is no failure (row 217)", () => {
    const [own, ended] = [hosts(), dead()];
    write("held", { process: ended });
    write("over", { process: ended, name: "-" });
    assert.deepEqual([own.claimOn(x), own.haveFailed], ["held", false]);
  });

  it("about what has happened never fail, and the next claim or question of their process does", () => {
    hosts().announce(x, "held");
    chmodSync(folder, 0o755);
    const own = hosts();
    own.report(x, "held");
    chmodSync(folder, 0o700);
    for (const next of [() => own.announce(x, "held"), () => own.claimOn(x), () => own.areRunningProgram])
      assert.throws(next, /cannot share which objects they manage/);
    own.report(x, "held");
    own.reportFailure();
  });

  it("stay while a process that has only read them lives, beside another run", () => {
    const reader = hosts();
    assert.equal(reader.claimOn(x), undefined);
    appendFileSync(file(), `\n${dead()} ${Date.now()} https://a ${"0".repeat(32)} free\n`);
    assert.equal(reader.haveFailed, false, "another reader has ended");
    appendFileSync(file(), `\n${dead()} ${Date.now()} https://a ${writtenName(x)} held\n`);
    hosts({ engine: "127.0.0.1:4001" }).announce(x, "free");
    assert.equal(reader.claimOn(x), "held");
  });

  it("are removed by the next run once all their processes are dead, because a later engine gets their port again (row 217)", () => {
    const engines = () => readdirSync(folder).map((name) => name.split("~")[0]);
    write("held", { process: dead() });
    hosts({ engine: "127.0.0.1:4001" }).announce(x, "held");
    assert.deepEqual(engines(), ["127.0.0.1-4000", "127.0.0.1-4001"], "this process has written into both");
    writeFileSync(file(), readFileSync(file(), "utf8").replaceAll(processName(process.pid), dead()));
    hosts({ engine: "127.0.0.1:4002" }).announce(x, "held");
    assert.deepEqual(engines(), ["127.0.0.1-4001", "127.0.0.1-4002"]);
  });

  it("are unknown if a line is damaged or of another version, so that a process fails before it deletes anything (row 132)", () => {
    const whole = `417~8231 1772000000000 https://a ${writtenName(x)} held`;
    for (const line of [whole.slice(0, -1), `${whole} more`, whole.replace("held", "kept"), "{}"])
      for (const end of ["\n", ""]) {
        const own = hosts();
        own.announce(x, "free");
        appendFileSync(file(), `\n${line}${end}`);
        for (const each of [own, hosts({ isAlone: true })]) {
          assert.throws(() => each.claimOn(x), /The file \S+, in which .*, is damaged/);
          assert.throws(() => each.areRunningProgram, /is damaged/);
        }
        rmSync(file());
      }
  });

  it("cause an error if the folder cannot be used, unless the process is alone", () => {
    hosts().announce(x, "held");
    chmodSync(folder, 0o755);
    const lone = hosts({ isAlone: true });
    lone.announce(x, "held");
    assert.equal(lone.claimOn(x), undefined);
    assert.throws(() => hosts().announce(x, "held"), /cannot share which objects they manage/);
    assert.throws(() => hosts().claimOn(x), /cannot share which objects they manage/);
  });
});
