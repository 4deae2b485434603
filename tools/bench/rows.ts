import type { Operation, Peer } from "./plan";
import type { ProcessRole } from "./proc";

/** Result and cost of one command. */
export interface Row {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly setting: string;
  readonly latencyMs: number;
  readonly count: number;
  readonly operation: Operation;
  readonly peer: Peer;
  readonly wallSeconds: number;
  /** CPU seconds by role of the process; absent if the machine does not report it (it has no /proc). */
  readonly cpuSeconds?: Readonly<Record<ProcessRole | "total", number>>;
  /** Peak memory of each role, in bytes. Absent as above. */
  readonly peakMemory?: Readonly<Record<ProcessRole, number>>;
  /** Bytes written to files, mostly the state. Absent as above. */
  readonly writtenBytes?: number;
  /** Share of the machine's cores that other processes used meanwhile, from 0 to 1. Absent as above. */
  readonly othersShare?: number;
  /** Requests by method. */
  readonly requests: Readonly<Record<string, number>>;
  /** Number of 429 responses. */
  readonly refused: number;
  readonly connections: number;
  readonly mostInFlight: number;
  /** Bytes of each resource in the state's file, compressed if the file is. Absent without a state. */
  readonly stateBytes?: number;
  /** Number of requested resources that the state lacks. */
  readonly failed: number;
  /** Number of objects on the platform that are duplicates, or in no state. */
  readonly unwanted: number;
  /** Why the command failed, if it did. */
  readonly error?: string;
}

/** Share of other processes from which the times of a row are unreliable. */
const BUSY_SHARE = 0.1;

/** Whether other processes used too much CPU, so that the times of the row are unreliable. */
export const isDisturbed = ({ othersShare = 0 }: Row): boolean => othersShare >= BUSY_SHARE;

export const requestsOf = ({ requests }: Row): number => Object.values(requests).reduce((a, b) => a + b, 0);

/** Returns the median, which is the higher of two middle numbers, or undefined for no numbers. */
export const median = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Selects rows with these values. */
export type Selection = Partial<Pick<Row, "scenario" | "setting" | "operation" | "peer" | "latencyMs" | "count">>;

/** Returns the rows of a selection without failures. */
export const rowsOf = (rows: readonly Row[], selection: Selection): Row[] =>
  rows.filter(
    (row) =>
      row.error === undefined &&
      Object.entries(selection).every(([name, value]) => row[name as keyof Selection] === value), // Its own keys.
  );
