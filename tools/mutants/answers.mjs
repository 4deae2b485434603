const unit = (name) => [`test/unit/${name}.test.ts`];
const REPORT = unit("cli/output/markdown-report");
const ACCESS = unit("cli/commands/access");
const CHECK = unit("spec/check");
const FAULTS = ["test/emulator/fault-line.test.ts"];
const LOOKUPS = ["test/contract/lookups-libraries.test.ts"];

/** Promises about what the command, the provider and the emulator answer. `row` is that of docs/promises.md. */
export const answers = [
  {
    row: 158,
    name: "a report in Markdown is longer than a comment may be",
    file: "src/cli/output/markdown-report.ts",
    find: "room -= Math.max(0, text.length + 1 - MISSING_LINE);",
    replace: "",
    unit: REPORT,
  },
  {
    row: 158,
    name: "a report in Markdown does not say how many rows are missing",
    file: "src/cli/output/markdown-report.ts",
    find: 'return `${heading}${shown}${missing(table.rows.length - count, "row")}\\n`;',
    replace: "return `${heading}${shown}`;",
    unit: REPORT,
  },
  {
    row: 158,
    name: "a report in Markdown does not say that notes are missing",
    file: "src/cli/output/markdown-report.ts",
    find: "...(left === 0 ? [] :",
    replace: "...(left >= 0 ? [] :",
    unit: REPORT,
  },
  {
    row: 180,
    name: "a name that access does not know is a wrong call",
    file: "src/cli/commands/access/answer.ts",
    find: 'throw new Error(lacks.length === 0 ? error.message : [`${error.message}.`, ...lacks].join(" "));',
    replace: "throw error;",
    unit: ACCESS,
  },
  {
    row: 180,
    name: "access does not say that an unknown name may only be hidden",
    file: "src/cli/commands/access/answer.ts",
    find: "const lacks = [...gaps, ...notCheckedNotes(notChecked)];",
    replace: "const lacks: string[] = [];",
    unit: ACCESS,
  },
  {
    row: 195,
    name: "an error about an enum quotes a secret",
    file: "src/spec/check.ts",
    find: "const isShown = nearestTo(name, known) !== undefined ||",
    replace: "const isShown = true ||",
    unit: CHECK,
  },
  {
    row: 195,
    name: "an error about an enum does not quote a misspelt name",
    file: "src/spec/check.ts",
    find: "const isShown = nearestTo(name, known) !== undefined ||",
    replace: "const isShown =",
    unit: CHECK,
  },
  {
    row: 195,
    name: "an error about an enum does not quote a name in capitals",
    file: "src/spec/check.ts",
    find: "!== undefined || /^[A-Z]+(_[A-Z]+)*$/.test(name);",
    replace: "!== undefined;",
    unit: CHECK,
  },
  {
    row: 198,
    name: "an action of a fault has no check",
    file: "src/emulator/checks.ts",
    find: "nonEmpty(Object.values(actions))",
    replace: "nonEmpty(Object.values(actions).slice(1))",
    unit: FAULTS,
  },
  {
    row: 198,
    name: "the complaint about a fault leaves out an action",
    file: "src/emulator/checks.ts",
    find: 'Object.keys(actions).join(", ")',
    replace: 'Object.keys(actions).slice(1).join(", ")',
    unit: FAULTS,
  },
  {
    row: 198,
    name: "the help has a word for a fault that no page has",
    file: "src/emulator/faults/fault-line.ts",
    find: 'form: "truncate=BYTES"',
    replace: 'form: "cutoff=BYTES"',
    unit: FAULTS,
  },
  {
    row: 166,
    name: "an event that nobody approved is the latest of the emulator's",
    file: "src/emulator/kinds/advisory-filter.ts",
    find: '.filter(({ reviewState }) => reviewState === "REVIEW_STATE_APPROVED")',
    replace: "",
    unit: LOOKUPS,
  },
  {
    row: 166,
    name: "the oldest event is the latest of the emulator's",
    file: "src/emulator/kinds/advisory-filter.ts",
    find: "Date.parse(String(b.createTime)) - Date.parse(String(a.createTime))",
    replace: "Date.parse(String(a.createTime)) - Date.parse(String(b.createTime))",
    unit: LOOKUPS,
  },
];
