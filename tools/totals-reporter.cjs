const { writeFileSync } = require("node:fs");
const { reporters, Runner } = require("mocha");

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Runner.constants;

/**
 * mocha's spec reporter, which also keeps `passed failed skipped state` in the file TEST_TOTALS_FILE: rewritten at each
 * test, so that it is true after a crash; `state` is "running" until mocha has ended.
 */
module.exports = class TotalsReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const totals = { passed: 0, failed: 0, skipped: 0, state: "running" };
    const on = (event, change) =>
      runner.on(event, () => {
        change();
        writeFileSync(process.env.TEST_TOTALS_FILE, `${Object.values(totals).join(" ")}\n`);
      });
    on(EVENT_RUN_BEGIN, () => {});
    on(EVENT_TEST_PASS, () => totals.passed++);
    on(EVENT_TEST_FAIL, () => totals.failed++);
    on(EVENT_TEST_PENDING, () => totals.skipped++);
    on(EVENT_RUN_END, () => {
      totals.state = "ended";
    });
  }
};
