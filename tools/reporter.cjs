const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { reporters, Runner } = require("mocha");

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Runner.constants;

/** The promises of docs/internals/promises.md: number and text. */
const promises = () =>
  [
    ...readFileSync(join(__dirname, "../docs/internals/promises.md"), "utf8").matchAll(
      /^- \*\*(\d+)\*\* \(.*?\) (.*)$/gm,
    ),
  ].map(([, row, promise]) => ({ row: Number(row), promise, passed: 0, failed: 0 }));

/** The rows that a title names: "… (row 30)", "… (rows 36, 41)". */
const rowsOf = (title) =>
  [...title.matchAll(/\(rows? ([\d, ]+)\)/g)].flatMap(([, list]) => list.split(",").map(Number));

/** The public bug reports that a title names: "… (report: a rename deletes the object)". */
const reportsOf = (title) => [...title.matchAll(/\(report: ([^)]+)\)/g)].map(([, report]) => report);

/**
 * mocha's spec reporter, which also prints, at the end, the promises and the public bug reports that were tested, with the results of
 * their tests. With TEST_TOTALS_FILE it keeps `passed failed skipped state` there: rewritten at each test, so that it is true after a
 * crash; `state` is "running" until mocha has ended.
 */
module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const table = new Map(promises().map((promise) => [promise.row, promise]));
    const reports = new Map();
    const totals = { passed: 0, failed: 0, skipped: 0, state: "running" };
    const on = (event, change) =>
      runner.on(event, (test) => {
        change(test);
        const { TEST_TOTALS_FILE: file } = process.env;
        if (file) writeFileSync(file, `${Object.values(totals).join(" ")}\n`);
      });
    const count = (outcome) => (test) => {
      totals[outcome] += 1;
      for (const row of rowsOf(test.fullTitle())) {
        const promise = table.get(row);
        if (promise !== undefined && outcome in promise) promise[outcome] += 1;
      }
      for (const report of reportsOf(test.fullTitle())) {
        if (!reports.has(report)) reports.set(report, { passed: 0, failed: 0, skipped: 0 });
        reports.get(report)[outcome] += 1;
      }
    };
    on(EVENT_RUN_BEGIN, () => {});
    on(EVENT_TEST_PASS, count("passed"));
    on(EVENT_TEST_FAIL, count("failed"));
    on(EVENT_TEST_PENDING, count("skipped"));
    on(EVENT_RUN_END, () => {
      totals.state = "ended";
      print([...table.values()]);
      printReports([...reports]);
    });
  }
};

function print(table) {
  const tested = table.filter(({ passed, failed }) => passed + failed > 0);
  // A run of a few named tests may test no promise.
  if (tested.length === 0) return;
  console.log("row  result  promise");
  for (const { row, promise, passed, failed } of tested) {
    const state = failed > 0 ? `FAILED (${failed} of ${passed + failed})` : "passed";
    console.log(`${String(row).padStart(3)}  ${state}  ${promise}`);
  }
  const good = tested.filter(({ failed }) => failed === 0).length;
  console.log(`${good} of ${table.length} promises shown`);
  const others = table.filter((promise) => !tested.includes(promise)).map(({ row }) => row);
  if (others.length > 0) console.log(`Not tested in this run: ${others.join(", ")}`);
}

function printReports(reports) {
  if (reports.length === 0) return;
  const bad = reports.filter(([, { passed, failed }]) => passed === 0 || failed > 0);
  for (const [report, { failed }] of bad)
    console.log(`Public bug report ${failed > 0 ? "FAILED" : "not tested"}: ${report}`);
  console.log(`${reports.length - bad.length} of ${reports.length} public bug reports do not happen here`);
}
