import type { Values } from "../spec/values";

/** How a blocked delete went on: something in its way is gone, or nothing that is under way can help. */
export type Wait = "try again" | "hopeless";

/** A moment for the engine to begin further deletes, which may be just those that are waited for, in milliseconds. */
const GRACE_MS = 250;

/**
 * The deletes that are under way in this run. The engine begins deletes that it knows no order of at random, several at a
 * time: one that is blocked waits for those that block it, as long as any delete is making headway.
 */
export class Deletions {
  /** uids whose deletion this run has begun, done or not. */
  readonly #begun = new Set<string>();
  readonly #blocked = new Map<string, (wait: Wait) => void>();
  #underway = 0;
  #grace: { cancelled: boolean } | undefined;

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Whether this run has been asked to delete an object. */
  hasSeen(uid: string): boolean {
    return this.#begun.has(uid);
  }

  /** Runs a delete; what it was in the way of is told when it is done. */
  async run<T>(uid: string, recorded: Values, work: () => Promise<T>): Promise<T> {
    this.#begun.add(uid);
    this.#underway += 1;
    this.#stopGrace();
    try {
      const result = await work();
      this.#tellParentsOf(uid, recorded);
      return result;
    } finally {
      this.#underway -= 1;
      this.#considerGivingUp();
    }
  }

  /** Waits, within `run`, until something in the way of a blocked delete is gone, or nothing can change any more. */
  async wait(uid: string): Promise<Wait> {
    const told = new Promise<Wait>((resolve) => this.#blocked.set(uid, resolve));
    this.#considerGivingUp();
    return told;
  }

  /** What lies in an object is below its uid; what refers to it has its uid among the recorded values. */
  #tellParentsOf(uid: string, recorded: Values): void {
    const referred = new Set(Object.values(recorded));
    for (const blocked of [...this.#blocked.keys()]) {
      if (uid.startsWith(`${blocked}/`) || referred.has(blocked)) this.#release(blocked, "try again");
    }
  }

  #release(uid: string, wait: Wait): void {
    const tell = this.#blocked.get(uid);
    this.#blocked.delete(uid);
    tell?.(wait);
  }

  #stopGrace(): void {
    if (this.#grace !== undefined) this.#grace.cancelled = true;
    this.#grace = undefined;
  }

  /** Where all deletes that are under way are blocked, and no other begins, there is nothing to wait for. */
  #considerGivingUp(): void {
    if (this.#grace !== undefined || this.#blocked.size === 0 || this.#blocked.size < this.#underway) return;
    const grace = { cancelled: false };
    this.#grace = grace;
    void this.sleep(GRACE_MS).then(() => {
      if (grace.cancelled) return;
      this.#grace = undefined;
      if (this.#blocked.size < this.#underway) return;
      for (const uid of [...this.#blocked.keys()]) this.#release(uid, "hopeless");
    });
  }
}
