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

/** What creating costs under one setting, as a multiple of what it costs a peer under another. */
const ratio =
  (measure: Measure, setting: string, [peer, other]: readonly [Peer, string]) =>
  (rows: readonly Row[]): Figure | undefined =>
    figureOf(
      rows,
      [
        [create("ours", setting), measure],
        [create(peer, other), measure],
      ],
      ([ours = 0, theirs = 0]) => (theirs > 0 ? ours / theirs : undefined),
    );

const limit = (most: number) => ({ digits: 2, most: () => most });
const shown = { digits: 2 };

/** The requests of an operation under a setting. */
const requests = (operation: Operation, setting: string) => (rows: readonly Row[]) =>
  figureOf(rows, [[{ peer: "ours", setting, operation, latencyMs: 0 }, requestsOf]], ([value]) => value);

/** How many requests an operation may send with `--parallel 512`; beside it, how many it sends with the engine's own value. */
const requestsAtMost = (operation: Operation, text: string, most: (count: number) => number): Must[] => [
  { name: `requests: ${operation} (${text})`, digits: 0, most, figure: requests(operation, "parallel") },
  {
    name: `requests: ${operation}, with the engine's own --parallel`,
    digits: 0,
    figure: requests(operation, "skipped"),
  },
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
  {
    name: "create, default settings: wall / naive's",
    ...limit(0.36),
    figure: ratio(wall, "default", ["naive", "default"]),
  },
  {
    name: "create, default settings: CPU / naive's",
    ...limit(0.36),
    figure: ratio(cpu, "default", ["naive", "default"]),
  },
  {
    name: "create, checkpoints skipped: wall / naive's by default",
    ...limit(0.1),
    figure: ratio(wall, "skipped", ["naive", "default"]),
  },
  {
    name: "create, checkpoints skipped: CPU / naive's by default",
    ...shown,
    figure: ratio(cpu, "skipped", ["naive", "default"]),
  },
  {
    name: "create, checkpoints skipped: wall / naive's skipped",
    ...limit(0.5),
    figure: ratio(wall, "skipped", ["naive", "skipped"]),
  },
  {
    name: "create, checkpoints skipped: CPU / naive's skipped",
    ...shown,
    figure: ratio(cpu, "skipped", ["naive", "skipped"]),
  },
  {
    name: "create, default settings: program's CPU / noop's",
    ...limit(1),
    figure: ratio(programCpu, "default", ["noop", "default"]),
  },
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
    ...limit(0.35),
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
