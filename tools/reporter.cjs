const { appendFileSync } = require("node:fs");
const { reporters, Runner } = require("mocha");

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Runner.constants;

/** The rows of docs/internals/promises.md that a title names: "… (row 30)", "… (rows 36, 41)". */
const rowsOf = (title) =>
  [...title.matchAll(/\(rows? ([\d, ]+)\)/g)].flatMap(([, list]) => list.split(",").map(Number));

/** The public bug reports that a title names: "… (report: a rename deletes the object)". */
const reportsOf = (title) => [...title.matchAll(/\(report: ([^)]+)\)/g)].map(([, report]) => report);

const reasonOf = (error) =>
  String(error?.message ?? error)
    .replace(/\s+/g, " ")
    .slice(0, 500);

/**
 * mocha's spec reporter, which also prints, at the end, how many public bug reports were tested. It adds lines to the file
 * TEST_RESULTS_FILE, if that is given: "begins", then `passed`, `failed` or `skipped` with the rows for each test ("passed 36 41"),
 * after a tab what failed and why, then "ends". After a crash, "ends" is missing.
 */
module.exports = class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { TEST_RESULTS_FILE: file } = process.env;
    const note = (...words) => file && appendFileSync(file, `${words.filter(Boolean).join(" ")}\n`);
    const reports = new Map();
    const count = (outcome) => (test, error) => {
      const title = test.fullTitle();
      const why = outcome === "failed" ? `\t${title}: ${reasonOf(error)}` : "";
      note(outcome, ...rowsOf(title), why);
      for (const report of reportsOf(title)) {
        if (!reports.has(report)) reports.set(report, { passed: 0, failed: 0, skipped: 0 });
        reports.get(report)[outcome] += 1;
      }
    };
    runner.on(EVENT_RUN_BEGIN, () => note("begins"));
    runner.on(EVENT_TEST_PASS, count("passed"));
    runner.on(EVENT_TEST_FAIL, count("failed"));
    runner.on(EVENT_TEST_PENDING, count("skipped"));
    runner.on(EVENT_RUN_END, () => {
      note("ends");
      printReports([...reports]);
    });
  }
};

function printReports(reports) {
  if (reports.length === 0) return;
  const bad = reports.filter(([, { passed, failed }]) => passed === 0 || failed > 0);
  for (const [report, { failed }] of bad)
    console.log(`Public bug report ${failed > 0 ? "FAILED" : "not tested"}: ${report}`);
  console.log(`${reports.length - bad.length} of ${reports.length} public bug reports do not happen here`);
}
