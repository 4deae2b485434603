import assert from "node:assert/strict";
import { parseBusySeconds, parseIo, parsePeakMemory, parseStat, roleOf } from "../../../tools/bench/proc";

/** As Linux writes it; the name is one that a parser that splits at spaces falls for. */
const stat = (name: string) =>
  `4711 (${name}) S 4242 4711 4242 0 -1 4194304 1000 2000 3 4 250 50 1200 300 20 0 11 0 987654 1033184 80564 18446744073709551615\n`;

describe("what /proc says", () => {
  it("of a process is read, whatever its name is", () => {
    for (const name of ["node", "a b", "a) R 1 (b", "((", ""]) {
      assert.deepEqual(
        parseStat(stat(name)),
        { pid: 4711, parent: 4242, started: 987654, cpuSeconds: 3, childCpuSeconds: 15 },
        name,
      );
    }
  });

  it("of a process that has ended is nothing", () => {
    for (const text of ["", "4711", "4711 (node", "4711 (node) Z 1"]) assert.equal(parseStat(text), undefined, text);
  });

  it("of the machine's time has no idle time and no wait for disks, and guests only once", () => {
    const text = "cpu  1000 200 300 99999 88888 40 60 400 777 777\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
    assert.equal(parseBusySeconds(text), 20);
    assert.equal(parseBusySeconds("cpu0 1 2 3\n"), undefined);
  });

  it("of what a process wrote is read", () => {
    const text =
      "rchar: 1\nwchar: 300\nsyscr: 2\nsyscw: 3\nread_bytes: 4\nwrite_bytes: 100\ncancelled_write_bytes: 9\n";
    assert.deepEqual(parseIo(text), { written: 300, writtenToDisk: 100 });
    assert.equal(parseIo(""), undefined);
  });

  it("of the most memory is read, and is unknown of a process that has ended", () => {
    assert.equal(parsePeakMemory("Name:\tnode\nVmPeak:\t  999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n"), 2_097_152);
    assert.equal(parsePeakMemory("Name:\tnode\nState:\tZ (zombie)\n"), undefined);
  });
});

describe("the role of a process", () => {
  const role = (...words: string[]) => roleOf(`${words.join("\0")}\0`);
  const sdk = "/a/project/node_modules/@pulumi/pulumi";

  it("follows from its command line", () => {
    assert.equal(role("node", `${sdk}/cmd/dynamic-provider/index.js`, "127.0.0.1:4"), "host");
    assert.equal(role("node", `${sdk}/cmd/dynamic-provider`, "127.0.0.1:4"), "host");
    assert.equal(
      role("/usr/bin/node", "--require", "x", `${sdk}/cmd/run/index.js`, "--monitor", "127.0.0.1:4"),
      "program",
    );
    assert.equal(role("node", `${sdk}/cmd/run`, "--monitor", "127.0.0.1:4"), "program");
    assert.equal(role("node", "/a/tools/bench/peers/undici.mjs", "create", "uids.json"), "program");
    assert.equal(
      role("node", "/a/node_modules/pulumi-platform/dist/plugin/pulumi-resource-platform", "127.0.0.1:4"),
      "host",
    );
    assert.equal(role("pulumi", "up", "--yes"), "cli");
    assert.equal(role("pulumi-language-nodejs", "127.0.0.1:4"), "cli");
    assert.equal(role("/bin/sh", `${sdk}/pulumi-resource-pulumi-nodejs`, "127.0.0.1:4"), "cli");
  });
});
