import { type Figure, figureOf, type Measure } from "./figures";
import { HOSTS, OPERATIONS, type Operation, type Peer } from "./plan";
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

/** A promise about cost: its name, the decimals of its figure, the figure, and what it may be at most for so many resources. */
type Must = readonly [name: string, digits: number, figure: FigureIn, most?: (count: number) => number];

/** A figure of a run; nothing when the run has no rows for it. */
type FigureIn = (rows: readonly Row[]) => Figure | undefined;

const wall: Measure = ({ wallSeconds }) => wallSeconds;
const cpu: Measure = ({ cpuSeconds }) => cpuSeconds?.total;
const programCpu: Measure = ({ cpuSeconds }) => cpuSeconds?.program;
const hostCpu: Measure = ({ cpuSeconds }) => cpuSeconds?.host;

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

/** What an operation costs on the plugin, as a multiple of what it costs on the dynamic host. */
const pluginRatio = (operation: Operation, measure: Measure) => (rows: readonly Row[]) =>
  figureOf(
    rows,
    HOSTS.map((peer) => [{ peer, operation, setting: "skipped", latencyMs: 0 }, measure]),
    ([dynamic = 0, plugin = 0]) => (dynamic > 0 ? plugin / dynamic : undefined),
  );

/** What the process of the plugin may cost; beside it, the whole command. */
const pluginAtMost = (operation: Operation): Must[] => [
  [`${operation}: CPU of the plugin / of the dynamic host`, 2, pluginRatio(operation, hostCpu), () => 0.8],
  [`${operation}: CPU of all on the plugin / on the dynamic host`, 2, pluginRatio(operation, cpu)],
];

/** The requests of an operation under a setting. */
const requests = (peer: Peer, operation: Operation, setting: string) => (rows: readonly Row[]) =>
  figureOf(rows, [[{ peer, setting, operation, latencyMs: 0 }, requestsOf]], ([value]) => value);

/**
 * How many requests an operation may send with `--parallel 512`, on each host; beside it, how many it sends with the engine's own
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

/** What `ours` takes above the floor, as a part of what `naive` does. With no distance between the two, nothing was measured. */
const aboveFloor: FigureIn = (rows) =>
  figureOf(rows, [refresh("ours"), refresh("noop"), refresh("naive")], ([ours = 0, noop = 0, naive = 0]) =>
    naive > noop ? Math.max(0, ours - noop) / (naive - noop) : undefined,
  );

/** A figure of the stack that is created while every second request is answered 429. A create that failed has its row too. */
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

/** What has to hold, in the order of the table. */
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

/** Judges what these rows have the figures for. */
export const judged = (rows: readonly Row[]): Judged[] =>
  musts.flatMap(([name, digits, figure, most]) => {
    const found = figure(rows);
    if (found === undefined) return [];
    const { value: measured, count } = found;
    return [{ name, digits, count, measured, ...(most === undefined ? {} : { must: most(count) }) }];
  });

/** Whether a promise was kept; undefined of what is only shown. */
export const isMet = ({ measured, must }: Judged): boolean | undefined =>
  must === undefined ? undefined : measured <= must;
