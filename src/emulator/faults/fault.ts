import type { Code, Detail } from "../../api/status";
import { seededRandom } from "./seeded-random";

/** What goes wrong. */
export type FaultAction =
  /** The connection is reset, with no answer. */
  | { readonly kind: "reset" }
  /** The connection is reset, with no answer; what was asked is done all the same, so much later. */
  | { readonly kind: "late"; readonly ms: number }
  /** The connection stays open, with no answer. */
  | { readonly kind: "hang" }
  /** An error in the API's own form; without `details` it has the ErrorInfo of the area. */
  | {
      readonly kind: "status";
      readonly code: Code;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: readonly Detail[];
    }
  /** Any answer, to the letter. */
  | {
      readonly kind: "body";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The request waits. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The request waits until the handle lets it go. */
  | { readonly kind: "hold" }
  /** The true answer comes in drops. */
  | { readonly kind: "slow"; readonly bytes: number; readonly everyMs: number }
  /** The true answer breaks off after so many bytes. */
  | { readonly kind: "truncate"; readonly bytes: number };

/** Which requests go wrong, when, and how. */
export interface Fault {
  readonly method?: string;
  /** Path without the query, as it was sent: this one and all below it, or what the expression matches. */
  readonly path?: string | RegExp;
  /** The first request that goes wrong, counted from one among those that match; 1 by default. */
  readonly nth?: number;
  /** How many go wrong from there on; 1 by default. */
  readonly times?: number;
  /** From there on every request that is a multiple of this further on goes wrong: 2 is every second one; 1 by default. */
  readonly every?: number;
  /** How many of those that would go wrong do, from 0 to 1 and drawn for each; 1, all, by default. */
  readonly chance?: number;
  /** A whole number that makes the draws the same each time; by default they are not. */
  readonly seed?: number;
  /** Before the platform sees the request, or after it has done what was asked; "before" by default. */
  readonly when?: "before" | "after";
  readonly action: FaultAction;
}

/** Whether a raw path is a given one, or below it. */
export const isAtOrBelow = (path: string, at: string): boolean => path === at || path.startsWith(`${at}/`);

/** A fault that has been set. */
export interface FaultHandle {
  /** Tells it apart from the emulator's other faults. */
  readonly id: string;
  readonly fault: Fault;
  /** How many requests went wrong. */
  readonly hits: number;
  /** Settles when the first request gets here. */
  readonly reached: Promise<void>;
  /** Lets go of requests that "hold" keeps, and of later ones. */
  release(): void;
  /** Takes the fault away, and lets go of what it keeps. */
  remove(): void;
}

/** A fault with its counters. */
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

  /** Counts a request and returns whether the fault applies to it. */
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

/** The faults of an emulator. */
export class Faults {
  /** Those that were added and not removed, oldest first; always the same array. */
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

  /** The fault for this request. Every matching fault counts the request; the oldest one that is due applies. */
  next(method: string, path: string): ActiveFault | undefined {
    const [first] = this.active.filter((fault) => fault.isDue(method, path));
    first?.hit();
    return first;
  }
}
