import type { Operation, Peer } from "./plan";
import type { ProcessRole } from "./proc";

/** What one command did and spent. */
export interface Row {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly setting: string;
  readonly latencyMs: number;
  readonly count: number;
  readonly operation: Operation;
  readonly peer: Peer;
  readonly wallSeconds: number;
  /** CPU seconds by role of the process; absent where the machine does not tell (it has no /proc). */
  readonly cpuSeconds?: Readonly<Record<ProcessRole | "total", number>>;
  /** The most memory that each held, in bytes; absent as above. */
  readonly peakMemory?: Readonly<Record<ProcessRole, number>>;
  /** Bytes that were written to files, nearly all of it the state; absent as above. */
  readonly writtenBytes?: number;
  /** How much of the machine's cores other processes used meanwhile, from 0 to 1; absent as above. */
  readonly othersShare?: number;
  /** Requests by method. */
  readonly requests: Readonly<Record<string, number>>;
  /** How many of them were answered 429. */
  readonly refused: number;
  readonly connections: number;
  readonly mostInFlight: number;
  /** Bytes of each resource in the state's file, compressed as it is; absent for what has no state. */
  readonly stateBytes?: number;
  /** What the state lacks of what was to be created. */
  readonly failed: number;
  /** Objects of the platform that are there twice, or in no state. */
  readonly unwanted: number;
  /** Why the command failed, if it did. */
  readonly error?: string;
}

/** From this share on, a row's times are not this program's own. */
const BUSY_SHARE = 0.1;

/** Whether other processes used so much of the CPU that the row's times cannot be trusted. */
export const isDisturbed = ({ othersShare = 0 }: Row): boolean => othersShare >= BUSY_SHARE;

export const requestsOf = ({ requests }: Row): number => Object.values(requests).reduce((a, b) => a + b, 0);

/** The middle of numbers; the higher of two. Undefined of none. */
export const median = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What picks rows: equal values of all these. */
export type Selection = Partial<Pick<Row, "scenario" | "setting" | "operation" | "peer" | "latencyMs" | "count">>;

/** The rows of a selection that did not fail. */
export const rowsOf = (rows: readonly Row[], selection: Selection): Row[] =>
  rows.filter(
    (row) =>
      row.error === undefined &&
      Object.entries(selection).every(([name, value]) => row[name as keyof Selection] === value), // Its own keys.
  );
