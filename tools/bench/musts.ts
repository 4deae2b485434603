import { type Figure, figureOf, type Measure } from "./figures";
import { HOSTS, OPERATIONS, type Operation, type Peer } from "./plan";
import { type Row, requestsOf, type Selection } from "./rows";

/** A limit of cost, with the measured value. */
export interface Judged {
  readonly name: string;
  /** Number of resources of the measurement. */
  readonly count: number;
  readonly measured: number;
  /** Greatest allowed value. Absent for a figure that is only shown. */
  readonly must?: number;
  /** Number of decimals of both. */
  readonly digits: number;
}

/** A limit of cost: its name, the decimals of its figure, the figure, and the greatest value for a number of resources. */
type Must = readonly [name: string, digits: number, figure: FigureIn, most?: (count: number) => number];

/** Returns a figure of a run, or undefined if the run has no rows for it. */
type FigureIn = (rows: readonly Row[]) => Figure | undefined;

const wall: Measure = ({ wallSeconds }) => wallSeconds;
const cpu: Measure = ({ cpuSeconds }) => cpuSeconds?.total;
const programCpu: Measure = ({ cpuSeconds }) => cpuSeconds?.program;
const hostCpu: Measure = ({ cpuSeconds }) => cpuSeconds?.host;

const create = (peer: Peer, setting: string): Selection => ({ peer, setting, operation: "create", latencyMs: 0 });

/** Returns the cost of creating with one setting, as a multiple of the cost of a peer with another. */
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

/** Returns the cost of an operation on the plugin, as a multiple of the cost on the dynamic host. */
const pluginRatio = (operation: Operation, measure: Measure) => (rows: readonly Row[]) =>
  figureOf(
    rows,
    HOSTS.map((peer) => [{ peer, operation, setting: "skipped", latencyMs: 0 }, measure]),
    ([dynamic = 0, plugin = 0]) => (dynamic > 0 ? plugin / dynamic : undefined),
  );

/** Limit for the process of the plugin, and the figure of the whole command. */
const pluginAtMost = (operation: Operation): Must[] => [
  [`${operation}: CPU of the plugin / of the dynamic host`, 2, pluginRatio(operation, hostCpu), () => 0.8],
  [`${operation}: CPU of all on the plugin / on the dynamic host`, 2, pluginRatio(operation, cpu)],
];

/** Returns the requests of an operation with a setting. */
const requests = (peer: Peer, operation: Operation, setting: string) => (rows: readonly Row[]) =>
  figureOf(rows, [[{ peer, setting, operation, latencyMs: 0 }, requestsOf]], ([value]) => value);

/**
 * Greatest number of requests of an operation with `--parallel 512`, on each host, and the number with the engine's own
 * value.
 */
const requestsAtMost = (operation: Operation, text: string, most: (count: number) => number): Must[] => [
  [`requests: ${operation} (${text})`, 0, requests("ours", operation, "parallel"), most],
  [`requests: ${operation} (${text}), on the plugin`, 0, requests("plugin", operation, "parallel"), most],
  [`requests: ${operation}, with the engine's own --parallel`, 0, requests("ours", operation, "skipped")],
  [`requests: ${operation}, likewise on the plugin`, 0, requests("plugin", operation, "skipped")],
];

const SLOW = 20;
const refresh = (peer: Peer): [Selection, Measure] => [{ peer, operation: "refresh", latencyMs: SLOW }, wall];

/** Returns the time of `ours` above the floor as a part of that of `naive`. Undefined without a difference between the two. */
const aboveFloor: FigureIn = (rows) =>
  figureOf(rows, [refresh("ours"), refresh("noop"), refresh("naive")], ([ours = 0, noop = 0, naive = 0]) =>
    naive > noop ? Math.max(0, ours - noop) / (naive - noop) : undefined,
  );

/** Returns a figure of the stack that is created while every second request gets a 429. A failed create has a row too. */
const throttled = (measure: (row: Row) => number) => (rows: readonly Row[]) => {
  const [row] = rows.filter(({ setting }) => setting === "throttled").sort((a, b) => b.count - a.count);
  return row === undefined ? undefined : { value: measure(row), count: row.count };
};

const stateBytes =
  (peer: Peer): FigureIn =>
  (rows) =>
    figureOf(rows, [[create(peer, "default"), (row) => row.stateBytes]], ([value]) => value);

const [byDefault, skipped] = [
  ["naive", "default"],
  ["naive", "skipped"],
] as const;

/** The limits, in the order of the table. */
const musts: readonly Must[] = [
  ["create, default settings: wall / naive's", 2, ratio(wall, "default", byDefault), () => 0.36],
  ["create, default settings: CPU / naive's", 2, ratio(cpu, "default", byDefault), () => 0.36],
  ["create, checkpoints skipped: wall / naive's by default", 2, ratio(wall, "skipped", byDefault), () => 0.1],
  ["create, checkpoints skipped: CPU / naive's by default", 2, ratio(cpu, "skipped", byDefault)],
  ["create, checkpoints skipped: wall / naive's skipped", 2, ratio(wall, "skipped", skipped), () => 0.5],
  ["create, checkpoints skipped: CPU / naive's skipped", 2, ratio(cpu, "skipped", skipped)],
  ["create, default settings: program's CPU / noop's", 2, ratio(programCpu, "default", ["noop", "default"]), () => 1],
  ["state: bytes of an Identity", 0, stateBytes("ours"), () => 2600],
  ["state: bytes of an Identity, on the plugin", 0, stateBytes("plugin"), () => 2300],
  ...OPERATIONS.flatMap(pluginAtMost),
  ...requestsAtMost("create", "N + N/100", (count) => Math.floor(count + count / 100)),
  ...requestsAtMost("up again", "0", () => 0),
  ...requestsAtMost("preview", "0", () => 0),
  ...requestsAtMost("refresh", "N/200 + 10", (count) => Math.floor(count / 200 + 10)),
  ...requestsAtMost("update", "N", (count) => count),
  ...requestsAtMost("destroy", "N + N/100", (count) => Math.floor(count + count / 100)),
  [`refresh at ${SLOW} ms: wall above noop's / naive's above noop's`, 2, aboveFloor, () => 0.35],
  ["every second request answered 429: creates that failed", 0, throttled(({ failed }) => failed), () => 0],
  ["every second request answered 429: twins", 0, throttled(({ unwanted }) => unwanted), () => 0],
];

/** Compares the figures of these rows with their limits. */
export const judged = (rows: readonly Row[]): Judged[] =>
  musts.flatMap(([name, digits, figure, most]) => {
    const found = figure(rows);
    if (found === undefined) return [];
    const { value: measured, count } = found;
    return [{ name, digits, count, measured, ...(most === undefined ? {} : { must: most(count) }) }];
  });

/** Whether a limit was met. Undefined for a figure that is only shown. */
export const isMet = ({ measured, must }: Judged): boolean | undefined =>
  must === undefined ? undefined : measured <= must;
