import assert from "node:assert/strict";
import { plans } from "../../../tools/bench/plan";
import { isDisturbed, type Row } from "../../../tools/bench/rows";
import { headOf, lineOf, summaryOf } from "../../../tools/bench/table";

const row: Row = {
  scenario: "default-500",
  setting: "default",
  latencyMs: 0,
  count: 500,
  operation: "create",
  peer: "ours",
  wallSeconds: 36.04,
  cpuSeconds: { program: 8.3, host: 2.04, cli: 10, total: 20.34 },
  peakMemory: { program: 300e6, host: 100e6, cli: 250e6 },
  writtenBytes: 1_234_000_000,
  othersShare: 0.05,
  requests: { GET: 5, POST: 500 },
  refused: 0,
  connections: 8,
  mostInFlight: 7,
  stateBytes: 2590.6,
  failed: 0,
  unwanted: 0,
};

const words = (line: string): string[] => line.trim().split(/ {2,}/);

describe("the table", () => {
  it("has a cell for each column of its head, in line with it", () => {
    const [title, head = ""] = headOf(plans.usual[2]).split("\n");
    assert.equal(title, "default-500: 500 identities, default settings");
    const line = lineOf(row);
    assert.deepEqual(Object.fromEntries(words(head).map((column, at) => [column, words(line)[at]])), {
      operation: "create",
      peer: "ours",
      "wall s": "36.0",
      "CPU s": "20.3",
      program: "8.3",
      host: "2.0",
      CLI: "10.0",
      requests: "505",
      conns: "8",
      "in flight": "7",
      "B/resource": "2591",
      "written MB": "1234.0",
      "peak MB": "650",
      others: "5 %",
    });
    assert.equal(head.indexOf("requests") + "requests".length, line.indexOf("505") + 3);
  });

  it("marks a row whose times are not its own", () => {
    const busy = { ...row, othersShare: 0.31 };
    assert.deepEqual([isDisturbed(row), isDisturbed(busy)], [false, true]);
    assert.match(lineOf(busy), / 31 % \*$/);
  });

  it("shows n/a for figures that the machine lacks, and for commands without a state", () => {
    const { cpuSeconds, peakMemory, writtenBytes, othersShare, stateBytes, ...bare } = row;
    assert.equal(lineOf(bare).match(/n\/a/g)?.length, 8);
  });

  it("shows why a command failed", () => {
    assert.match(lineOf({ ...row, error: "exit code 1" }), /\n {4}FAILED: exit code 1$/);
  });

  it("shows the latency and the setting", () => {
    const slow = plans.usual.find(({ latencyMs }) => latencyMs > 0);
    assert.ok(slow);
    assert.match(headOf(slow), /^20ms-500: .*, 20 ms before each answer\n/);
  });
});

describe("the summary", () => {
  it("says of each promise whether it was kept, and of what is only shown nothing", () => {
    const lines = summaryOf([
      { name: "a", count: 500, measured: 0.3, must: 0.36, digits: 2 },
      { name: "b", count: 500, measured: 0.364, must: 0.36, digits: 2 },
      { name: "c", count: 500, measured: 900, digits: 0 },
    ]).split("\n");
    assert.deepEqual(lines.map(words), [
      ["what", "N", "measured", "at most"],
      ["a", "500", "0.30", "0.36", "ok"],
      ["b", "500", "0.36", "0.36", "missed"],
      ["c", "500", "900"],
    ]);
  });
});
