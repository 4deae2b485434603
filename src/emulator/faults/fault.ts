import type { Code, Detail } from "../../description/wire/status";
import { seededRandom } from "./seeded-random";

export type FaultAction =
  /** Resets the connection without a response. */
  | { readonly kind: "reset" }
  /** Resets the connection without a response. The platform carries the request out `ms` milliseconds later. */
  | { readonly kind: "late"; readonly ms: number }
  /** Keeps the connection open, and never responds. */
  | { readonly kind: "hang" }
  /** Responds with an error of the API. Without `details`, it has the ErrorInfo of the area. */
  | {
      readonly kind: "status";
      readonly code: Code;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: readonly Detail[];
    }
  /** Responds with exactly this status, header and body. */
  | {
      readonly kind: "body";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: "delay"; readonly ms: number }
  /** Holds the request until the handle releases it. */
  | { readonly kind: "hold" }
  /** Sends the platform's response slowly. */
  | { readonly kind: "slow"; readonly bytes: number; readonly everyMs: number }
  /** Cuts the platform's response off after so many bytes. */
  | { readonly kind: "truncate"; readonly bytes: number };

/** Which requests a fault affects, when, and how. */
export interface Fault {
  readonly method?: string;
  /** Path as sent, without the query. A text also matches all paths below it. */
  readonly path?: string | RegExp;
  /** Number of the first affected request among those that match, from one. Default: 1. */
  readonly nth?: number;
  /** Number of affected requests. Default: 1. */
  readonly times?: number;
  /** Distance between affected requests: 2 affects every second one. Default: 1. */
  readonly every?: number;
  /** Random part of the affected requests, from 0 to 1. Default: 1, which is all. */
  readonly chance?: number;
  /** Seed of the random choice, a whole number that makes it repeatable. Default: none. */
  readonly seed?: number;
  /** Whether the fault applies before the platform handles the request or after that. Default: "before". */
  readonly when?: "before" | "after";
  readonly action: FaultAction;
}

export const isAtOrBelow = (path: string, at: string): boolean => path === at || path.startsWith(`${at}/`);

export interface FaultHandle {
  /** Identifies the fault in this emulator. */
  readonly id: string;
  readonly fault: Fault;
  /** Number of affected requests. */
  readonly hits: number;
  /** Resolves when the first affected request arrives. */
  readonly reached: Promise<void>;
  /** Releases the requests of a "hold", and later ones. */
  release(): void;
  /** Removes the fault and releases its requests. */
  remove(): void;
}

export class ActiveFault implements FaultHandle {
  hits = 0;
  readonly reached: Promise<void>;
  /** Resolves when held requests may continue. */
  readonly released: Promise<void>;
  release: () => void = () => undefined;
  private reach: () => void = () => undefined;
  private seen = 0;
  private readonly draw: () => number;

  constructor(
    readonly id: string,
    readonly fault: Fault,
    private readonly onRemove: (fault: ActiveFault) => void,
  ) {
    this.draw = fault.seed === undefined ? Math.random : seededRandom(fault.seed);
    this.reached = new Promise((resolve) => {
      this.reach = resolve;
    });
    this.released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  isDue(method: string, path: string): boolean {
    const { nth = 1, every = 1, times = every > 1 ? Number.POSITIVE_INFINITY : 1, chance = 1 } = this.fault;
    if (!this.matches(method, path)) return false;
    const further = ++this.seen - nth;
    return further >= 0 && further % every === 0 && this.hits < times && (chance >= 1 || this.draw() < chance);
  }

  hit(): void {
    this.hits += 1;
    this.reach();
  }

  remove(): void {
    this.onRemove(this);
    this.release();
  }

  private matches(method: string, path: string): boolean {
    const { method: wanted, path: pattern } = this.fault;
    if (wanted !== undefined && wanted !== method) return false;
    if (pattern === undefined) return true;
    if (typeof pattern === "string") return isAtOrBelow(path, pattern);
    return new RegExp(pattern.source, pattern.flags.replace("g", "")).test(path);
  }
}

export class Faults {
  /** Faults that were added and not removed, oldest first. Always the same array. */
  readonly active: ActiveFault[] = [];
  private added = 0;

  add(fault: Fault): ActiveFault {
    this.added += 1;
    const added = new ActiveFault(String(this.added), fault, (removed) => {
      const at = this.active.indexOf(removed);
      if (at >= 0) this.active.splice(at, 1);
    });
    this.active.push(added);
    return added;
  }

  /** Returns the fault for this request. Every matching fault counts the request. The oldest one that is due applies. */
  next(method: string, path: string): ActiveFault | undefined {
    const [first] = this.active.filter((fault) => fault.isDue(method, path));
    first?.hit();
    return first;
  }
}
