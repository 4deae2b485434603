import { type Figure, figureOf, type Measure } from "./figures";
import type { Operation, Peer } from "./plan";
import { type Row, requestsOf, type Selection } from "./rows";

/** A promise about cost, with what a run measured. */
export interface Judged {
  readonly name: string;
  /** For how many resources it was measured. */
  readonly count: number;
  readonly measured: number;
  /** What it may be at most; absent of what is only shown beside another. */
  readonly must?: number;
  /** How many decimals both have. */
  readonly digits: number;
}

/** A promise about cost. */
interface Must {
  readonly name: string;
  readonly digits: number;
  /** Nothing when the run has no rows for it. */
  readonly figure: (rows: readonly Row[]) => Figure | undefined;
  /** What it may be at most, for so many resources. */
  readonly most?: (count: number) => number;
}

const wall: Measure = ({ wallSeconds }) => wallSeconds;
const cpu: Measure = ({ cpuSeconds }) => cpuSeconds?.total;
const programCpu: Measure = ({ cpuSeconds }) => cpuSeconds?.program;

const create = (peer: Peer, setting: string): Selection => ({ peer, setting, operation: "create", latencyMs: 0 });

/** That one thing costs at most so many times what another does. */
const ratio = (name: string, most: number, [measure, one, other]: readonly [Measure, Selection, Selection]): Must => ({
  name,
  digits: 2,
  most: () => most,
  figure: (rows) =>
    figureOf(
      rows,
      [
        [one, measure],
        [other, measure],
      ],
      ([a = 0, b = 0]) => (b > 0 ? a / b : undefined),
    ),
});

/** The requests of an operation under a setting. */
const requests = (operation: Operation, setting: string) => (rows: readonly Row[]) =>
  figureOf(rows, [[{ peer: "ours", setting, operation, latencyMs: 0 }, requestsOf]], ([value]) => value);

/** How many requests an operation may send with `--parallel 128`; beside it, how many it sends with the engine's own value. */
const requestsAtMost = (operation: Operation, text: string, most: (count: number) => number): Must[] => [
  { name: `requests: ${operation} (${text})`, digits: 0, most, figure: requests(operation, "parallel") },
  { name: "  the same with the engine's own --parallel", digits: 0, figure: requests(operation, "skipped") },
];

const SLOW = 20;
const refresh = (peer: Peer): [Selection, Measure] => [{ peer, operation: "refresh", latencyMs: SLOW }, wall];

/** A figure of the stack that is created while every second request is answered 429. A create that failed has its row too. */
const throttled = (measure: (row: Row) => number) => (rows: readonly Row[]) => {
  const [row] = rows.filter(({ setting }) => setting === "throttled").sort((a, b) => b.count - a.count);
  return row === undefined ? undefined : { value: measure(row), count: row.count };
};

/** What has to hold, in the order of the table. */
const musts: readonly Must[] = [
  ratio("create, default settings: wall / naive's", 0.36, [
    wall,
    create("ours", "default"),
    create("naive", "default"),
  ]),
  ratio("create, default settings: CPU / naive's", 0.36, [cpu, create("ours", "default"), create("naive", "default")]),
  ratio("create, checkpoints skipped: wall / naive's by default", 0.1, [
    wall,
    create("ours", "skipped"),
    create("naive", "default"),
  ]),
  ratio("create, checkpoints skipped: wall / naive's skipped", 0.5, [
    wall,
    create("ours", "skipped"),
    create("naive", "skipped"),
  ]),
  ratio("create, default settings: program's CPU / noop's", 1, [
    programCpu,
    create("ours", "default"),
    create("noop", "default"),
  ]),
  {
    name: "state: bytes of an Identity",
    digits: 0,
    most: () => 2600,
    figure: (rows) => figureOf(rows, [[create("ours", "default"), ({ stateBytes }) => stateBytes]], ([value]) => value),
  },
  ...requestsAtMost("create", "N + N/100", (count) => Math.floor(count + count / 100)),
  ...requestsAtMost("up again", "0", () => 0),
  ...requestsAtMost("preview", "0", () => 0),
  ...requestsAtMost("refresh", "N/200 + 10", (count) => Math.floor(count / 200 + 10)),
  ...requestsAtMost("update", "N", (count) => count),
  ...requestsAtMost("destroy", "N + N/100", (count) => Math.floor(count + count / 100)),
  {
    name: `refresh at ${SLOW} ms: wall above noop's / naive's above noop's`,
    digits: 2,
    most: () => 0.35,
    // With no distance between `naive` and the floor, nothing was measured.
    figure: (rows) =>
      figureOf(rows, [refresh("ours"), refresh("noop"), refresh("naive")], ([ours = 0, noop = 0, naive = 0]) =>
        naive > noop ? Math.max(0, ours - noop) / (naive - noop) : undefined,
      ),
  },
  {
    name: "every second request answered 429: creates that failed",
    digits: 0,
    most: () => 0,
    figure: throttled(({ failed }) => failed),
  },
  {
    name: "every second request answered 429: twins",
    digits: 0,
    most: () => 0,
    figure: throttled(({ unwanted }) => unwanted),
  },
];

/** Judges what these rows have the figures for. */
export const judged = (rows: readonly Row[]): Judged[] =>
  musts.flatMap(({ name, digits, figure, most }) => {
    const found = figure(rows);
    if (found === undefined) return [];
    const { value: measured, count } = found;
    return [{ name, digits, count, measured, ...(most === undefined ? {} : { must: most(count) }) }];
  });

/** Whether a promise was kept; undefined of what is only shown. */
export const isMet = ({ measured, must }: Judged): boolean | undefined =>
  must === undefined ? undefined : measured <= must;
