import type { Values } from "../../spec/values";

/** How a wait ended: something in the way of the delete is gone, or nothing that is under way can help. */
export type WaitResult = "try again" | "give up";

/** A moment for the engine to begin further deletes, which may be just those that are waited for, in milliseconds. */
const GRACE_MS = 250;

interface Blocked {
  readonly uid: string;
  readonly end: (result: WaitResult) => void;
}

/**
 * The deletes that are under way in this run. The engine begins deletes that it knows no order of at random, several at a
 * time: one that is blocked waits for those that block it, as long as any delete is making headway.
 */
export class Deletions {
  /** The deletes that wait. Two may be of one uid: kinds share uids, and a state may have one twice. */
  readonly #blocked = new Set<Blocked>();
  #underway = 0;
  /** The moment in which further deletes may begin; each that does ends it. */
  #grace: object | undefined;

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Runs a delete of what is recorded so. When it has succeeded, the deletes that it blocked try again. */
  async run<T>(uid: string, recorded: Values, work: () => Promise<T>): Promise<T> {
    this.#underway += 1;
    this.#grace = undefined;
    try {
      const result = await work();
      this.#releaseBlockedBy(uid, recorded);
      return result;
    } finally {
      this.#underway -= 1;
      this.#considerGivingUp();
    }
  }

  /**
   * Waits, within `run`, until something in the way of a blocked delete is gone, or nothing can change any more, or for `limitMs`
   * milliseconds. Then the answer is to give up.
   */
  async wait(uid: string, limitMs = Number.POSITIVE_INFINITY): Promise<WaitResult> {
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<WaitResult>((end) => {
      const blocked = { uid, end };
      this.#blocked.add(blocked);
      if (Number.isFinite(limitMs)) timer = setTimeout(() => this.#release(blocked, "give up"), Math.max(0, limitMs));
    });
    this.#considerGivingUp();
    return ended.finally(() => clearTimeout(timer));
  }

  /** What lies in an object is below its uid; what refers to it has its uid among the recorded values. */
  #releaseBlockedBy(uid: string, recorded: Values): void {
    const referred = new Set(Object.values(recorded));
    for (const blocked of [...this.#blocked]) {
      if (uid.startsWith(`${blocked.uid}/`) || referred.has(blocked.uid)) this.#release(blocked, "try again");
    }
  }

  #release(blocked: Blocked, result: WaitResult): void {
    if (this.#blocked.delete(blocked)) blocked.end(result);
  }

  /** Where all deletes that are under way are blocked, and no other begins, there is nothing to wait for. */
  #considerGivingUp(): void {
    if (this.#grace !== undefined || this.#blocked.size === 0 || this.#blocked.size < this.#underway) return;
    const grace = {};
    this.#grace = grace;
    void this.sleep(GRACE_MS).then(() => {
      if (this.#grace !== grace) return;
      this.#grace = undefined;
      if (this.#blocked.size < this.#underway) return;
      for (const blocked of [...this.#blocked]) this.#release(blocked, "give up");
    });
  }
}
