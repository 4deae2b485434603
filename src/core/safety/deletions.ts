import type { Values } from "../../description/spec/values";

export type WaitResult = "try again" | "give up";

/** How long the engine may take to start further deletes, which may be those that block this one, in milliseconds. */
const GRACE_MS = 250;

interface Blocked {
  readonly uid: string;
  readonly end: (result: WaitResult) => void;
}

/** The engine starts deletes in random order, so a blocked one waits for those that block it while any makes progress. */
export class Deletions {
  /** The deletes that wait. Two may have the same uid, because kinds share uids, and a state may have one twice. */
  readonly #blocked = new Set<Blocked>();
  #underway = 0;
  /** The wait for further deletes of the engine. The next delete ends it. */
  #grace: object | undefined;

  constructor(private readonly sleep: (ms: number) => Promise<void>) {}

  /** Runs the delete of an object with its recorded values. After a success, the deletes that it blocked try again. */
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

  /** Waits within `run` for what blocks a delete. Gives up if nothing can change any more, or after `limitMs` milliseconds. */
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

  /** An object inside of another has a longer uid. An object that refers to another has its uid among the recorded values. */
  #releaseBlockedBy(uid: string, recorded: Values): void {
    const referred = new Set(Object.values(recorded));
    for (const blocked of [...this.#blocked])
      if (uid.startsWith(`${blocked.uid}/`) || referred.has(blocked.uid)) this.#release(blocked, "try again");
  }

  #release(blocked: Blocked, result: WaitResult): void {
    if (this.#blocked.delete(blocked)) blocked.end(result);
  }

  /** Ends all waits if every delete in flight is blocked and no other starts. */
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
