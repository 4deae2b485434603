import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGenerated } from "./generated-file";

const root = join(__dirname, "..");
const PAGE = "docs/internals/promises.md";

/** A test that names rows: the level that it shows them on, and the host. */
export interface ShownBy {
  /** The real engine, or the host alone. */
  readonly level: "E" | "H";
  readonly hosts: readonly string[];
  readonly rows: readonly number[];
}

interface ReportedTest {
  readonly fullTitle: string;
  readonly file: string;
}

const folders = { E: ["engine", "engine/chaos"], H: ["hosts/process"] } as const;

/** The rows that a text names: `(row 12)`, `(rows 36, 41)`. */
export const rowsIn = (text: string): number[] =>
  [...text.matchAll(/\(rows? ([\d, ]+)\)/g)].flatMap(([, list = ""]) => list.split(",").map(Number));

/** The hosts that a title names: `[plugin]`. A title without a mark is about the dynamic host. */
const hostsIn = (title: string): string[] => {
  const marks = ["dynamic", "plugin"].filter((host) => title.includes(`[${host}]`));
  return marks.length === 0 ? ["dynamic"] : marks;
};

/** What the tests on the engine and in the hosts show. mocha puts the titles together, and runs nothing. */
export function shownByTests(): ShownBy[] {
  const files = Object.values(folders)
    .flat()
    .flatMap((folder) => readdirSync(join(root, "test", folder)).map((name) => join("test", folder, name)))
    .filter((name) => name.endsWith(".test.ts"));
  const args = [require.resolve("mocha/bin/mocha.js"), "--dry-run", "--reporter", "json", ...files];
  const report = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PULUMI_PLATFORM_PULUMI: "none", TEST_COSTS_FILE: undefined },
    maxBuffer: 64 * 1024 * 1024,
  });
  // A test file may print while it is loaded.
  const { tests } = JSON.parse(report.slice(report.indexOf("{\n"))) as { readonly tests: readonly ReportedTest[] };
  return tests.map(({ fullTitle, file }) => ({
    level: folders.H.some((folder) => file.includes(join("test", folder))) ? "H" : "E",
    hosts: hostsIn(fullTitle),
    rows: rowsIn(fullTitle),
  }));
}

/** The hosts of a promise's tests. `H` marks a host that proves a promise of the engine without the engine: `H plugin`. */
export function hostsOf(row: number, level: "E" | "H", shown: readonly ShownBy[]): string {
  const tests = shown.filter(({ rows }) => rows.includes(row));
  const hosts = ["dynamic", "plugin"].flatMap((host) => {
    const levels = tests.filter(({ hosts }) => hosts.includes(host)).map((test) => test.level);
    if (levels.length === 0) return [];
    return [level === "E" && !levels.includes("E") ? `H ${host}` : host];
  });
  return hosts.join(", ").replace(/^dynamic, plugin$/, "both");
}

/** A promise of the page: number, level, hosts and text. */
export const ROW = /^- \*\*(\d+)\*\* \(([EHCS]) ?(.*?)\) (.*)$/gm;

const withHosts = (page: string, shown: readonly ShownBy[]): string =>
  page.replace(ROW, (_, row: string, how: string, __, promise: string) => {
    const hosts = how === "E" || how === "H" ? hostsOf(Number(row), how, shown) : "";
    return `- **${row}** (${[how, hosts].filter(Boolean).join(" ")}) ${promise}`;
  });

export const write = (): void =>
  writeGenerated(PAGE, withHosts(readFileSync(join(root, PAGE), "utf8"), shownByTests()));
